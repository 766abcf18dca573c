/** What the server waited for: totals since its start, or what came between two captures of them. */
import { Select, Switch } from "@fluentui/react-components";
import { useId, useMemo, useState } from "react";
import type { CapturedWait, WaitCapture } from "../../../../app/contract/capture.ts";
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
import { rankWaits } from "../../../../app/domain/waits/wait-ranking.ts";
import { rateText, sessionsText } from "../../../components/rail/TopWaits.tsx";
import { type ShownWait, WaitBars } from "../../../components/rail/WaitBars.tsx";
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
    <Panel title="Waits" aside={isRate(capture) ? "sessions waiting, average" : "in all"}>
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
      {shown.length === 0 ? (
        <p className={styles.prose}>No waits are listed in it.</p>
      ) : (
        <WaitBars
          isDetailed
          waits={listed.map((wait) =>
            shownWait(wait, capture, ranked.totalMs, ranked.costs[0]?.waitMs ?? 0),
          )}
        />
      )}
      <div className={styles.foot}>
        <Switch
          label="Include idle tasks"
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

/** What came between two captures; totals since a start have no rate. */
const isRate = ({ spanMs }: WaitCapture): boolean => spanMs !== null && spanMs > 0;

/** `totalMs`: of the waits that cost something, which an idle one is no share of. */
function shownWait(
  wait: CapturedWait,
  capture: WaitCapture,
  totalMs: number,
  mostMs: number,
): ShownWait {
  const { waitType, waitMs, tasks, signalMs, maxWaitMs, idle } = wait;
  const msPerSecond = isRate(capture) ? waitMs / ((capture.spanMs ?? 0) / 1000) : null;
  return {
    waitType,
    share: idle || mostMs <= 0 ? 0 : waitMs / mostMs,
    amount: msPerSecond === null ? formatTidyDuration(waitMs) : sessionsText(msPerSecond),
    facts: [
      ...(msPerSecond === null ? [] : [rateText(msPerSecond)]),
      idle ? "idle" : `${formatPercent(totalMs > 0 ? waitMs / totalMs : 0, 0)} of all`,
      `${formatNumber(tasks)} waits`,
      ...(tasks > 0 ? [`${formatReadable(waitMs / tasks)} ms each`] : []),
      ...(maxWaitMs === null ? [] : [`longest ${formatTidyDuration(maxWaitMs)}`]),
      ...(signalMs === null || waitMs <= 0
        ? []
        : [`${formatPercent(signalMs / waitMs, 0)} for a processor`]),
    ],
  };
}
