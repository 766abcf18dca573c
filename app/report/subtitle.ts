/** What was recorded, in a line. */

import { countOf, formatNumber } from "../domain/format/numbers.ts";
import type { ReportedLog, ReportedRun, ReportInput } from "./report-input.ts";

export const subtitleOf = ({ run, log }: ReportInput): string =>
  [...(run === null ? [] : ofRun(run)), ...(run === null && log !== null ? ofLog(log) : [])].join(
    ", ",
  );

/** "Database sales, 1,024 MiB, 100 users, 8 schedulers, 512 MiB of memory, simulated disks and time". */
function ofRun({ scenario }: ReportedRun): string[] {
  const { database, workload, server, mode } = scenario;
  return [
    `Database ${database.name}, ${formatNumber(database.sizeMiB)} MiB`,
    countOf(workload.users, "user"),
    countOf(server.schedulers, "scheduler"),
    `${formatNumber(server.memoryMiB)} MiB of memory`,
    mode === "virtual" ? "simulated disks and time" : "files and time of this machine",
  ];
}

/** "SQLPROD01, Microsoft SQL Server 2019 (RTM-CU15), 15.0.4198.2, Enterprise Edition, 3 files". */
const ofLog = ({ overview: { source, files } }: ReportedLog): string[] =>
  [source.host, source.product, source.build, source.edition, countOf(files.length, "file")].filter(
    (part) => part !== null,
  );
