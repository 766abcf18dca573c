/** What was found in logs: findings with the records behind them, errors, changes, kinds of records. */

import type { ReactNode } from "react";
import { DataTable } from "../../charts/DataTable.tsx";
import type { Finding } from "../../contract/capture.ts";
import type { ErrorGroup, Report, ReportLog } from "../../contract/report.ts";
import { cutText } from "../../domain/format/cut-text.ts";
import { countOf, formatNumber } from "../../domain/format/numbers.ts";
import { type Clock, clockIn } from "../clock.ts";
import { effectsInWords } from "../conclusion.ts";
import { Empty, figures, Note, rightAligned, words } from "./columns.tsx";

interface LogProps {
  readonly report: Report;
  readonly log: ReportLog;
}

const weightText = {
  critical: "Critical",
  warning: "Warning",
  information: "Information",
} as const satisfies Record<Finding["weight"], string>;

export function Findings({
  report,
  log: { findings, findingsOutside, effects, files },
}: LogProps): ReactNode {
  const clock = clockIn(report);
  return (
    <>
      {effects.length > effectsInWords && (
        // Fewer are told by the conclusion, all of them.
        <>
          <h3>What happened, by the counters</h3>
          <ul>
            {effects.map(({ sentence }) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </>
      )}
      {findings.length === 0 && (
        <Empty>None: no rule of this version matched anything in the files.</Empty>
      )}
      {findings.map((finding) => (
        <FindingBlock key={finding.id} {...{ finding, files, clock }} />
      ))}
      {findingsOutside > 0 && (
        <Note>
          {`${countOf(findingsOutside, "finding")} of the capture ${findingsOutside === 1 ? "lies" : "lie"} outside of this part.`}
        </Note>
      )}
    </>
  );
}

/** The first lines show what it is; a storm of log-ons has twenty that say the same. */
const evidenceShown = 5;

function FindingBlock(props: {
  readonly finding: Finding;
  readonly files: ReportLog["files"];
  readonly clock: Clock;
}): ReactNode {
  const { finding, files, clock } = props;
  const { weight, title, text, evidence, occurrences, startMs, endMs } = finding;
  const lines = evidence.slice(0, evidenceShown);
  const more =
    occurrences > lines.length
      ? `, of which these are the first ${formatNumber(lines.length)}`
      : "";
  return (
    <article className={`finding ${weight}`}>
      <h3>
        <span className="weight">{weightText[weight]}</span>
        {` ${title}`}
      </h3>
      <p>{text}</p>
      <Note>
        {`${whenText(startMs, endMs, clock)}${countOf(occurrences, "record")} behind it${more}:`}
      </Note>
      <ol className="evidence">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two records may say the same
          <li key={index}>
            {/* Where it stands, so that it can be found in the file, and what it says. */}
            <span className="place">
              {`${placeText(line, files)}${line.atMs === null ? "" : `, ${clock(line.atMs)}`}`}
            </span>{" "}
            <code>{line.text}</code>
          </li>
        ))}
      </ol>
    </article>
  );
}

function whenText(startMs: number | null, endMs: number | null, clock: Clock): string {
  if (startMs === null) return "";
  return endMs === null || endMs === startMs
    ? `${clock(startMs)}. `
    : `${clock(startMs)} to ${clock(endMs)}. `;
}

const placeText = (
  { file, line }: { readonly file: number; readonly line: number },
  files: ReportLog["files"],
): string => `${files[file]?.name ?? `file ${file + 1}`}:${line}`;

/** Errors beyond these are of a severity that no one looks at first. */
const errorsShown = 40;
/** A message may fill a page; its first lines tell which it is. */
const textShown = 300;

export function Errors({ report, log: { errors, source } }: LogProps): ReactNode {
  const { groups, complete, total } = errors;
  const clock = clockIn(report);
  const hidden = groups.length - errorsShown;
  const several = groups.some(({ server }) => server !== null);
  return (
    <>
      <DataTable<ErrorGroup>
        caption="Errors by number, most severe first"
        rows={groups.slice(0, errorsShown)}
        empty="No error was logged."
        columns={[
          ...(several ? [words("Server", ({ server }: ErrorGroup) => server ?? "")] : []),
          figures("Error", undefined, ({ number }) => number, String),
          rightAligned("Severity", undefined, ({ severity }) => severity),
          figures("Count", "errors", ({ count }) => count),
          rightAligned("First", "clock", ({ firstMs }) => clock(firstMs)),
          rightAligned("Last", "clock", ({ lastMs }) => clock(lastMs)),
          words("Text of the first", ({ text }) => (
            <code className="message">{cutText(text.trim(), textShown)}</code>
          )),
        ]}
      />
      {hidden > 0 && (
        <Note>{`${countOf(hidden, "further number")} of lower severity: see the JSON report.`}</Note>
      )}
      {!complete && (
        <Note>
          {`Errors below severity 17 are counted only among the first notable records: ${countOf(total, "error")} ${report.span.whole ? `of the ${formatNumber(source.errors)} in the files ` : ""}are in this table.`}
        </Note>
      )}
    </>
  );
}

const changesShown = 100;

export function Changes({ report, log: { changes, files } }: LogProps): ReactNode {
  const clock = clockIn(report);
  const hidden = changes.length - changesShown;
  return (
    <>
      <DataTable<ReportLog["changes"][number]>
        caption="Settings, options of databases, trace flags and start-up parameters, as logged"
        rows={changes.slice(0, changesShown)}
        empty="None was logged."
        columns={[
          words("Clock", ({ atMs }) => <span className="whole">{clock(atMs)}</span>),
          words("Where", (change) => placeText(change, files)),
          words("What", ({ text }) => <code className="message">{text}</code>),
        ]}
      />
      {hidden > 0 && <Note>{`${formatNumber(hidden)} more are in the JSON report.`}</Note>}
    </>
  );
}

export const RecordKinds = ({ log: { recordKinds, source } }: Pick<LogProps, "log">): ReactNode => (
  <DataTable<ReportLog["recordKinds"][number]>
    caption="Records of the whole capture by what they tell"
    rows={recordKinds}
    empty="There are no records."
    columns={[
      words("Kind", ({ title }) => title),
      figures("Records", undefined, ({ count }) => count),
      rightAligned("Share", "% of records", ({ count }) =>
        source.records > 0 ? formatNumber((100 * count) / source.records, 1) : "–",
      ),
    ]}
  />
);
