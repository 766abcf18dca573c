/**
 * Rules of a scenario whose profile is "tpcc". The engine's reader has them too, and neither records a
 * live command that they refuse: a summary's scenario must be one that can be run again.
 */
import type { Problem } from "./timeline-rules.ts";
import { refusedWith, tpccLeastSizeMiB, tpccWarehouses } from "./tpcc.ts";

interface TpccScenario {
  readonly workload: { readonly profile: string; readonly hotRows: number };
  readonly database: {
    readonly sizeMiB: number;
    readonly dataFiles: number;
    readonly filledPercent: number;
    readonly fillFactorPercent: number;
    readonly nonclusteredIndexes: number;
  };
  readonly timeline: readonly { readonly command: { readonly kind: string } }[];
  readonly commands: readonly { readonly command: { readonly kind: string } }[];
}

export function checkTpcc(scenario: TpccScenario): Problem[] {
  if (scenario.workload.profile !== "tpcc") return [];
  return [
    ...checkMeaningless(scenario),
    ...checkWarehouses(scenario),
    ...checkCommands("timeline", scenario.timeline),
    ...checkCommands("commands", scenario.commands),
  ];
}

function checkMeaningless({ workload, database }: TpccScenario): Problem[] {
  const problems: Problem[] = [];
  if (database.nonclusteredIndexes !== 0) {
    problems.push({
      path: ["database", "nonclusteredIndexes"],
      message: `${database.nonclusteredIndexes} has no meaning with the profile "tpcc", whose tables have their own; allowed: 0`,
    });
  }
  if (workload.hotRows !== 0) {
    problems.push({
      path: ["workload", "hotRows"],
      message: `${workload.hotRows} has no meaning with the profile "tpcc", whose users draw rows by warehouse; allowed: 0 (all rows)`,
    });
  }
  return problems;
}

function checkWarehouses({ database }: TpccScenario): Problem[] {
  const { sizeMiB, dataFiles, filledPercent, fillFactorPercent } = database;
  // No size is enough for none; those values are refused by themselves.
  if (!(dataFiles > 0 && filledPercent > 0 && fillFactorPercent > 0)) return [];
  if (tpccWarehouses(database) > 0) return [];
  const files = dataFiles === 1 ? "a data file that is" : `${dataFiles} data files that are`;
  return [
    {
      path: ["database", "sizeMiB"],
      message:
        `${sizeMiB} is too little for one warehouse of the profile "tpcc" in ${files} ` +
        `${filledPercent} % full; allowed: at least ${tpccLeastSizeMiB(database)}`,
    },
  ];
}

const checkCommands = (list: "timeline" | "commands", entries: TpccScenario["timeline"]) =>
  entries.flatMap(({ command: { kind } }, index): Problem[] => {
    const why = refusedWith("tpcc", kind);
    if (why === null) return [];
    const path = [list, index, "command", "kind"];
    return [
      {
        path,
        message: `${JSON.stringify(kind)} ${why}; allowed: the other kinds, or another workload.profile`,
      },
    ];
  });
