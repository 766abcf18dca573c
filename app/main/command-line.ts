/** The files among the arguments of a start. */
import { resolve } from "node:path";

/** `argv` begins with the program, and in development with the application's folder. */
export function filesOf(argv: readonly string[], folder: string, packaged: boolean): string[] {
  const given = argv.slice(1).filter((argument) => argument !== "" && !argument.startsWith("-"));
  return given.slice(packaged ? 0 : 1).map((path) => resolve(folder, path));
}
