/** One call of the command line, wherever its output goes. */
import { CommanderError } from "commander";
import { type OutputStreams, printNote, setExitCode, withOutput } from "./console.ts";
import { exitBadInput, exitDone, exitFailed } from "./exit-codes.ts";
import { buildProgram } from "./program.ts";

/**
 * Returns the exit code. The current folder, the environment, stdin and signals are the process's:
 * what a call shares with the processes that it starts.
 */
export const runCommandLine = (args: readonly string[], output: OutputStreams): Promise<number> =>
  withOutput(output, async () => {
    try {
      await buildProgram().parseAsync(args, { from: "user" });
    } catch (error) {
      if (error instanceof CommanderError) {
        // The message is out already; help and version are no errors.
        setExitCode(error.exitCode === 0 ? exitDone : exitBadInput);
      } else {
        printNote(`internal error: ${error instanceof Error ? error.stack : String(error)}`);
        setExitCode(exitFailed);
      }
    }
  });
