/** What a run takes: computed from the scenario, or known from runs of it on this machine. */
import type { ReactNode } from "react";
import { placedFiles } from "../../../../app/contract/placement.ts";
import type { PresetEntry } from "../../../../app/contract/rpc/services.ts";
import type { Scenario } from "../../../../app/contract/scenario.ts";
import type { Sweep } from "../../../../app/contract/sweep.ts";
import { previewRows } from "../../../../app/domain/forecast/preview-rows.ts";
import { withUnitsKept } from "../../../../app/domain/format/line-breaks.ts";
import { formatNumber } from "../../../../app/domain/format/numbers.ts";
import { memoryPartTitles, predictRunMemory } from "../../../../app/domain/run-memory.ts";
import { printTime } from "../../../../app/domain/scenario-form/moments.ts";
import { whatGrowsOn } from "../../../../app/domain/storage-text.ts";
import { expandSweep } from "../../../../app/domain/studies/expand-sweep.ts";
import { sweepText } from "../../../../app/domain/studies/sweep-text.ts";
import {
  type ThroughputRow as Row,
  throughputRows,
} from "../../../../app/domain/throughput-text.ts";
import { Panel } from "../../../components/ui/Panel.tsx";
import { useDesigner } from "../designer-context.ts";
import styles from "./Preview.module.css";
import { timeHere } from "./time-here.ts";
import { type Prediction, useThroughput } from "./use-throughput.ts";

interface CostProps {
  readonly preset: PresetEntry | null;
  /** False while a value keeps the draft from running: nothing can be computed from it. */
  readonly valid: boolean;
}

export function Cost({ preset, valid }: CostProps): ReactNode {
  const { draft, sweep } = useDesigner();
  const { scenario } = draft.present;
  const prediction = useThroughput(scenario, valid);
  const rows = [
    runsRow(scenario, sweep),
    {
      name: "Engine time",
      value: printTime(scenario.durationSeconds),
      what: `${printTime(scenario.warmupSeconds)} of it warm-up`,
    },
    timeHere(scenario, preset),
    ...(valid
      ? [...predictionRows(prediction), memoryRow(scenario), ...diskRows(scenario)]
      : [{ name: "Memory", value: "not known", what: "while a value is not allowed" }]),
  ];
  return (
    <Panel title="What it will take">
      <table className={styles.table}>
        <tbody>
          {rows.map(({ name, value, what }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                <span className={styles.value}>{value}</span>
                <span className={styles.what}>{withUnitsKept(what)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

/** The runs of what is varied, however many; one where it cannot be run. */
function runsRow({ seed }: Scenario, sweep: Sweep | null): Row {
  const name = "Runs";
  const points = sweep === null ? null : expandSweep(sweep);
  if (sweep === null || points?.ok !== true) {
    return { name, value: "1", what: `seed ${formatNumber(seed)}` };
  }
  const runs = formatNumber(points.value.length * sweep.repeats);
  return { name, value: runs, what: `sweep of ${sweepText(sweep)}; Run alone makes one` };
}

/** Null: of a real run the machine decides. */
function predictionRows(prediction: Prediction | null): Row[] {
  if (prediction === null) return [];
  const { throughput, forecast, problem } = prediction;
  if (throughput !== null) return [...throughputRows(throughput), ...previewRows(forecast)];
  const what = problem ?? "asking the devices what they can do";
  return [{ name: "Transactions", value: "not known", what }];
}

/** The memory that `snapscope run --estimate` tells, with the part that takes most. */
function memoryRow(scenario: Scenario): Row {
  const { totalBytes, parts } = predictRunMemory(scenario);
  const name = "Memory";
  if (!Number.isFinite(totalBytes)) return { name, value: "not known", what: "" };
  const names = Object.keys(parts) as (keyof typeof parts)[];
  const most = names.reduce((one, other) => (parts[other] > parts[one] ? other : one));
  const wholeMebibytes = (bytes: number) => mebibytes(Math.round(bytes / (1024 * 1024)));
  return {
    name,
    value: `≈ ${wholeMebibytes(totalBytes)}`,
    what: `most of it: ${memoryPartTitles[most]}, ${wholeMebibytes(parts[most])}`,
  };
}

const mebibytes = (size: number): string => `${formatNumber(size)} MiB`;

function diskRows(scenario: Scenario): Row[] {
  const { mode, storage } = scenario;
  if (mode === "real") {
    return [
      {
        name: "Disk",
        value: `≤ ${mebibytes(storage.quotaMiB)}`,
        what: `removed afterwards; leaves ${mebibytes(storage.freeSpaceFloorMiB)} free`,
      },
    ];
  }
  const simulated = storage.volumes.flatMap(({ name }, index): Row[] => {
    const here = placedFiles(scenario).filter(({ volume }) => volume === name);
    const size = Math.ceil(here.reduce((sum, { sizeMiB }) => sum + sizeMiB, 0));
    const growing = whatGrowsOn(name, scenario);
    if (size === 0 && growing.length === 0) return [];
    const gained = growing.join(" and ");
    const value = size === 0 ? "grows" : mebibytes(size);
    return [
      {
        name: `Simulated ${name === "" ? `volume ${index + 1}` : name}`,
        value,
        what: size === 0 || gained === "" ? gained : `and ${gained}`,
      },
    ];
  });
  return [{ name: "Disk", value: "none", what: "volumes are simulated" }, ...simulated];
}
