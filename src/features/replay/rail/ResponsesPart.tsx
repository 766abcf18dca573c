/**
 * Response times: of the selected span, and by type of transaction over the run, from its summary: the
 * same numbers as its report.
 */

import { Fragment, useRef } from "react";
import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from "recharts";
import type { RecordingRef } from "../../../../app/contract/rpc/recordings.ts";
import type { Scenario } from "../../../../app/contract/scenario.ts";
import type { Summary } from "../../../../app/contract/summary.ts";
import { consistencyText, isConsistent } from "../../../../app/domain/consistency.ts";
import { countOf, formatNumber } from "../../../../app/domain/format/numbers.ts";
import { transactionTerm } from "../../../../app/domain/glossary/glossary.ts";
import type { Span } from "../../../../app/domain/timeline/span.ts";
import { cssVar } from "../../../../app/theme/tokens.ts";
import { ChartMenu } from "../../../components/charts/ChartMenu.tsx";
import { TermHelp } from "../../../components/rail/TermHelp.tsx";
import { ColumnHeads } from "../../../components/ui/ColumnHeads.tsx";
import { FactList } from "../../../components/ui/FactList.tsx";
import { Panel } from "../../../components/ui/Panel.tsx";
import { ReadingSoon } from "../../../components/ui/ReadingSoon.tsx";
import { useSpanResponses } from "../../../state/recordings/span-responses.ts";
import { axisProps, tooltipProps } from "./chart-look.ts";
import styles from "./RecordingRail.module.css";

type TransactionType = Summary["transactions"]["byType"][number];

/** One decimal: finer differences are below what a histogram of three figures holds. */
const milliseconds = (value: number | null) => formatNumber(value, 1);

export interface ResponsesTabProps {
  readonly recording: RecordingRef;
  /** Null while it runs, and where an engine ended before it could write one. */
  readonly summary: Summary | null;
  /** Selected; null: nothing. */
  readonly span: Span | null;
  /** Adds response times over time, with their percentiles, to the report. */
  readonly onReport: () => void;
}

export function ResponsesPart({ recording, summary, span, onReport }: ResponsesTabProps) {
  return (
    <>
      {span !== null && <ResponsesOfSpan recording={recording} span={span} />}
      <ResponsesOfRun {...{ summary, onReport }} />
    </>
  );
}

interface ResponsesOfSpanProps {
  readonly recording: RecordingRef;
  readonly span: Span;
}

function ResponsesOfSpan({ recording, span }: ResponsesOfSpanProps) {
  const { value, message } = useSpanResponses(recording, span);
  if (message !== null) {
    return (
      <Panel title="Responses in the selection">
        <p className={styles.prose}>{message}</p>
      </Panel>
    );
  }
  if (value === null) return <ReadingSoon label="Reading the responses" />;
  const { count, meanMs, p50Ms, p95Ms, p99Ms } = value;
  const inMs = (ms: number | null) => (ms === null ? "–" : `${milliseconds(ms)} ms`);
  return (
    <Panel title="Responses in the selection" aside={countOf(Math.round(count), "transaction")}>
      <FactList
        facts={[
          { name: "Mean", value: inMs(meanMs) },
          { name: "p50", value: inMs(p50Ms) },
          { name: "p95", value: inMs(p95Ms) },
          { name: "p99", value: inMs(p99Ms) },
        ]}
      />
    </Panel>
  );
}

function ResponsesOfRun({ summary, onReport }: Pick<ResponsesTabProps, "summary" | "onReport">) {
  if (summary === null) {
    return (
      <Panel title="Responses">
        <p className={styles.prose}>
          Response times by type are part of a run’s summary, which this run does not have: it has
          not ended, or its engine ended before it could write one. The lane “p99 response” shows
          all types together.
        </p>
      </Panel>
    );
  }
  const { total, perSecond, rolledBack, deadlocked = 0, byType } = summary.transactions;
  const measured = byType.filter(({ count }) => count > 0);
  return (
    <>
      <Panel title="Transactions" aside="after the warm-up">
        <FactList
          facts={[
            { name: "Committed", value: formatNumber(total) },
            { name: "Throughput", value: `${formatNumber(perSecond, 1)} transactions/s` },
            { name: "Rolled back", value: formatNumber(rolledBack) },
            { name: "Deadlocks", value: formatNumber(deadlocked) },
            ...consistencyFacts(summary),
          ]}
        />
      </Panel>
      {measured.length === 0 ? (
        <Panel title="p99 response by type">
          <p className={styles.prose}>No transaction ended after the warm-up.</p>
        </Panel>
      ) : (
        <ResponsePanel types={measured} scenario={summary.scenario} onReport={onReport} />
      )}
      {measured.length > 0 && (
        <Panel title="Response times" aside="ms">
          <ResponseTable types={measured} scenario={summary.scenario} />
        </Panel>
      )}
      {summary.reporting !== null && <Reports reporting={summary.reporting} />}
    </>
  );
}

/** Facts that the TPC-C-style load alone has. */
function consistencyFacts({ consistency }: Summary) {
  if (consistency === null) return [];
  const sign = isConsistent(consistency) === true ? "✓" : "✗";
  return [{ name: "At the end", value: `${sign} ${consistencyText(consistency)}` }];
}

/** Who read snapshots: apart from the transactions, as the engine counts them. */
function Reports({ reporting }: { readonly reporting: NonNullable<Summary["reporting"]> }) {
  const { responses, perSecond, sessions, disconnected } = reporting;
  return (
    <Panel title="Reports on snapshots" aside="after the warm-up">
      <FactList
        facts={[
          { name: "Queries", value: formatNumber(responses.count) },
          { name: "Throughput", value: `${formatNumber(perSecond, 1)} queries/s` },
          { name: "p50 response", value: `${milliseconds(responses.p50Ms)} ms` },
          { name: "p99 response", value: `${milliseconds(responses.p99Ms)} ms` },
          { name: "Sessions", value: formatNumber(sessions.count) },
          { name: "Ended by 926", value: formatNumber(disconnected) },
        ]}
      />
    </Panel>
  );
}

interface TypesProps {
  readonly types: readonly TransactionType[];
  readonly scenario: Scenario;
}

function ResponsePanel({ types, scenario, onReport }: TypesProps & { onReport(): void }) {
  const chart = useRef<HTMLDivElement>(null);
  return (
    <Panel
      title="p99 response by type"
      aside={
        <span className={styles.withMenu}>
          ms
          <ChartMenu
            title="p99 response by type, ms"
            table={() => tableOf(types, scenario)}
            drawingOf={() => chart.current?.querySelector("svg") ?? null}
            onReport={onReport}
          />
        </span>
      }
    >
      <div ref={chart}>
        <ResponseChart types={types} scenario={scenario} />
      </div>
    </Panel>
  );
}

const tableOf = (types: readonly TransactionType[], scenario: Scenario) => [
  ["Type", "Count", "Mean, ms", "p50, ms", "p95, ms", "p99, ms"],
  ...types.map(({ type, count, meanMs, p50Ms, p95Ms, p99Ms }) => [
    transactionTerm(type, scenario).title,
    ...[count, meanMs, p50Ms, p95Ms, p99Ms],
  ]),
];

function ResponseChart({ types, scenario }: TypesProps) {
  const data = types.map(({ type, p99Ms }) => ({
    name: transactionTerm(type, scenario).title,
    p99Ms,
  }));
  return (
    <figure className={styles.chart} aria-label="p99 response by type of transaction, in ms">
      <BarChart
        responsive
        style={{ width: "100%", height: "100%" }}
        layout="vertical"
        data={data}
        margin={{ top: 0, right: 16, bottom: 0, left: 0 }}
        title="p99 response by type"
      >
        <CartesianGrid stroke={cssVar("grid")} horizontal={false} />
        <XAxis
          type="number"
          tickFormatter={(value: number) => formatNumber(value)}
          tickCount={4}
          {...axisProps}
        />
        <YAxis type="category" dataKey="name" width={84} {...axisProps} />
        <Tooltip
          labelFormatter={(label) => String(label)}
          formatter={(value) => [`${milliseconds(Number(value))} ms`, "p99"]}
          {...tooltipProps}
        />
        <Bar
          dataKey="p99Ms"
          fill={cssVar("data-response")}
          barSize={14}
          isAnimationActive={false}
        />
      </BarChart>
    </figure>
  );
}

/** A line of its own says which type: beside five figures a narrow rail has no room for its name. */
function ResponseTable({ types, scenario }: TypesProps) {
  return (
    <table className={styles.table} data-dense>
      <ColumnHeads names={["Count", "Mean", "p50", "p95", "p99"]} />
      <tbody>
        {types.map(({ type, count, meanMs, p50Ms, p95Ms, p99Ms }) => (
          <Fragment key={type}>
            <tr>
              <th scope="rowgroup" colSpan={5} className={styles.which}>
                <TermHelp term={transactionTerm(type, scenario)} />
              </th>
            </tr>
            <tr data-type={type}>
              <td>{formatNumber(count)}</td>
              <td>{milliseconds(meanMs)}</td>
              <td>{milliseconds(p50Ms)}</td>
              <td>{milliseconds(p95Ms)}</td>
              <td>{milliseconds(p99Ms)}</td>
            </tr>
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}
