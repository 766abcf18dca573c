/** What sessions waited for: in the selected span or just before the playhead, and over the run. */
import { memo, useMemo, useRef } from "react";
import { CartesianGrid, Line, LineChart, ReferenceArea, Tooltip, XAxis, YAxis } from "recharts";
import type { RecordingOverview, RecordingRef } from "../../../../app/contract/rpc/recordings.ts";
import type { Series } from "../../../../app/contract/rpc/timeline-data.ts";
import { formatReadable } from "../../../../app/domain/format/numbers.ts";
import {
  formatClock,
  formatClockSeconds,
  formatRoughDuration,
} from "../../../../app/domain/format/times.ts";
import type { Span } from "../../../../app/domain/timeline/span.ts";
import { timeTicks } from "../../../../app/domain/timeline/time-ticks.ts";
import type { Timeline } from "../../../../app/domain/timeline/timeline.ts";
import { extentOf } from "../../../../app/domain/timeline/viewport.ts";
import { type WaitCategory, waitCategory } from "../../../../app/domain/waits/wait-category.ts";
import { waitsInSpan } from "../../../../app/domain/waits/waits-in-span.ts";
import { type WaitsOverTime, waitsOverTime } from "../../../../app/domain/waits/waits-over-time.ts";
import { cssVar } from "../../../../app/theme/tokens.ts";
import { ChartMenu } from "../../../components/charts/ChartMenu.tsx";
import { type NamedLine, SeriesButtons } from "../../../components/charts/SeriesButtons.tsx";
import { useSeriesSwitch } from "../../../components/charts/use-series-switch.ts";
import { lanesOfWaits } from "../../../components/rail/lanes-of-waits.ts";
import { rateText, sessionsText, TopWaits } from "../../../components/rail/TopWaits.tsx";
import { Panel } from "../../../components/ui/Panel.tsx";
import { ReadingSoon } from "../../../components/ui/ReadingSoon.tsx";
import { useRecordingSeries } from "../../../state/recordings/recording-series.ts";
import { addSpanToReport } from "../../../state/reports/report-edits.ts";
import type { RecordingCounters } from "../charts/recording-counters.ts";
import { axisProps, plotInsets, tooltipProps } from "./chart-look.ts";
import styles from "./RecordingRail.module.css";
import { WaitTables } from "./WaitTables.tsx";

export interface WaitsTabProps {
  readonly recording: RecordingRef;
  readonly timeline: Timeline;
  readonly overview: RecordingOverview;
  readonly counters: Pick<RecordingCounters, "possible" | "arrangement" | "show">;
  /** Selected; null: the time before the playhead. */
  readonly span: Span | null;
  readonly atMs: number;
}

const beforePlayheadMs = 10_000;
/** What a chart of this width can show, and what an eye can tell apart by dashes. */
const limits = { types: 4, steps: 80 };
const dashes = ["", "6 3", "2 2", "8 2 2 2"] as const;
/** About how many px of its axis of times a tick has. */
const axisPixels = 180;
const noCounters: readonly string[] = [];

/** Samples tell when it was waited, results of a view of the server only how much in all. */
export function WaitsTab(props: WaitsTabProps) {
  const { overview, timeline } = props;
  return (
    <>
      {overview.run !== null && <SampledWaits {...props} />}
      {overview.waits.length > 0 && (
        <WaitTables waits={overview.waits} originMs={timeline.originMs} />
      )}
    </>
  );
}

function SampledWaits({ recording, timeline, counters, span, atMs }: WaitsTabProps) {
  const extent = useMemo(() => extentOf(timeline), [timeline]);
  const waits = { recording, counters: noCounters, waits: true, extent, samples: 0 };
  const whole = useRecordingSeries({ ...waits, view: extent });
  const detail = useRecordingSeries({ ...waits, view: span ?? extent });
  if (whole.problem !== null) {
    return (
      <Panel title="Waits">
        <p className={styles.prose}>{whole.problem}</p>
      </Panel>
    );
  }
  // That nobody waited is known only when the samples are here.
  if (whole.loading || detail.loading) return <ReadingSoon label="Reading the waits" />;
  return (
    <>
      <WaitsOfSpan series={detail.series} counters={counters} span={span} atMs={atMs} />
      <OverTime {...{ recording, timeline, span, atMs }} series={whole.series} />
    </>
  );
}

interface WaitsOfSpanProps extends Pick<WaitsTabProps, "counters" | "span" | "atMs"> {
  readonly series: Series;
}

function WaitsOfSpan({ series, counters, span, atMs }: WaitsOfSpanProps) {
  const shown = span ?? { startMs: Math.max(0, atMs - beforePlayheadMs), endMs: atMs };
  const { startMs, endMs } = shown;
  const waits = useMemo(() => waitsInSpan(series, { startMs, endMs }), [series, startMs, endMs]);
  const length = formatRoughDuration(endMs - startMs);
  return (
    <TopWaits
      span={span === null ? `${length} up to the playhead` : "selection"}
      waits={waits}
      limit={10}
      isDetailed
      lanes={lanesOfWaits(counters)}
    />
  );
}

interface OverTimeProps extends Omit<WaitsTabProps, "counters" | "overview"> {
  readonly series: Series;
}

function OverTime({ recording, series, timeline, span, atMs }: OverTimeProps) {
  const { originMs, endMs } = timeline;
  const waits = useMemo(
    () => waitsOverTime(series, { startMs: 0, endMs }, limits),
    [series, endMs],
  );
  const switched = useSeriesSwitch();
  const figure = useRef<HTMLElement>(null);
  const { off } = switched;
  const shown = useMemo(() => waits.types.filter((_, at) => !off.has(at)), [waits, off]);
  if (waits.steps.length === 0) {
    return (
      <Panel title="Waits over time">
        <p className={styles.prose}>This run recorded no samples.</p>
      </Panel>
    );
  }
  return (
    <Panel
      title="Waits over time"
      aside={
        <span className={styles.withMenu}>
          sessions waiting
          <ChartMenu
            title="Waits over time, sessions waiting"
            legend={shown.map((type) => lineNamed(type, waits))}
            table={() => tableOf(waits, originMs)}
            drawingOf={() => figure.current?.querySelector("svg") ?? null}
            onReport={() => addSpanToReport(recording, "waits", span ?? { startMs: 0, endMs })}
          />
        </span>
      }
    >
      <figure ref={figure} className={styles.chart} aria-label={descriptionOf(waits)}>
        <WaitsChart {...{ waits, shown, originMs, endMs, span }} />
        <div className={styles.overPlot} style={plotInsets} aria-hidden="true">
          <span className={styles.playhead} style={{ left: percent(atMs / endMs) }} />
        </div>
      </figure>
      <div className={styles.legend}>
        <SeriesButtons {...switched} series={waits.types.map((type) => lineNamed(type, waits))} />
      </div>
    </Panel>
  );
}

const percent = (share: number): string => `${100 * share}%`;

interface WaitsChartProps {
  readonly waits: WaitsOverTime;
  /** Those of its types that are not switched off. */
  readonly shown: readonly string[];
  readonly originMs: number;
  readonly endMs: number;
  readonly span: Span | null;
}

/** Without the playhead, which would have all of it drawn again with every frame. */
const WaitsChart = memo(function WaitsChart(props: WaitsChartProps) {
  const { waits, shown, originMs, endMs, span } = props;
  const clock = (ms: number) => formatClockSeconds(originMs, ms);
  const { left, ...margin } = plotInsets;
  return (
    <LineChart
      responsive
      style={{ width: "100%", height: "100%" }}
      data={rowsOf(waits)}
      margin={{ ...margin, left: 0, bottom: 0 }}
      title="Waits over time"
    >
      <CartesianGrid stroke={cssVar("grid")} vertical={false} />
      <XAxis
        dataKey="atMs"
        type="number"
        domain={[0, endMs]}
        height={margin.bottom}
        tickFormatter={clock}
        ticks={timeTicks({ startMs: 0, endMs }, originMs, axisPixels).map(({ atMs }) => atMs)}
        {...axisProps}
      />
      <YAxis
        width={left}
        tickFormatter={(value: number) => formatReadable(value)}
        tickCount={3}
        {...axisProps}
      />
      {span !== null && (
        <ReferenceArea
          x1={Math.max(0, span.startMs)}
          x2={Math.min(endMs, span.endMs)}
          fill={cssVar("accent")}
          fillOpacity={0.18}
        />
      )}
      <Tooltip
        labelFormatter={(label) => clock(Number(label))}
        formatter={(value) => sessionsUnit(Number(value))}
        {...tooltipProps}
      />
      {shown.map((type) => (
        <Line
          key={type}
          dataKey={type}
          name={type}
          data-wait={type}
          dot={false}
          isAnimationActive={false}
          {...lineNamed(type, waits).line}
        />
      ))}
    </LineChart>
  );
});

const colours: Readonly<Record<WaitCategory, string>> = {
  snapshot: cssVar("data-snapshot-writes"),
  log: cssVar("data-log-reads"),
  data: cssVar("data-data-writes"),
  sessions: cssVar("text-1"),
  other: cssVar("text-3"),
};

/** A line has the colour of its bar above; dashes tell lines of one colour apart. */
const lineNamed = (type: string, { types }: WaitsOverTime): NamedLine => ({
  name: type,
  line: {
    stroke: colours[waitCategory(type)],
    strokeWidth: 1.5,
    strokeDasharray: dashes[types.indexOf(type)] ?? "",
  },
});

const tableOf = ({ types, steps }: WaitsOverTime, originMs: number) => [
  ["From", "To", ...types.map((type) => `${type}, sessions waiting`)],
  ...steps.map(({ startMs, endMs, msPerSecond }) => [
    ...[formatClock(originMs, startMs), formatClock(originMs, endMs)],
    ...types.map((type) => (msPerSecond[type] ?? 0) / 1000),
  ]),
];

const sessionsUnit = (sessions: number): string =>
  `${sessionsText(1000 * sessions)} sessions, ${rateText(1000 * sessions)}`;

const rowsOf = ({ steps }: WaitsOverTime) =>
  steps.map(({ startMs, endMs, msPerSecond }) => ({
    atMs: (startMs + endMs) / 2,
    ...Object.fromEntries(Object.entries(msPerSecond).map(([type, ms]) => [type, ms / 1000])),
  }));

const descriptionOf = ({ types }: WaitsOverTime): string =>
  `Waits over the run, sessions waiting: ${types.join(", ")}`;
