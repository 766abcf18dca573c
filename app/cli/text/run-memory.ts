/** What `--estimate` prints. */

import { fixed } from "../../domain/format/plain-numbers.ts";
import { memoryPartTitles, type RunMemory } from "../../domain/run-memory.ts";
import { left, renderTable, right } from "./table.ts";

const wholeMebibytes = (bytes: number): string => fixed(bytes / (1024 * 1024), 0);

export function renderRunMemory({ totalBytes, parts }: RunMemory): string {
  const names = Object.keys(memoryPartTitles) as (keyof typeof memoryPartTitles)[];
  const rows = names.map((name) => [memoryPartTitles[name], wholeMebibytes(parts[name])]);
  const table = renderTable(
    [left("memory of the run"), right("MiB")],
    [...rows, ["about", wholeMebibytes(totalBytes)]],
  );
  return `${table}\n`;
}
