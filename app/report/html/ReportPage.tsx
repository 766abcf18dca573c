/** The page of a recording's report: conclusion, key figures, numbered sections, how it came about. */
import type { ReactNode } from "react";
import { Figure } from "../../charts/DataTable.tsx";
import type { Report } from "../../contract/report.ts";
import { formatBytes } from "../../domain/format/bytes.ts";
import { withUnitsKept } from "../../domain/format/line-breaks.ts";
import { countOf, formatNumber, formatReadable } from "../../domain/format/numbers.ts";
import { formatTidyDuration } from "../../domain/format/times.ts";
import { editOf, headId, noEdits } from "../../domain/report/report-edits.ts";
import { Note } from "./columns.tsx";
import { Origin } from "./Origin.tsx";
import { PageShell } from "./PageShell.tsx";
import { EverySetting } from "./Settings.tsx";
import { appendixTitle, originTitle, outlineOf, sectionsOf } from "./sections.tsx";

export function ReportPage({ report }: { readonly report: Report }): ReactNode {
  const { edits = noEdits, scenario } = report;
  const [head, origin, appendix] = [headId, "origin", "appendix"].map((id) => editOf(edits, id));
  return (
    <PageShell written={report} subject={subjectOf(report)}>
      <Remark note={head?.note} />
      <Conclusion report={report} />
      <KeyFigures figures={report.keyFigures} />
      {sectionsOf(report).map(({ id, heading, note, body }) => (
        <section key={id} id={id}>
          <h2>{heading}</h2>
          <Remark note={note} />
          {body}
        </section>
      ))}
      {origin?.leftOut !== true && (
        <footer id="origin">
          <h2>{origin?.title ?? originTitle}</h2>
          <Remark note={origin?.note} />
          <Origin report={report} />
          <LeftOut report={report} />
        </footer>
      )}
      {scenario !== null && appendix?.leftOut !== true && (
        <section id="appendix" className="appendix">
          <h2>{appendix?.title ?? appendixTitle}</h2>
          <Remark note={appendix?.note} />
          <EverySetting scenario={scenario} />
        </section>
      )}
    </PageShell>
  );
}

/** What its author says: a paragraph for each line. */
function Remark({ note = null }: { readonly note?: string | null | undefined }): ReactNode {
  if (note === null) return null;
  const paragraphs = note.split("\n").filter((line) => line.trim() !== "");
  return (
    <div className="remark" role="note">
      {paragraphs.map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two paragraphs may be the same, and they never move
        <p key={index}>{paragraph}</p>
      ))}
    </div>
  );
}

/** Whoever reads a report may ask what else there is. */
function LeftOut({ report }: { readonly report: Report }): ReactNode {
  const { edits = noEdits } = report;
  const titles = outlineOf(report)
    .filter(({ id, kind }) => kind !== "chart" && editOf(edits, id).leftOut === true)
    .map(({ title }) => title);
  return titles.length === 0 ? null : (
    <Note>{`Left out of this report: ${titles.join(", ")}.`}</Note>
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
