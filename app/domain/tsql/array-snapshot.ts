/**
 * What is said to a server where an array takes, keeps and gives back a snapshot. VSS and arrays have no T-SQL: what they
 * are told is a comment. A suspended database has some, of SQL Server 2022.
 */

import { dataVolumes } from "../../contract/placement.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { pathOf, volumeAt } from "./file-names.ts";
import { quoted, stringOf } from "./quoting.ts";
import type { CreateArraySnapshot, Scene, Tsql } from "./scene.ts";

export function creationTsql(command: CreateArraySnapshot, { scenario }: Scene): Tsql {
  const { name, freeze, copyOnly } = command;
  const database = quoted(scenario.database.name);
  const taken = `the array takes snapshot ${name} of ${volumesOf(command, scenario).join(", ")}`;
  switch (freeze) {
    case "vss":
      return {
        statement: null,
        note: `No statement: a requester asks VSS, whose SQL writer freezes ${scenario.database.name}; ${taken}, and the writer thaws it.${copyOnly ? " It asks for a copy-only backup (VSS_BT_COPY)." : ""}`,
      };
    case "suspend":
      return {
        statement: [
          `ALTER DATABASE ${database}\nSET SUSPEND_FOR_SNAPSHOT_BACKUP = ON${copyOnly ? " (MODE = COPY_ONLY)" : ""};`,
          `-- Now ${taken}.`,
          `BACKUP DATABASE ${database}\nTO ${metadataOf(name, scenario)}\nWITH METADATA_ONLY, FORMAT;`,
        ].join("\n"),
        note: "SQL Server 2022 and later; the backup of the metadata lets writes go on.",
      };
    case "none":
      return {
        statement: null,
        note: `No statement: ${taken}, and the server is not told.`,
      };
  }
}

export const deletionTsql = (name: string): Tsql => ({
  statement: null,
  note: `No statement: the array deletes its snapshot ${name}, and frees what it alone has.`,
});

const volumesOf = ({ volumes }: CreateArraySnapshot, { storage }: Scenario): readonly string[] =>
  volumes ?? [...new Set([...dataVolumes(storage.placement), storage.placement.log])];

/** A file for the metadata of a suspended database, beside the files of backups. */
export function metadataOf(name: string, scenario: Scenario): string {
  const { backup, snapshot } = scenario.storage.placement;
  const file = `${scenario.database.name}_${name}.bkm`;
  return `DISK = ${stringOf(pathOf(scenario, volumeAt(backup ?? snapshot, 0), "backup", file))}`;
}
