/** What `--estimate` prints. */
import type { RunMemory } from "../../domain/run-memory.ts";
import { fixed } from "./numbers.ts";
import { left, renderTable, right } from "./table.ts";

const titles: Record<keyof RunMemory["parts"], string> = {
  base: "program and tables",
  bufferPool: "buffer pool",
  dataPages: "changed pages of the data file",
  log: "log",
  snapshotPages: "pages pushed to snapshots",
  preImages: "pages whose push is deferred",
  oracle: "verification's rows",
};

const wholeMebibytes = (bytes: number): string => fixed(bytes / (1024 * 1024), 0);

export function renderRunMemory({ totalBytes, parts }: RunMemory): string {
  const names = Object.keys(titles) as (keyof typeof titles)[];
  const rows = names.map((name) => [titles[name], wholeMebibytes(parts[name])]);
  const table = renderTable(
    [left("memory of the run"), right("MiB")],
    [...rows, ["about", wholeMebibytes(totalBytes)]],
  );
  return `${table}\n`;
}
