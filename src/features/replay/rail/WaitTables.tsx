/** What the server waited for: totals since its start, or what came between two captures of them. */
import { Select, Switch } from "@fluentui/react-components";
import { useId, useMemo, useState } from "react";
import type { CapturedWait, WaitCapture } from "../../../../app/contract/capture.ts";
import { withUnitsKept } from "../../../../app/domain/format/line-breaks.ts";
import {
  formatNumber,
  formatPercent,
  formatReadable,
} from "../../../../app/domain/format/numbers.ts";
import {
  formatClockDate,
  formatRoughDuration,
  formatTidyDuration,
} from "../../../../app/domain/format/times.ts";
import { waitTerm } from "../../../../app/domain/glossary/glossary.ts";
import { rankWaits } from "../../../../app/domain/waits/wait-ranking.ts";
import { TermHelp } from "../../../components/rail/TermHelp.tsx";
import { Panel } from "../../../components/ui/Panel.tsx";
import styles from "./RailTabs.module.css";

export interface WaitTablesProps {
  readonly waits: readonly WaitCapture[];
  readonly originMs: number;
}

const shownAtFirst = 12;

export function WaitTables({ waits, originMs }: WaitTablesProps) {
  const id = useId();
  // What came between two captures says more than totals since a start that may be months ago.
  const best = Math.max(
    0,
    waits.findLastIndex(({ since, reset }) => since !== null && !reset),
  );
  const [chosen, choose] = useState<number | null>(null);
  const [withIdle, setWithIdle] = useState(false);
  const [all, setAll] = useState(false);
  const capture = waits[chosen ?? best] ?? waits[0];
  const ranked = useMemo(() => rankWaits(capture?.waits ?? [], (wait) => wait), [capture]);
  if (capture === undefined) return null;
  const shown = withIdle ? [...ranked.costs, ...ranked.idle] : ranked.costs;
  const listed = all ? shown : shown.slice(0, shownAtFirst);
  return (
    <Panel title="Waits" aside={capture.spanMs === null ? "in all" : "ms/s"}>
      {waits.length > 1 && (
        <div className={styles.drive}>
          <label htmlFor={id}>Captured</label>
          <Select
            id={id}
            size="small"
            value={String(chosen ?? best)}
            onChange={(_, { value }) => choose(Number(value))}
          >
            {waits.map((one, position) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the position is its identity
              <option key={position} value={position}>
                {titleOf(one)}
              </option>
            ))}
          </Select>
        </div>
      )}
      <p className={styles.prose}>{textOf(capture, originMs)}</p>
      {shown.length === 0 && <p className={styles.prose}>Nobody waited.</p>}
      <ul className={styles.waits}>
        {listed.map((wait) => (
          <Wait
            key={wait.waitType}
            wait={wait}
            capture={capture}
            totalMs={ranked.totalMs}
            mostMs={ranked.costs[0]?.waitMs ?? 0}
          />
        ))}
      </ul>
      <div className={styles.foot}>
        <Switch
          label="Idle tasks too"
          checked={withIdle}
          onChange={(_, { checked }) => setWithIdle(checked)}
        />
        {shown.length > shownAtFirst && (
          <button type="button" className={styles.link} onClick={() => setAll(!all)}>
            {all ? "Show fewer" : `Show all ${formatNumber(shown.length)}`}
          </button>
        )}
      </div>
    </Panel>
  );
}

const titleOf = ({ label, since }: WaitCapture): string =>
  since === null ? `${label}: since the server’s start` : `${label}: since ${since}`;

function textOf({ atMs, since, spanMs, reset }: WaitCapture, originMs: number): string {
  const when = atMs === null ? "" : ` Taken at ${formatClockDate(originMs, atMs)}.`;
  if (since === null) return `Totals since the server’s start, or since they were cleared.${when}`;
  const length = spanMs === null ? "" : `, ${formatRoughDuration(spanMs)}`;
  if (reset)
    return `Counters fell since ${since}: the server was restarted, or they were cleared.${when}`;
  return `What came since ${since}${length}.${when}`;
}

interface WaitProps {
  readonly wait: CapturedWait;
  readonly capture: WaitCapture;
  /** Of the waits that cost something, which an idle one is no share of. */
  readonly totalMs: number;
  readonly mostMs: number;
}

function Wait({ wait, capture: { spanMs }, totalMs, mostMs }: WaitProps) {
  const { waitType, waitMs, tasks, signalMs, maxWaitMs, idle } = wait;
  const amount =
    spanMs === null || spanMs <= 0
      ? formatTidyDuration(waitMs)
      : formatReadable(waitMs / (spanMs / 1000));
  const facts = [
    idle ? "idle" : `${formatPercent(totalMs > 0 ? waitMs / totalMs : 0, 0)} of all`,
    `${formatNumber(tasks)} waits`,
    ...(tasks > 0 ? [`${formatReadable(waitMs / tasks)} ms each`] : []),
    ...(maxWaitMs === null ? [] : [`longest ${formatTidyDuration(maxWaitMs)}`]),
    ...(signalMs === null || waitMs <= 0
      ? []
      : [`${formatPercent(signalMs / waitMs, 0)} for a processor`]),
  ];
  return (
    <li>
      <div className={styles.label}>
        <TermHelp term={waitTerm(waitType)} />
        <strong>{amount}</strong>
      </div>
      {!idle && (
        <div className={styles.track}>
          <div style={{ width: `${mostMs > 0 ? (100 * waitMs) / mostMs : 0}%` }} />
        </div>
      )}
      <p>{withUnitsKept(facts.join(" · "))}</p>
    </li>
  );
}
