/** What the run was: what it was asked, the log that it wrote, and its settings. */
import type { ReactNode } from "react";
import { DataTable } from "../../charts/DataTable.tsx";
import type { Report } from "../../contract/report.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { withUnitsKept } from "../../domain/format/line-breaks.ts";
import { formatNumber } from "../../domain/format/numbers.ts";
import { setupFacts } from "../../domain/setup-facts.ts";
import {
  outcomeNames,
  type PlannedStep,
  plannedSteps,
} from "../../domain/timeline/planned-steps.ts";
import { clockIn } from "../clock.ts";
import { Empty, Note, rightAligned, words } from "./columns.tsx";

export function Acts({ report }: { readonly report: Report }): ReactNode {
  const { acts, summary } = report;
  const clock = clockIn(report);
  // Empty where nothing was planned, or where the run left no summary.
  const steps = summary === null ? [] : plannedSteps(summary);
  return (
    <>
      {steps.length > 0 && (
        <DataTable<PlannedStep>
          caption="The timeline of the scenario, and what became of each entry"
          rows={steps}
          empty=""
          columns={[
            words("Entry", ({ what, name }) => (name === null ? what : `${what} (${name})`)),
            words("Planned", ({ when }) => when),
            rightAligned("Started", "clock", ({ firedMs }) => clock(firedMs)),
            rightAligned("Ended", "clock", ({ endedMs }) => clock(endedMs)),
            words("Outcome", ({ outcome, reason }) =>
              reason === "" ? outcomeNames[outcome] : `${outcomeNames[outcome]}: ${reason}`,
            ),
          ]}
        />
      )}
      <DataTable<Report["acts"][number]>
        caption="Actions in the run, in order of time"
        rows={acts}
        empty="No action was asked of the run."
        columns={[
          words("Clock", ({ atMs }) => clock(atMs)),
          words("Action", (act) => <ActText act={act} />),
          words("Outcome", ({ outcome }) => outcome),
          words("Message", ({ message }) => message),
        ]}
      />
    </>
  );
}

function ActText({ act: { label, tsql } }: { readonly act: Report["acts"][number] }): ReactNode {
  if (tsql === undefined) return label;
  return (
    <>
      {label}
      {tsql.statement !== null && <pre className="command">{tsql.statement}</pre>}
      {tsql.note !== "" && <p className="note">{tsql.note}</p>}
    </>
  );
}

const linesShown = 2000;

export function Errorlog({ lines }: { readonly lines: readonly string[] }): ReactNode {
  if (lines.length === 0) return <Empty>The run wrote nothing to its ERRORLOG.</Empty>;
  const hidden = lines.length - linesShown;
  return (
    <>
      {/* A region that scrolls needs focus to be scrolled by keys. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section className="log" aria-label="ERRORLOG" tabIndex={0}>
        <ol>
          {lines.slice(0, linesShown).map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place alone
            <li key={index}>
              <code>{line}</code>
            </li>
          ))}
        </ol>
      </section>
      {hidden > 0 && <Note>{`${formatNumber(hidden)} more lines are in the JSON report.`}</Note>}
    </>
  );
}

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

/** In words; every setting by its name is in the appendix. */
export function Settings({ scenario }: { readonly scenario: Scenario }): ReactNode {
  const { description } = scenario;
  return (
    <>
      {description !== "" && <p>{description}</p>}
      <DataTable<readonly [string, string]>
        caption="What was run, and on what"
        rows={setupFacts(scenario)}
        empty=""
        columns={[
          words("Part", ([name]) => <span className="whole">{name}</span>),
          words("As it ran", ([, text]) => withUnitsKept(text)),
        ]}
      />
    </>
  );
}

export function EverySetting({ scenario }: { readonly scenario: Scenario }): ReactNode {
  const { description: _inWords, ...settings } = scenario;
  const all = settingsOf(settings, "");
  const hidden = all.length - settingsShown;
  return (
    <>
      <Note>Every setting by the name that --set takes; its unit is in the name.</Note>
      <dl className="settings">
        {all.slice(0, settingsShown).map(({ path, value }) => (
          <div key={path}>
            <dt>
              <code>{path}</code>
            </dt>
            <dd>
              <code>{value}</code>
            </dd>
          </div>
        ))}
      </dl>
      {hidden > 0 && <Note>{`${formatNumber(hidden)} more are in the JSON report.`}</Note>}
    </>
  );
}
