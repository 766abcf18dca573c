/** The folder of `--out`: checked before a run starts, written when it has ended. */
import { access, mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { failure, type Result, success } from "../contract/result.ts";

export const resultFiles = {
  errorlog: "errorlog.txt",
  counters: "counters.csv",
  summary: "summary.json",
} as const;

export async function prepareResultFolder(folder: string, force: boolean): Promise<Result<null>> {
  try {
    await mkdir(folder, { recursive: true });
    if (!(await stat(folder)).isDirectory()) return notAFolder(folder, "it is a file");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    return notAFolder(folder, code === "EEXIST" || code === "ENOTDIR" ? "it is a file" : code);
  }
  if (force) return success(null);
  for (const name of Object.values(resultFiles)) {
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

async function exists(path: string): Promise<boolean> {
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
  text: string,
): Promise<Result<string>> {
  const path = join(folder, name);
  try {
    await writeFile(path, text);
    return success(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    return failure("ioError", `--out ${path}: cannot be written (${code})`);
  }
}
