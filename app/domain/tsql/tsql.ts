/**
 * The T-SQL that an act of a run stands for: what one would give a server to have the same done. A page that
 * fails, users and the pace are no statements, which is said in words.
 */
import { type Command, commandSchema } from "../../contract/command.ts";
import { assertNever } from "../../contract/result.ts";
import { countOf } from "../format/numbers.ts";
import { creationTsql, deletionTsql } from "./array-snapshot.ts";
import { backupNote, backupStatement, verifyStatement } from "./backup.ts";
import { sparseFiles } from "./file-names.ts";
import { quoted, stringOf } from "./quoting.ts";
import { restoreStatement } from "./restore.ts";
import type { Scene, Tsql } from "./scene.ts";
import {
  columnsNote,
  createIndexStatement,
  dropTableStatement,
  rebuildStatement,
  reportQuery,
  scanStatement,
  selectIntoStatement,
  updateStatement,
} from "./table.ts";
import { closingConnections, openToAll } from "./users.ts";

const said = (statement: string, note = ""): Tsql => ({ statement, note });
const inWords = (note: string): Tsql => ({ statement: null, note });

const watching = "No statement: it is how the run is watched, not what the server does.";

export function tsqlOf(command: Command, scene: Scene): Tsql {
  const { name: database } = scene.scenario.database;
  switch (command.kind) {
    case "createSnapshot":
      return said(snapshotStatement(command.name, scene));
    case "createArraySnapshot":
      return creationTsql(command, scene);
    case "deleteArraySnapshot":
      return deletionTsql(command.name);
    case "dropSnapshot":
      return said(`DROP DATABASE ${quoted(command.name)};`);
    case "revertSnapshot":
      return said(revertStatement(command, database));
    case "setUsers":
      return inWords(
        `No statement: from here on ${countOf(command.users, "session")} ${command.users === 1 ? "works" : "work"} on ${database}.`,
      );
    case "setReportUsers":
      return reading(command, scene);
    case "checkDatabase":
      return said(`DBCC CHECKDB (${stringOf(command.database ?? database)});`);
    case "restartServer":
      return command.mode === "clean"
        ? said(
            "SHUTDOWN;",
            "It checkpoints every database first. Whoever started the service starts it again.",
          )
        : inWords(
            "No statement: the server dies as it stands, as in a power cut, and starts again.",
          );
    case "updateTable":
      return said(updateStatement(command, scene), columnsNote);
    case "rebuildIndex":
      return said(rebuildStatement(command, scene));
    case "createIndex":
      return said(createIndexStatement(command, scene), columnsNote);
    case "selectInto":
      return said(selectIntoStatement(command, scene), columnsNote);
    case "dropTable":
      return said(dropTableStatement(command, scene));
    case "scanTable":
      return said(scanStatement(command, scene));
    case "backup":
      return said(backupStatement(command, scene), backupNote(command));
    case "restore":
      return restoreStatement(command, scene);
    case "verifyBackup":
      return said(verifyStatement(command, scene));
    case "damagePage":
      return inWords(
        `No statement: the disk overwrites ${command.page === null ? "a page" : `page ${command.page}`} with garbage behind the server’s back.`,
      );
    case "pause":
    case "resume":
    case "stepToNextPhase":
    case "setPace":
    case "breakOn":
      return inWords(watching);
    case "prolong":
      return inWords("No statement: the run ends later.");
    case "cancel":
      return inWords("No statement: the run is ended before its time.");
    default:
      return assertNever(command);
  }
}

/** The T-SQL of a recorded command, which may be one of a newer version. */
export function tsqlOfRecorded(command: { readonly kind: string }, scene: Scene): Tsql {
  if (command.kind === "reserve") return inWords("No statement: the array does it by itself.");
  const known = commandSchema.safeParse(command);
  return known.success
    ? tsqlOf(known.data, scene)
    : inWords(`This version of Snapscope does not know the command ‘${command.kind}’.`);
}

function snapshotStatement(snapshot: string, { scenario }: Scene): string {
  const files = sparseFiles(scenario, snapshot).map(
    ({ name, path }) => `    (NAME = ${stringOf(name)}, FILENAME = ${stringOf(path)})`,
  );
  return `CREATE DATABASE ${quoted(snapshot)} ON\n${files.join(",\n")}\nAS SNAPSHOT OF ${quoted(scenario.database.name)};`;
}

function revertStatement(
  { name, closeConnections }: Extract<Command, { kind: "revertSnapshot" }>,
  database: string,
): string {
  return [
    "USE [master];",
    ...(closeConnections ? [closingConnections(database)] : []),
    `RESTORE DATABASE ${quoted(database)}\nFROM DATABASE_SNAPSHOT = ${stringOf(name)};`,
    ...(closeConnections ? [openToAll(database)] : []),
  ].join("\n");
}

function reading(
  { name, users }: Extract<Command, { kind: "setReportUsers" }>,
  scene: Scene,
): Tsql {
  if (users === 0) return inWords(`No statement: the sessions that read ${name} end.`);
  const each = `Each of ${countOf(users, "session")} asks for other keys, again and again.`;
  return said(
    reportQuery(name, scene),
    scene.scenario.workload.profile === "tpcc" ? each : `${each} ${columnsNote}`,
  );
}
