#!/usr/bin/env node
/** Entry of the command line: one call, with the process's own streams and exit code. */
import "./load-jsx.ts";
import { runCommandLine } from "./command-line.ts";

/** A reader that has seen enough (`| head`) closes the pipe: that is no error of ours. */
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}
process.exitCode = await runCommandLine(process.argv.slice(2), process);
