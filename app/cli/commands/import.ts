/** `snapscope import`: a log of a real server, or of a run, as phases and snapshots. */
import { readFile } from "node:fs/promises";
import { failure } from "../../contract/result.ts";
import { readErrorlog } from "../../domain/errorlog/read-errorlog.ts";
import { printResult, reportFailure } from "../console.ts";
import { renderImportedLog } from "../text/imported-log.ts";

export async function importCommand(
  file: string,
  options: { readonly json?: true },
): Promise<void> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(file);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    return reportFailure(
      failure("badInput", `${file}: cannot be read (${code}); expected an ERRORLOG file`).error,
    );
  }
  const log = readErrorlog(bytes, file);
  if (!log.ok) return reportFailure(log.error);
  printResult(
    options.json ? JSON.stringify(log.value, null, 2) : renderImportedLog(log.value, file),
  );
}
