/** What the run was: settings, acts, versions, and the log that it wrote. */

import type { Report } from "../../contract/report.ts";
import { formatClock } from "../../domain/format/times.ts";
import { clockOrigin } from "../../domain/timeline/clock.ts";
import {
  outcomeNames,
  type PlannedStep,
  plannedSteps,
} from "../../domain/timeline/planned-steps.ts";
import { bytesText, durationText, numberText } from "../text.ts";
import { type Fragment, html, type Markup } from "./markup.ts";
import { table } from "./table.ts";

export function actsTable({ acts, run }: Report): Markup {
  const originMs = clockOrigin(run.origin);
  return table<Report["acts"][number]>({
    caption: "What was asked of the run, by its timeline or by hand",
    rows: acts,
    empty: "Nothing was asked of the run but to run.",
    columns: [
      { title: "Clock", align: "words", cell: ({ atMs }) => formatClock(originMs, atMs) },
      { title: "Act", align: "words", cell: ({ label }) => label },
      { title: "Outcome", align: "words", cell: ({ outcome }) => outcome },
      { title: "Message", align: "words", cell: ({ message }) => message ?? "" },
    ],
  });
}

/** Null where no entry is known: nothing was planned, or the run left no summary. */
export function planTable({ summary, run }: Report): Markup | null {
  const steps = summary === null ? [] : plannedSteps(summary);
  if (steps.length === 0) return null;
  const originMs = clockOrigin(run.origin);
  const moment = (atMs: number | null) => (atMs === null ? "–" : formatClock(originMs, atMs));
  return table<PlannedStep>({
    caption: "The timeline of the scenario, and what became of each entry",
    rows: steps,
    empty: "",
    columns: [
      { title: "Entry", align: "words", cell: ({ what, name }) => entryText(what, name) },
      { title: "Planned", align: "words", cell: ({ when }) => when },
      { title: "Given", unit: "clock", align: "figures", cell: ({ firedMs }) => moment(firedMs) },
      { title: "Over", unit: "clock", align: "figures", cell: ({ endedMs }) => moment(endedMs) },
      {
        title: "Outcome",
        align: "words",
        cell: ({ outcome, reason }) =>
          reason === "" ? outcomeNames[outcome] : `${outcomeNames[outcome]}: ${reason}`,
      },
    ],
  });
}

const entryText = (what: string, name: string | null): string =>
  name === null ? what : `${what} (${name})`;

interface Setting {
  readonly path: string;
  readonly value: string;
}

/** Every setting by the path that `--set` takes, so that the run can be repeated from paper. */
function settingsOf(value: unknown, path: string): Setting[] {
  if (Array.isArray(value) && value.some((item) => typeof item === "object")) {
    return value.flatMap((item, index) => settingsOf(item, `${path}.${index}`));
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return Object.entries(value).flatMap(([key, item]) =>
      settingsOf(item, path === "" ? key : `${path}.${key}`),
    );
  }
  return [{ path, value: typeof value === "string" ? value : JSON.stringify(value) }];
}

/** A steered run may hold thousands of commands; the acts above have them in words. */
const settingsShown = 400;

export function settingsTable({ scenario }: Report): Markup {
  const { description: _told, ...settings } = scenario;
  const all = settingsOf(settings, "");
  const hidden = all.length - settingsShown;
  return html`${scenario.description === "" ? null : html`<p>${scenario.description}</p>`}
<p class="note">Every setting by the name that --set takes; its unit is in the name.</p>
<dl class="settings">${all
    .slice(0, settingsShown)
    .map(
      ({ path, value }) =>
        html`<div><dt><code>${path}</code></dt><dd><code>${value}</code></dd></div>\n`,
    )}</dl>
${hidden > 0 ? html`<p class="note">${numberText(hidden)} more are in the JSON report.</p>` : null}`;
}

const linesShown = 2000;

export function errorlogSection({ errorlog }: Report): Markup {
  if (errorlog.length === 0)
    return html`<p class="empty">The run wrote nothing to its ERRORLOG.</p>`;
  const hidden = errorlog.length - linesShown;
  return html`<div class="log" role="region" aria-label="ERRORLOG" tabindex="0"><ol>${errorlog
    .slice(0, linesShown)
    .map((line) => html`<li><code>${line}</code></li>\n`)}</ol></div>
${hidden > 0 ? html`<p class="note">${numberText(hidden)} more lines are in the JSON report.</p>` : null}`;
}

export function originSection(report: Report): Markup {
  const { run, machine, generatedAt } = report;
  const facts: readonly (readonly [string, Fragment])[] = [
    ["Scenario", `${report.scenario.name}, ${run.mode}`],
    ["Preset", run.preset ?? "none"],
    ["Seed", String(run.seed)],
    ["Run id", run.id ?? "not in the library"],
    ["Status", run.status],
    ["Started", `${run.createdAt} (UTC)`],
    ["Engine clock starts", `${run.origin.replace("T", " ")} (local, no zone)`],
    ["Engine time", `${durationText(run.engineMs)} of ${durationText(run.plannedMs)}`],
    ["Wall time", run.wallMs === null ? "not known" : durationText(run.wallMs)],
    [
      "Engine",
      run.engine === null
        ? "ended without a summary"
        : `${run.engine.version}, ${run.engine.compiler}, ${run.engine.build}`,
    ],
    ["Telemetry hash", hashText(report)],
    ["Snapscope", `${machine.program}, Node ${machine.node}`],
    [
      "Machine",
      `${machine.platform}, ${numberText(machine.processors)} processors, ${bytesText(machine.memoryBytes)} of memory`,
    ],
    ["Tags", run.tags.length === 0 ? "none" : run.tags.join(", ")],
    ["Report written", `${generatedAt} (UTC)`],
  ];
  return html`<dl class="facts">${facts.map(
    ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`,
  )}</dl>`;
}

function hashText({ run, summary }: Report): Fragment {
  if (run.telemetryHash !== null) return html`<code>${run.telemetryHash}</code>`;
  return summary === null
    ? "not known: no summary"
    : "none: the times of a real run are the machine's";
}
