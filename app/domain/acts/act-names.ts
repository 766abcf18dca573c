/** What acts are called within a sentence: "the revert to ‘s1’ ran for 13 s". */
import { backupTypes } from "../../contract/command.ts";
import type { Phase } from "../../contract/phase.ts";
import { countOf } from "../format/numbers.ts";

type Command = Readonly<Record<string, unknown>> & { readonly kind: string };

/** Null of what users do not notice, and of a command of a newer version. */
export function nameOfAct(command: Command): string | null {
  const { kind, name, index, type, users, as, database, snapshot } = command;
  switch (kind) {
    case "revertSnapshot":
      return `the revert to ‘${String(name)}’`;
    case "restore":
      return typeof as === "string" ? `the restore of ‘${as}’` : "the restore";
    case "createArraySnapshot":
      return nameOfArraySnapshot(String(name));
    case "restartServer":
      return "the restart of the server";
    case "backup":
      return `the ${String(type)} backup ‘${String(name)}’`;
    case "verifyBackup":
      return `the verification of backup ‘${String(name)}’`;
    case "checkDatabase":
      return typeof database === "string" ? `DBCC CHECKDB of ‘${database}’` : "DBCC CHECKDB";
    case "updateTable":
      return "the update of the table";
    case "scanTable":
      return typeof snapshot === "string"
        ? `the scan of the table in ‘${snapshot}’`
        : "the scan of the table";
    case "rebuildIndex":
      return `the rebuild of index ${String(index)}`;
    case "createIndex":
      return `the creation of index ${String(index)}`;
    case "selectInto":
      return `SELECT INTO ‘${String(name)}’`;
    case "dropTable":
      return `DROP TABLE ‘${String(name)}’`;
    case "setUsers":
      return `the change to ${countOf(Number(users), "user")}`;
    case "setReportUsers":
      return `the change to ${countOf(Number(users), "report user")}`;
    default:
      return null;
  }
}

/** Where nobody knows what was asked, as of a log: by what the phase tells. */
export function nameOfPhase({ name, database, figures }: Phase): string {
  const of = database == null ? "" : ` of ‘${database}’`;
  switch (name) {
    case "revert": {
      const { toSnapshot } = figures;
      return typeof toSnapshot === "string" ? `the revert to ‘${toSnapshot}’` : `the revert${of}`;
    }
    case "backup": {
      const type = backupTypes[Number(figures.kind)];
      return `the ${type === undefined ? "" : `${type} `}backup${of}`;
    }
    case "restore":
      return `the restore${of}`;
    case "serverStart":
      return "the start of the server";
    case "verifyBackup":
      return "the verification of a backup";
    case "consistencyCheck":
      return `DBCC CHECKDB${of}`;
    case "tableUpdate":
      return "the update of the table";
    case "tableScan":
      return "the scan of the table";
    case "indexRebuild":
      return "the rebuild of an index";
    case "indexCreation":
      return "the creation of an index";
    case "selectInto":
      return "a SELECT INTO";
    case "dropTable":
      return "a DROP TABLE";
    case "arraySnapshot":
      return "an array snapshot";
    case "ioFreeze":
      return `the freeze of I/O${of}`;
    default:
      return name;
  }
}

export const nameOfArraySnapshot = (name: string): string => `the array snapshot ‘${name}’`;

export const nameOfCreation = (snapshot: string): string => `the creation of ‘${snapshot}’`;
