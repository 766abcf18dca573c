/**
 * The report as one HTML file: it needs no script, no connection and no other file. Printed, it is
 * the PDF.
 */
import type { Report } from "../../contract/report.ts";
import { creationFigure, phasesFigure, runFigure, sizeFigure } from "./figures.ts";
import { html } from "./markup.ts";
import { type PageSection, reportPage } from "./report-page.ts";
import {
  checkpointsTable,
  countersTable,
  filesTable,
  transactionsSection,
  waitsSection,
} from "./run-sections.ts";
import {
  actsTable,
  errorlogSection,
  originSection,
  planTable,
  settingsTable,
} from "./setting-sections.ts";
import {
  creationCostTable,
  phasesTable,
  pushNote,
  snapshotsTable,
  verificationTable,
} from "./snapshot-sections.ts";

/** Creations beyond these are in the figure of the whole run and in the tables. */
const creationsDrawn = 6;

export function renderHtml(report: Report): string {
  const { generatedAt, run } = report;
  return reportPage({
    ...report,
    program: report.machine.program,
    running: `${generatedAt.slice(0, 16).replace("T", " ")} UTC, ${run.mode} run, seed ${String(run.seed)}`,
    remarks: html`${run.error?.detail === undefined ? null : html`<p class="note"><code>${run.error.detail}</code></p>`}
${run.note.trim() === "" ? null : html`<p>Note: ${run.note}</p>`}`,
    sections: sections(report),
    origin: originSection(report),
  });
}

function sections(report: Report): PageSection[] {
  const phasesSource = { ...report, origin: report.run.origin, endMs: report.run.engineMs };
  const drawn = report.creations.slice(0, creationsDrawn);
  const creations = drawn.map((creation, index) => ({
    title: `During the creation of ${creation.snapshot}`,
    body: html`${creationCostTable(creation)}
${creationFigure(report, creation, 2 * index + 1)}
${phasesFigure(phasesSource, creation, 2 * index + 2)}`,
  }));
  const size = sizeFigure(report, 2 * drawn.length + 2);
  return [
    ...creations,
    { title: "The whole run", body: runFigure(report, 2 * drawn.length + 1) },
    {
      title: "Snapshots",
      body: html`${snapshotsTable(report)}\n${pushNote(report)}\n${verificationTable(report)}\n${size}`,
    },
    { title: "Phases", body: phasesTable(report) },
    { title: "Waits", body: waitsSection(report) },
    { title: "Transactions", body: transactionsSection(report) },
    { title: "Checkpoints", body: checkpointsTable(report) },
    { title: "Files", body: filesTable(report) },
    { title: "Counters", body: countersTable(report) },
    { title: "Acts", body: html`${planTable(report)}\n${actsTable(report)}` },
    { title: "ERRORLOG", body: errorlogSection(report) },
    { title: "Settings", body: settingsTable(report) },
  ];
}
