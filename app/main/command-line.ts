/** The files among the arguments of a start. */
import { resolve } from "node:path";

/**
 * `argv` begins with the program. In development the application's own folder is among the arguments,
 * and what stands before it is for Electron; `appFolder` is null in a packaged application.
 */
export function filesOf(
  argv: readonly string[],
  workingFolder: string,
  appFolder: string | null,
): string[] {
  const own = argv.findIndex((argument) => resolve(workingFolder, argument) === appFolder);
  return argv
    .slice(Math.max(1, own + 1))
    .filter((argument) => argument !== "" && !argument.startsWith("-"))
    .map((path) => resolve(workingFolder, path));
}
