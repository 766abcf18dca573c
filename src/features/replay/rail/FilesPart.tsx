/** What each file is, how it was read, and what a reader should know of it. */
import type { CaptureFile, Encoding, ErrorlogForm } from "../../../../app/contract/capture.ts";
import type { RecordingOverview } from "../../../../app/contract/rpc/recordings.ts";
import { notesTogether } from "../../../../app/domain/files-together.ts";
import { formatBytes } from "../../../../app/domain/format/bytes.ts";
import { countOf, formatNumber } from "../../../../app/domain/format/numbers.ts";
import { formatDuration } from "../../../../app/domain/format/times.ts";
import { utcOffset } from "../../../../app/domain/format/utc-offset.ts";
import { type Fact, FactList } from "../../../components/ui/FactList.tsx";
import { Panel } from "../../../components/ui/Panel.tsx";
import styles from "./RailTabs.module.css";

const forms: Readonly<Record<ErrorlogForm, string>> = {
  product: "ERRORLOG",
  ssmsCsv: "ERRORLOG, exported by the log viewer",
  grid: "ERRORLOG, a result of sp_readerrorlog",
  container: "ERRORLOG, console output of a container",
  bare: "ERRORLOG, lines without their times",
};
const encodingNames: Readonly<Record<Encoding, string>> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16, little endian",
  "utf-16be": "UTF-16, big endian",
  "windows-1250": "Windows-1250 (Central European)",
  "windows-1251": "Windows-1251 (Cyrillic)",
  "windows-1252": "Windows-1252 (Western)",
  "windows-1253": "Windows-1253 (Greek)",
  "windows-1254": "Windows-1254 (Turkish)",
  "windows-1255": "Windows-1255 (Hebrew)",
  "windows-1256": "Windows-1256 (Arabic)",
  shift_jis: "Code page 932 (Japanese, Shift JIS)",
  gb18030: "Code page 936 (simplified Chinese, GBK)",
  "euc-kr": "Code page 949 (Korean)",
  big5: "Code page 950 (traditional Chinese, Big5)",
  mixed: "several, mixed",
};

export function FilesPart({ overview }: { readonly overview: RecordingOverview }) {
  const { files, phasesLeftOut, marksLeftOut } = overview;
  const together = notesTogether(files);
  return (
    <>
      {together.length > 0 && (
        <Panel title="Together">
          <ul className={styles.steps}>
            {together.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Panel>
      )}
      {files.map((file, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the position is the identity of a file
        <FilePanel key={position} file={file} title={`File ${position + 1}: ${file.name}`} />
      ))}
      {phasesLeftOut + marksLeftOut > 0 && (
        <Panel title="Left out of the charts">
          <p className={styles.prose}>
            {countOf(phasesLeftOut, "short phase")} and {countOf(marksLeftOut, "mark")} beyond what
            is kept one by one. Their records are in the list.
          </p>
        </Panel>
      )}
    </>
  );
}

interface FilePanelProps {
  readonly file: CaptureFile;
  readonly title: string;
}

function FilePanel({ file, title }: FilePanelProps) {
  const { notes, timeSteps, timeStepCount } = file;
  return (
    <Panel title={title} aside={formatBytes(file.bytes)}>
      <FactList facts={factsOf(file)} />
      {timeStepCount > 0 && (
        <>
          <h3 className={styles.sub}>The clock steps back</h3>
          <ul className={styles.steps}>
            {timeSteps.map(({ line, from, to, byMs }) => (
              <li key={line}>
                line {formatNumber(line)}: from {timeOf(from)} to {timeOf(to)}, by{" "}
                {formatDuration(byMs)}
              </li>
            ))}
          </ul>
          {timeStepCount > timeSteps.length && (
            <p className={styles.more}>and {formatNumber(timeStepCount - timeSteps.length)} more</p>
          )}
        </>
      )}
      {notes.length > 0 && (
        <ul className={styles.steps}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

const timeOf = (local: string): string => local.replace("T", " ");

function kindOf({ kind, form }: CaptureFile): string {
  if (kind === "perfmon") return "Perfmon counters";
  return kind === "waitStats" ? "Wait statistics" : forms[form ?? "product"];
}

function factsOf(file: CaptureFile): readonly Fact[] {
  const { kind, encoding, product, build, edition, host, firstTime, lastTime } = file;
  const isLog = kind === "errorlog";
  const maybe = (name: string, value: string | null, wide = false): Fact[] =>
    value === null ? [] : [{ name, value, wide }];
  return [
    { name: "What it is", value: kindOf(file), wide: true },
    ...maybe("Product", product, true),
    ...maybe("Build", build),
    ...maybe("Edition", edition, true),
    ...maybe("Host", host),
    ...maybe("Encoding", encoding === null ? null : encodingNames[encoding]),
    { name: kind === "perfmon" ? "Samples" : "Records", value: formatNumber(file.records) },
    ...(isLog
      ? [
          { name: "Errors", value: formatNumber(file.errors) },
          { name: "Not understood", value: formatNumber(file.unrecognised) },
          { name: "Lines", value: formatNumber(file.lines) },
        ]
      : []),
    ...maybe("First time", firstTime === null ? null : timeOf(firstTime), true),
    ...maybe("Last time", lastTime === null ? null : timeOf(lastTime), true),
    ...maybe(
      "Local time",
      file.utcOffsetMinutes === null ? null : utcOffset(file.utcOffsetMinutes),
    ),
  ];
}
