/** What is done to the table that users work on: dbo.accounts, or what TPC-C calls it. */
import type { Command } from "../../contract/command.ts";
import { quoted } from "./quoting.ts";
import type { Scene } from "./scene.ts";

const accounts = "[dbo].[accounts]";

/** The engine’s rows have a key, a value, and columns without names. */
export const columnsNote =
  "The engine’s columns have no names: id stands for the key, amount for a column that no index holds, c1 and up for those that are indexed.";

const tableNamed = (name: string): string => `[dbo].${quoted(name)}`;

/** Statements on a table are of the run’s database. */
const used = ({ scenario }: Scene): string => `USE ${quoted(scenario.database.name)};`;

/** 1 is the clustered index; the nonclustered ones count from 1 behind it. */
const indexName = (index: number): string =>
  index === 1 ? "[PK_accounts]" : `[IX_accounts_${index - 1}]`;

interface BuildOptions {
  readonly online: boolean;
  readonly sortInTempdb?: boolean;
  readonly compression?: "none" | "page" | undefined;
}

function optionsOf(
  { scenario }: Scene,
  { online, sortInTempdb = false, compression }: BuildOptions,
): string {
  const options = [
    `FILLFACTOR = ${scenario.database.fillFactorPercent}`,
    ...(online ? ["ONLINE = ON"] : []),
    ...(sortInTempdb ? ["SORT_IN_TEMPDB = ON"] : []),
    ...(compression === undefined ? [] : [`DATA_COMPRESSION = ${compression.toUpperCase()}`]),
  ];
  return `WITH (${options.join(", ")})`;
}

type OfKind<Kind extends Command["kind"]> = Extract<Command, { readonly kind: Kind }>;

export const rebuildStatement = (command: OfKind<"rebuildIndex">, scene: Scene): string =>
  `${used(scene)}\nALTER INDEX ${indexName(command.index)} ON ${accounts} REBUILD\n${optionsOf(scene, command)};`;

export const createIndexStatement = (command: OfKind<"createIndex">, scene: Scene): string =>
  `${used(scene)}\nCREATE NONCLUSTERED INDEX ${indexName(command.index)} ON ${accounts} ([c${command.index - 1}])\n${optionsOf(scene, command)};`;

export const selectIntoStatement = ({ name, rows }: OfKind<"selectInto">, scene: Scene): string =>
  `${used(scene)}\nSELECT TOP (${rows}) *\nINTO ${tableNamed(name)}\nFROM ${accounts}\nORDER BY [id];`;

export function scanStatement(
  { maxDop, snapshot = null }: OfKind<"scanTable">,
  { scenario }: Scene,
): string {
  const option = maxDop === 0 ? "" : `\nOPTION (MAXDOP ${maxDop})`;
  return `USE ${quoted(snapshot ?? scenario.database.name)};\nSELECT COUNT(*)\nFROM ${accounts}${option};`;
}

export const dropTableStatement = ({ name }: OfKind<"dropTable">, scene: Scene): string =>
  `${used(scene)}\nDROP TABLE ${tableNamed(name)};`;

export function updateStatement({ batchRows }: OfKind<"updateTable">, scene: Scene): string {
  const update = `UPDATE ${accounts} SET [amount] = [amount] + 1`;
  if (batchRows === 0) return `${used(scene)}\n${update};`;
  return [
    used(scene),
    "DECLARE @from bigint, @to bigint;",
    "SET @from = 0;",
    "WHILE 1 = 1",
    "BEGIN",
    "    SELECT @to = MAX([id])",
    `    FROM (SELECT TOP (${batchRows}) [id] FROM ${accounts} WHERE [id] > @from ORDER BY [id]) AS [batch];`,
    "    IF @to IS NULL BREAK;",
    `    ${update} WHERE [id] > @from AND [id] <= @to;`,
    "    SET @from = @to;",
    "END;",
  ].join("\n");
}

/** What a session of report users asks for, again and again. */
export function reportQuery(snapshot: string, { scenario }: Scene): string {
  const { query, rowsPerQuery } = scenario.reporting;
  const isTpcc = scenario.workload.profile === "tpcc";
  const table = isTpcc ? "[dbo].[stock]" : accounts;
  const key = isTpcc ? "[s_w_id], [s_i_id]" : "[id]";
  const use = `USE ${quoted(snapshot)};`;
  if (query === "scan") {
    const from = isTpcc ? "[s_w_id] >= @id" : "[id] >= @id";
    return `${use}\nDECLARE @id bigint;\nSET @id = 1;\nSELECT TOP (${rowsPerQuery}) * FROM ${table} WHERE ${from} ORDER BY ${key};`;
  }
  const at = isTpcc ? "[s_w_id] = @id AND [s_i_id] = @item" : "[id] = @id";
  const declared = isTpcc
    ? "DECLARE @id int, @item int;\nSELECT @id = 1, @item = 1;"
    : "DECLARE @id bigint;\nSET @id = 1;";
  return `${use}\n${declared}\nSELECT * FROM ${table} WHERE ${at};`;
}
