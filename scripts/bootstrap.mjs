// The way in: every npm script starts here, on a bare checkout and with any Node >= 18.
// Gets a Node that runs TypeScript, the npm packages, the system packages and the build that a
// command needs, then runs the command. Nothing to do costs well under a second. Progress goes to
// stderr: stdout carries the command's own result and nothing else.
// Plain JavaScript that imports nothing from node_modules: neither exists yet when it starts.
import { commands } from "./bootstrap/commands.mjs";
import { SetupError } from "./bootstrap/report.mjs";

const [name = "", ...args] = process.argv.slice(2);
const command = commands[name];
if (command === undefined) {
  const known = Object.keys(commands).join(", ");
  console.error(`bootstrap: unknown command '${name}', allowed: ${known}`);
  process.exit(2);
}
try {
  process.exitCode = await command(args);
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(`\nsnapscope setup failed: ${error.message}`);
  process.exitCode = 1;
}
