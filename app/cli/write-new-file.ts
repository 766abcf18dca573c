/** A file that a command was told to write: one that is there stays, unless somebody says otherwise. */
import { writeFile } from "node:fs/promises";
import { failure, type Result } from "../contract/result.ts";

/** The path. */
export async function writeNewFile(
  path: string,
  bytes: Uint8Array,
  force: boolean,
): Promise<Result<string>> {
  try {
    await writeFile(path, bytes, { flag: force ? "w" : "wx" });
    return { ok: true, value: path };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    return code === "EEXIST"
      ? failure(
          "badInput",
          `${path}: exists already; give --force to overwrite it, or another name`,
        )
      : failure("ioError", `${path}: cannot be written (${code}); give another name or folder`);
  }
}
