/** What the advisor recommends, with the command that tests it. */
import type { Report } from "../contract/report.ts";
import { comparisonWords } from "../domain/advisor/advice-text.ts";
import { shellCommand } from "../domain/scenario-form/command-line.ts";
import type { ReportInput } from "./report-input.ts";

/** Where a report is opened, nobody knows how its command line is called. */
const anywhere = ["snapscope"];

export function recommendationsOf(run: ReportInput["run"]): Report["recommendations"] {
  const id = run?.entry.id ?? null;
  return (run?.advice.recommendations ?? []).map((recommendation) => ({
    ...recommendation,
    command: id === null ? null : shellCommand(comparisonWords(anywhere, [[id]], recommendation)),
  }));
}
