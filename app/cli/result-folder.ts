/** The folder of `--out`: checked before the work starts, written when it has ended. */
import { access, mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { failure, type Result, success } from "../contract/result.ts";

export const resultFiles = {
  errorlog: "errorlog.txt",
  counters: "counters.csv",
  summary: "summary.json",
} as const;

/** `names`: the files that will be written; without `force` none of them may be there. */
export async function prepareResultFolder(
  folder: string,
  names: readonly string[],
  force: boolean,
): Promise<Result<null>> {
  try {
    await mkdir(folder, { recursive: true });
    if (!(await stat(folder)).isDirectory()) return notAFolder(folder, "it is a file");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    return notAFolder(folder, code === "EEXIST" || code === "ENOTDIR" ? "it is a file" : code);
  }
  if (force) return success(null);
  for (const name of names) {
    if (await exists(join(folder, name))) {
      return failure(
        "badInput",
        `--out ${folder}: holds ${name} already; give --force to overwrite it, or another folder`,
      );
    }
  }
  return success(null);
}

const notAFolder = (folder: string, reason: string) =>
  failure("badInput", `--out ${folder}: cannot be used as a folder (${reason}); give another one`);

/** Whether anything is at that path. */
export async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}

export async function writeResultFile(
  folder: string,
  name: string,
  content: string | Uint8Array,
): Promise<Result<string>> {
  const path = join(folder, name);
  try {
    await writeFile(path, content);
    return success(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    return failure("ioError", `--out ${path}: cannot be written (${code})`);
  }
}
