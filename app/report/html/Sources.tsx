/** What was opened, and how it was read. */
import type { ReactNode } from "react";
import { DataTable, Figure } from "../../charts/DataTable.tsx";
import type { CaptureFile } from "../../contract/capture.ts";
import type { ReportLog } from "../../contract/report.ts";
import { notesTogether } from "../../domain/files-together.ts";
import { formatBytes } from "../../domain/format/bytes.ts";
import { formatNumber } from "../../domain/format/numbers.ts";
import { formatTidyDuration } from "../../domain/format/times.ts";
import { utcOffsetText } from "../clock.ts";
import { type Fact, Facts, figures, Note, rightAligned, words } from "./columns.tsx";

const kindText = {
  errorlog: "ERRORLOG",
  perfmon: "Perfmon",
  waitStats: "Wait statistics",
} as const satisfies Record<CaptureFile["kind"], string>;

const formText = {
  product: "as the product writes it",
  ssmsCsv: "exported by the log viewer",
  grid: "result of sp_readerrorlog",
  container: "output of a container",
  bare: "without times",
} as const satisfies Record<NonNullable<CaptureFile["form"]>, string>;

const spaced = (time: string | null): string => time?.replace("T", " ") ?? "–";

export function OpenedFiles({ log: { files, source } }: { readonly log: ReportLog }): ReactNode {
  const notes = [
    ...notesTogether(files),
    ...files.flatMap((file) => file.notes.map((note) => `${file.name}: ${note}`)),
  ];
  const count = (key: "lines" | "records" | "errors" | "unrecognised", title: string) =>
    figures<CaptureFile>(title, undefined, (file) => file[key]);
  return (
    <>
      <Facts facts={serverFacts(source)} />
      <DataTable<CaptureFile>
        caption="Files, ERRORLOGs in order of time"
        rows={files}
        empty="No file was opened."
        columns={[
          words("File", ({ name }) => name),
          words(
            "What",
            ({ kind, form }) => `${kindText[kind]}${form === null ? "" : `, ${formText[form]}`}`,
          ),
          words("Encoding", ({ encoding }) => encoding ?? "–"),
          rightAligned("Size", undefined, ({ bytes }) => (
            <Figure value={bytes} text={formatBytes(bytes)} />
          )),
          count("lines", "Lines"),
          count("records", "Records"),
          count("errors", "Errors"),
          count("unrecognised", "Not recognised"),
          // Columns of words: a date may stand above its time, where there is no room beside it.
          words("First record", ({ firstTime }) => spaced(firstTime)),
          words("Last record", ({ lastTime }) => spaced(lastTime)),
        ]}
      />
      {notes.length > 0 && (
        <ul>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <TimeSteps files={files} />
    </>
  );
}

/** What the files say of the server; what none of them says is not there. */
function serverFacts(source: ReportLog["source"]): Fact[] {
  const offset = source.utcOffsetMinutes;
  const facts: readonly (readonly [string, string | null])[] = [
    ["Host", source.host],
    ["Product", source.product],
    ["Build", source.build],
    ["Edition", source.edition],
    ["Clock", offset === null ? null : `UTC${utcOffsetText(offset)}`],
  ];
  return facts.flatMap(([name, value]): Fact[] => (value === null ? [] : [[name, value]]));
}

function TimeSteps({ files }: Pick<ReportLog, "files">): ReactNode {
  const steps = files.flatMap(({ name, timeSteps }) =>
    timeSteps.map((step) => ({ name, ...step })),
  );
  if (steps.length === 0) return null;
  const all = files.reduce((sum, { timeStepCount }) => sum + timeStepCount, 0);
  return (
    <>
      <DataTable<(typeof steps)[number]>
        caption="Places where a clock steps back"
        rows={steps}
        empty=""
        columns={[
          words("File and line", ({ name, line }) => `${name}:${line}`),
          rightAligned("From", "clock", ({ from }) => spaced(from)),
          rightAligned("To", "clock", ({ to }) => spaced(to)),
          figures("By", undefined, ({ byMs }) => byMs, formatTidyDuration),
        ]}
      />
      {all > steps.length && (
        <Note>{`The first ${formatNumber(steps.length)} of ${formatNumber(all)}.`}</Note>
      )}
    </>
  );
}
