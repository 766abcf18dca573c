/** `snapscope clean`: removes what an interrupted real run left, and nothing else. */

import { mebibytesOf } from "../../domain/format/plain-numbers.ts";
import { cleanFolder } from "../../services/workspace.ts";
import { printResult, reportFailure } from "../console.ts";

export async function cleanCommand(folder: string | undefined): Promise<void> {
  const cleaned = await cleanFolder(folder ?? null);
  if (!cleaned.ok) return reportFailure(cleaned.error);
  const { folder: path, found, files, bytesOnDisk, foreign } = cleaned.value;
  if (!found) return printResult(`${path}: nothing to remove`);
  printResult(`${path}: removed ${files.length} files, ${mebibytesOf(bytesOnDisk)} MiB on disk`);
  for (const entry of foreign) printResult(`kept, since it is not ours: ${entry}`);
}
