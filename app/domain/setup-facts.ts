/** What was run, on what, in words: a line each, for a terminal and for paper. */
import type { Scenario } from "../contract/scenario.ts";
import { describeDevice } from "./device-text.ts";
import { describeServer } from "./server-figures.ts";
import { placementText } from "./storage-text.ts";
import { warehousesText } from "./warehouses-text.ts";

type SetupFact = readonly [name: string, text: string];

export function setupFacts(scenario: Scenario): SetupFact[] {
  const { server, database, storage, mode } = scenario;
  return [
    ["Workload", workloadText(scenario)],
    [
      "Server",
      `as SQL Server ${server.engineVersion}, ${server.schedulers} schedulers, ${server.memoryMiB} MiB buffer pool, ` +
        `recovery interval ${server.recoveryIntervalSeconds} s`,
    ],
    ...(mode === "virtual" ? [["Processors", describeServer(scenario)] as const] : []),
    [
      "Database",
      `${database.name}, ${dataSize(database)}, log ${database.logSizeMiB} MiB; ${placementText(scenario)}`,
    ],
    ...storage.volumes.map(
      (volume): SetupFact => [`Volume ${volume.name}`, describeVolume(volume)],
    ),
  ];
}

function workloadText({ workload, database }: Scenario): string {
  const { users, profile, thinkTimeMs, rollbackPercent } = workload;
  if (profile !== "tpcc") {
    return `${users} users, profile ${profile}, mean think time ${thinkTimeMs} ms, ${rollbackPercent} % roll back`;
  }
  return (
    `${users} users, profile tpcc (TPC-C-style) on ${warehousesText(database)}, ` +
    `mean keying and think time ${thinkTimeMs} ms, ${rollbackPercent} % of New-Orders roll back`
  );
}

const dataSize = ({ sizeMiB, dataFiles }: Scenario["database"]) =>
  dataFiles === 1 ? `${sizeMiB} MiB` : `${sizeMiB} MiB in ${dataFiles} data files`;

const describeVolume = ({ device, folder }: Scenario["storage"]["volumes"][number]) =>
  device === undefined ? (folder ?? "the default folder") : describeDevice(device);
