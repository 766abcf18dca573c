/** Counters: what the engine's or the server's own instruments say. */
import type { ReactNode } from "react";
import { DataTable, Figure } from "../../charts/DataTable.tsx";
import type { CapturedCounter } from "../../contract/capture.ts";
import type { Report, ReportCounter, ReportLog } from "../../contract/report.ts";
import { countOf, formatReadable } from "../../domain/format/numbers.ts";
import { byteRateText } from "../../domain/format/report-text.ts";
import { laneOfCounter } from "../../domain/timeline/counter-lanes.ts";
import { figures, Note, rightAligned, words } from "./columns.tsx";

interface EngineCountersProps {
  readonly counters: Report["counters"];
  readonly database: string;
}

export function EngineCounters({ counters, database }: EngineCountersProps): ReactNode {
  const shown = ({ unit }: ReportCounter, value: number | null) => (
    <Figure value={value} text={unit === "bytes/s" ? byteRateText(value) : formatReadable(value)} />
  );
  return (
    <>
      <DataTable<ReportCounter>
        caption="Counters after the warm-up"
        rows={counters}
        empty="No sample was recorded."
        columns={[
          words("Counter", ({ title }) => title),
          words("Unit", ({ unit }) => (unit === "bytes/s" ? "MiB/s" : unit)),
          rightAligned("Mean", undefined, (counter) => shown(counter, counter.mean)),
          rightAligned("Highest", "of a sample", (counter) => shown(counter, counter.max)),
          words("Perfmon path", ({ path }) => <code>{path.replace("(db)", `(${database})`)}</code>),
        ]}
      />
      <Note>
        Transactions are those of all sessions, what is rolled back included. The workload’s own
        throughput, without that, stands at the top.
      </Note>
    </>
  );
}

/** A capture may have hundreds; those that are lanes come first. */
const countersShown = 60;

interface CapturedCountersProps {
  readonly log: ReportLog;
  readonly span: Report["span"];
}

export function CapturedCounters({ log, span }: CapturedCountersProps): ReactNode {
  const { counters, countersOutside } = log;
  const rows = counters
    .toSorted((a, b) => Number(a.lane === null) - Number(b.lane === null))
    .slice(0, countersShown);
  const hidden = counters.length - rows.length;
  const of = span.whole ? "of a sample" : "of a point";
  const shown = (counter: CapturedCounter, value: number | null) => (
    <Figure
      value={value}
      text={formatReadable(value === null ? null : value * laneOfCounter(counter).scale)}
    />
  );
  return (
    <>
      <DataTable<CapturedCounter>
        caption={`Counters over ${span.whole ? "the whole capture" : "this part"}`}
        rows={rows}
        empty="None of the counters was measured in this part."
        columns={[
          words("Counter", ({ path }) => <code>{path}</code>),
          words("Unit", (counter) => laneOfCounter(counter).unit),
          rightAligned("Lowest", of, (counter) => shown(counter, counter.minimum)),
          rightAligned("Mean", undefined, (counter) => shown(counter, counter.mean)),
          rightAligned("Highest", of, (counter) => shown(counter, counter.maximum)),
          figures("With a value", span.whole ? "samples" : "points", ({ samples }) => samples),
        ]}
      />
      {hidden > 0 && <Note>{`${countOf(hidden, "further counter")}: see the JSON report.`}</Note>}
      {countersOutside > 0 && (
        <Note>
          {`${countOf(countersOutside, "further counter")} of the files ${countersOutside === 1 ? "was" : "were"} not chosen for this report.`}
        </Note>
      )}
    </>
  );
}
