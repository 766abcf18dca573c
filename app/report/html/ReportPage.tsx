/** The page that every report is: head, conclusion, key figures, numbered sections, how it came about. */
import type { ReactNode } from "react";
import { Figure } from "../../charts/DataTable.tsx";
import { Patterns } from "../../charts/Patterns.tsx";
import type { Report } from "../../contract/report.ts";
import { withUnitsKept } from "../../domain/format/line-breaks.ts";
import {
  bytesText,
  countText,
  durationText,
  numberText,
  readableText,
} from "../../domain/format/report-text.ts";
import { Origin } from "./Origin.tsx";
import { EverySetting } from "./Settings.tsx";
import { sectionsOf } from "./sections.tsx";
import { reportStyle } from "./style.ts";

/** No source is allowed but the sheet in the file itself, and the fonts in that sheet. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; font-src data:";

export function ReportPage({ report }: { readonly report: Report }): ReactNode {
  const { title, subtitle, generatedAt, machine } = report;
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta httpEquiv="Content-Security-Policy" content={policy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="generator" content={`Snapscope ${machine.program}`} />
        <title>{`${title} – Snapscope report`}</title>
        <style>{reportStyle(`${title}, ${generatedAt.slice(0, 10)}`)}</style>
      </head>
      <body>
        <Patterns />
        <main>
          <div className="running">
            <span>Snapscope report</span>
            <span>{`${generatedAt.slice(0, 16).replace("T", " ")} UTC, ${subjectOf(report)}`}</span>
          </div>
          <h1>{title}</h1>
          <p className="subtitle">{subtitle}</p>
          <Conclusion report={report} />
          <KeyFigures figures={report.keyFigures} />
          {sectionsOf(report).map(({ heading, body }) => (
            <section key={heading}>
              <h2>{heading}</h2>
              {body}
            </section>
          ))}
          <footer>
            <h2>How this came about</h2>
            <Origin report={report} />
          </footer>
          {report.scenario !== null && (
            <section className="appendix">
              <h2>Appendix: settings</h2>
              <EverySetting scenario={report.scenario} />
            </section>
          )}
        </main>
      </body>
    </html>
  );
}

/** Right of the line that runs above the page. */
const subjectOf = ({ run, log }: Report): string =>
  [
    ...(run === null ? [] : [`${run.mode} run, seed ${run.seed}`]),
    ...(run === null && log !== null ? [`${countText(log.files.length, "file")} of a server`] : []),
  ].join(", ");

function Conclusion({ report }: { readonly report: Report }): ReactNode {
  const { conclusion, run } = report;
  return (
    <section className={`conclusion ${conclusion.intent}`}>
      <h2>Conclusion</h2>
      {conclusion.sentences.map((sentence) => (
        <p key={sentence} className="said">
          {withUnitsKept(sentence)}
        </p>
      ))}
      <p className="note">{conclusion.notes.join(" ")}</p>
      {run?.error?.detail !== undefined && (
        <p className="note">
          <code>{run.error.detail}</code>
        </p>
      )}
      {run !== null && run.note.trim() !== "" && <p>{`Note: ${run.note}`}</p>}
    </section>
  );
}

function KeyFigures({ figures }: { readonly figures: Report["keyFigures"] }): ReactNode {
  return (
    <dl className="figures">
      {figures.map(({ id, label, value, unit }) => {
        const [text, shownUnit] = inWords(value, unit);
        return (
          <div key={id}>
            <dt>{label}</dt>
            <dd data-figure={id}>
              <Figure value={value} text={text} /> <span className="unit">{shownUnit}</span>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Units of what is counted, which has no decimals. */
const counts: ReadonlySet<string> = new Set(["pages", "records", "errors", "findings"]);

/** The value in the unit that reads best, and that unit. */
function inWords(value: number | null, unit: string): readonly [string, string] {
  if (value === null) return ["–", ""];
  if (unit === "ms" && value >= 60_000) return [durationText(value), ""];
  if (unit === "ms" && value >= 1000) {
    const [amount = "", seconds = ""] = durationText(value).split(" ");
    return [amount, seconds];
  }
  if (unit === "bytes") {
    const [amount = "", byteUnit = ""] = bytesText(value).split(" ");
    return [amount, byteUnit];
  }
  if (!counts.has(unit)) return [readableText(value), unit];
  return [numberText(value), value === 1 ? unit.replace(/s$/, "") : unit];
}
