#!/usr/bin/env node
/** Entry of the command line. */
import { CommanderError } from "commander";
import { ignoreClosedPipes, printNote } from "./console.ts";
import { exitBadInput, exitDone, exitFailed } from "./exit-codes.ts";
import { buildProgram } from "./program.ts";

ignoreClosedPipes();
try {
  await buildProgram().parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    // The message is out already; help and version are no errors.
    process.exitCode = error.exitCode === 0 ? exitDone : exitBadInput;
  } else {
    printNote(`internal error: ${error instanceof Error ? error.stack : String(error)}`);
    process.exitCode = exitFailed;
  }
}
