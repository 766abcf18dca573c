/** The page of a recording's report: conclusion, key figures, numbered sections, how it came about. */
import type { ReactNode } from "react";
import { Figure } from "../../charts/DataTable.tsx";
import type { Report } from "../../contract/report.ts";
import { formatBytes } from "../../domain/format/bytes.ts";
import { withUnitsKept } from "../../domain/format/line-breaks.ts";
import { countOf, formatNumber, formatReadable } from "../../domain/format/numbers.ts";
import { formatTidyDuration } from "../../domain/format/times.ts";
import { Origin } from "./Origin.tsx";
import { PageShell } from "./PageShell.tsx";
import { EverySetting } from "./Settings.tsx";
import { sectionsOf } from "./sections.tsx";

export function ReportPage({ report }: { readonly report: Report }): ReactNode {
  return (
    <PageShell written={report} subject={subjectOf(report)}>
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
    </PageShell>
  );
}

/** Right of the line that runs above the page. */
const subjectOf = ({ run, log }: Report): string =>
  [
    ...(run === null ? [] : [`${run.mode} run, seed ${run.seed}`]),
    ...(run === null && log !== null ? [`${countOf(log.files.length, "file")} of a server`] : []),
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
  if (unit === "ms" && value >= 60_000) return [formatTidyDuration(value), ""];
  if (unit === "ms" && value >= 1000) {
    const [amount = "", seconds = ""] = formatTidyDuration(value).split(" ");
    return [amount, seconds];
  }
  if (unit === "bytes") {
    const [amount = "", byteUnit = ""] = formatBytes(value).split(" ");
    return [amount, byteUnit];
  }
  if (!counts.has(unit)) return [formatReadable(value), unit];
  return [formatNumber(value), value === 1 ? unit.replace(/s$/, "") : unit];
}
