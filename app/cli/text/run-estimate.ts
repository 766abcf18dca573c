/** What `--estimate` prints: the prediction of the form, with the memory in its parts. */

import type { Forecast } from "../../contract/forecast.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { previewRows } from "../../domain/forecast/preview-rows.ts";
import { fixed } from "../../domain/format/plain-numbers.ts";
import { memoryPartTitles, type RunMemory } from "../../domain/run-memory.ts";
import { describeServer } from "../../domain/server-figures.ts";
import type { Throughput } from "../../domain/throughput.ts";
import { throughputRows } from "../../domain/throughput-text.ts";
import { left, renderTable, right } from "./table.ts";

export interface RunEstimate {
  readonly memory: RunMemory;
  /** Null: of a real run the machine decides; or the devices' figures are not to be had. */
  readonly throughput: Throughput | null;
  /** The forecast of the first snapshot that is planned; null: there is none, or the load is not known. */
  readonly forecast: Forecast | null;
}

export function renderEstimate(scenario: Scenario, estimate: RunEstimate): string {
  const { memory, throughput, forecast } = estimate;
  const tables = [
    ...(throughput === null ? [] : [loadTable(throughput, forecast)]),
    ...(scenario.mode === "virtual" ? [`Processors: ${describeServer(scenario)}`] : []),
    memoryTable(memory),
  ];
  return `${tables.join("\n\n")}\n`;
}

function loadTable(throughput: Throughput, forecast: Forecast | null): string {
  const told = [...throughputRows(throughput), ...previewRows(forecast)];
  const rows = told.map(({ name, value, what }) => [name, value, what]);
  return renderTable([left("load of the run"), right("predicted"), left("")], rows);
}

const wholeMebibytes = (bytes: number): string => fixed(bytes / (1024 * 1024), 0);

function memoryTable({ totalBytes, parts }: RunMemory): string {
  const names = Object.keys(memoryPartTitles) as (keyof typeof memoryPartTitles)[];
  const rows = names.map((name) => [memoryPartTitles[name], wholeMebibytes(parts[name])]);
  return renderTable(
    [left("memory of the run"), right("MiB")],
    [...rows, ["about", wholeMebibytes(totalBytes)]],
  );
}
