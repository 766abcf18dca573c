/** What is in a folder of the program's own, by name; nothing where there is no such folder yet. */
import { readdirSync } from "node:fs";

export function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
