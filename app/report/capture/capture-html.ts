/** The report of a capture as one HTML file. A section stands in it where the files have something for it. */
import type { CaptureReport } from "../../contract/capture-report.ts";
import type { PhaseName } from "../../contract/phase.ts";
import { phasesFigure } from "../html/figures.ts";
import { html, type Markup } from "../html/markup.ts";
import { type PageSection, reportPage } from "../html/report-page.ts";
import { creationCostTable } from "../html/snapshot-sections.ts";
import { countText } from "../text.ts";
import {
  backupsSection,
  checkpointsSection,
  consistencySection,
  creationPhasesTable,
  longIoSection,
  otherActivities,
  otherActivitiesSection,
  recoveriesSection,
} from "./activity-sections.ts";
import { clockIn } from "./capture-clock.ts";
import { countersSection, lanesOfCapture, waitsOfCapture } from "./counter-sections.ts";
import {
  changesSection,
  errorsSection,
  findingsSection,
  kindsSection,
} from "./finding-sections.ts";
import { captureOrigin, filesSection } from "./source-sections.ts";
import { timelineChart } from "./timeline-chart.ts";

/** Creations beyond these are in the timeline and in the CSV. */
const creationsDrawn = 6;

export function captureReportHtml(report: CaptureReport): string {
  return reportPage({
    ...report,
    program: report.machine.program,
    running: `${report.generatedAt.slice(0, 16).replace("T", " ")} UTC, ${countText(report.files.length, "file")} of a server`,
    remarks: null,
    sections: sectionsOf(report),
    origin: html`${absenceNote(report)}${captureOrigin(report)}`,
  });
}

const hasLog = ({ files }: CaptureReport): boolean => files.some(({ kind }) => kind === "errorlog");

function sectionsOf(report: CaptureReport): PageSection[] {
  const timeline = timelineChart(report, "figure-1");
  let figures = timeline === null ? 0 : 1;
  const nextFigure = () => ++figures;
  const has = (...names: readonly PhaseName[]) =>
    report.phases.some(({ name }) => names.includes(name));
  const section = (title: string, body: Markup | null): PageSection[] =>
    body === null ? [] : [{ title, body }];
  const when = (present: boolean, title: string, body: () => Markup | null): PageSection[] =>
    present ? section(title, body()) : [];
  return [
    ...when(hasLog(report), "Findings", () => findingsSection(report)),
    ...section("Timeline", timelineBody(report, timeline)),
    ...report.creations
      .slice(0, creationsDrawn)
      .flatMap((creation) =>
        section(
          `Creation of ${creation.snapshot}`,
          creationSection(report, creation, nextFigure()),
        ),
      ),
    ...when(report.counters.length > 0 || report.countersOutside > 0, "Counters", () => {
      const lanes = lanesOfCapture(report, figures + 1);
      if (lanes !== null) nextFigure();
      return html`${lanes}${countersSection(report)}`;
    }),
    ...when(report.waits.length > 0, "Waits", () => waitsOfCapture(report)),
    ...when(has("checkpoint"), "Checkpoints", () => checkpointsSection(report)),
    ...when(has("recovery"), "Recoveries", () => recoveriesSection(report)),
    ...when(has("backup", "restore"), "Backups and restores", () => backupsSection(report)),
    ...when(has("consistencyCheck"), "Consistency checks", () => consistencySection(report)),
    ...when(report.longIo.length > 0, "Long I/O", () => longIoSection(report)),
    ...when(has(...otherActivities), "Other activity", () => otherActivitiesSection(report)),
    ...when(report.errors.groups.length > 0, "Errors", () => errorsSection(report)),
    ...when(report.changes.length > 0, "Configuration", () => changesSection(report)),
    ...when(report.recordKinds.length > 0, "Kinds of records", () => kindsSection(report)),
    ...section("What was opened", filesSection(report)),
  ];
}

/** The first figure, where there is anything to draw. */
function timelineBody(report: CaptureReport, chart: Markup | null): Markup | null {
  if (chart === null) {
    return hasLog(report)
      ? html`<p class="empty">Nothing in ${report.span.whole ? "the log" : "this part of the log"} takes time or is worth a mark.</p>`
      : null;
  }
  return html`<figure id="figure-1">
<div class="chart" role="region" aria-label="Figure 1" tabindex="0">${chart}</div>
<figcaption>Figure 1. What happened when, to scale; rows are there only where something is. Diamonds: severe errors and other moments, filled from severity 20 on. ${report.creations.some(({ asOfMs }) => asOfMs !== null) ? "Dashed: as-of line, left of which what was committed is in the snapshot. " : ""}The tables below and the CSV have the data.</figcaption>
</figure>`;
}

function creationSection(
  report: CaptureReport,
  creation: CaptureReport["creations"][number],
  number: number,
): Markup {
  const clock = clockIn(report);
  const { asOfMs, startMs, endMs, before, during, after } = creation;
  const measured = [before, during, after].some(
    (means) => means !== null && means.transactionsPerSecond !== null,
  );
  return html`<p>${clock(startMs)} to ${endMs === null ? "an end that the log does not show" : clock(endMs)}. ${
    asOfMs === null
      ? "The log does not show the start of its analysis, so whose data it shows is not known."
      : `It shows the data as of ${clock(asOfMs)}, the start of its analysis.`
  }</p>
${phasesFigure(report, creation, number)}
${creationPhasesTable(report, creation)}
${measured ? creationCostTable(creation, { measuredOnly: true }) : null}`;
}

/** What the log does not tell of is worth knowing: much of it is logged only under a trace flag. */
function absenceNote(report: CaptureReport): Markup | null {
  if (!hasLog(report)) return null;
  const { phases, creations } = report;
  const lacks = (...names: readonly PhaseName[]) =>
    !phases.some(({ name }) => names.includes(name));
  const absent = [
    ...(creations.length === 0 ? ["creation of a snapshot"] : []),
    ...(lacks("checkpoint") ? ["checkpoint"] : []),
    ...(lacks("recovery") ? ["recovery"] : []),
    ...(lacks("backup", "restore") ? ["backup or restore"] : []),
    ...(lacks("consistencyCheck") ? ["consistency check"] : []),
    ...(lacks("longIo") ? ["long I/O"] : []),
  ];
  if (absent.length === 0) return null;
  return html`<p class="note">The log tells of no ${absent.join(", no ")}. That does not prove that there was none: checkpoints and the steps of a creation are logged in full only under trace flags 3504, 3605, 3400 and 1810.</p>`;
}
