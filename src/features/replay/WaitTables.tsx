/** What the server waited for: totals since its start, or what came between two captures of them. */
import { Select, Switch } from "@fluentui/react-components";
import { useId, useMemo, useState } from "react";
import type { CapturedWait, WaitCapture } from "../../../app/contract/capture.ts";
import { formatNumber, formatPercent, formatReadable } from "../../../app/domain/format/numbers.ts";
import { formatClockDate, formatRoughDuration } from "../../../app/domain/format/times.ts";
import { waitTerm } from "../../../app/domain/glossary/glossary.ts";
import { TermHelp } from "../../components/rail/TermHelp.tsx";
import { Panel } from "../../components/ui/Panel.tsx";
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
  const shown = useMemo(
    () => (capture?.waits ?? []).filter(({ idle, waitMs }) => waitMs > 0 && (withIdle || !idle)),
    [capture, withIdle],
  );
  if (capture === undefined) return null;
  const total = shown.reduce((sum, { waitMs }) => sum + waitMs, 0);
  const listed = all ? shown : shown.slice(0, shownAtFirst);
  return (
    <Panel title="Waits" aside={capture.spanMs === null ? "s" : "ms/s"}>
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
          <Wait key={wait.waitType} {...{ wait, capture, total }} most={shown[0]?.waitMs ?? 0} />
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
  readonly total: number;
  readonly most: number;
}

function Wait({ wait, capture: { spanMs }, total, most }: WaitProps) {
  const { waitType, waitMs, tasks, signalMs, maxWaitMs } = wait;
  const amount = spanMs === null || spanMs <= 0 ? waitMs / 1000 : waitMs / (spanMs / 1000);
  const facts = [
    `${formatPercent(total > 0 ? waitMs / total : 0, 0)} of all`,
    `${formatNumber(tasks)} waits`,
    ...(tasks > 0 ? [`${formatReadable(waitMs / tasks)} ms each`] : []),
    ...(maxWaitMs === null ? [] : [`longest ${formatReadable(maxWaitMs)} ms`]),
    ...(signalMs === null || waitMs <= 0
      ? []
      : [`${formatPercent(signalMs / waitMs, 0)} for a processor`]),
  ];
  return (
    <li>
      <div className={styles.label}>
        <TermHelp term={waitTerm(waitType)} />
        <strong>{formatReadable(amount)}</strong>
      </div>
      <div className={styles.track}>
        <div style={{ width: `${most > 0 ? (100 * waitMs) / most : 0}%` }} />
      </div>
      <p>{facts.join(" · ")}</p>
    </li>
  );
}
