/** What sessions wait for: how many of them on average, by type of wait. */
import { Button } from "@fluentui/react-components";
import { useState } from "react";
import { countOf, formatNumber, formatReadable } from "../../../app/domain/format/numbers.ts";
import type { WaitShare } from "../../../app/domain/waits/waits-in-span.ts";
import { Panel } from "../ui/Panel.tsx";
import styles from "./Rail.module.css";
import { type LanesOfWaits, WaitBars } from "./WaitBars.tsx";

export interface TopWaitsProps {
  /** The time that is meant: "last 10 s". */
  readonly span: string;
  readonly waits: readonly WaitShare[];
  readonly limit?: number;
  /** With all figures of each. */
  readonly isDetailed?: boolean;
  readonly lanes?: LanesOfWaits | undefined;
}

export function TopWaits({ span, waits, limit = 6, isDetailed = false, lanes }: TopWaitsProps) {
  const [all, setAll] = useState(false);
  const shown = all ? waits : waits.slice(0, limit);
  const most = shown[0]?.msPerSecond ?? 0;
  return (
    <Panel title="Sessions waiting" aside={`average, ${span}`}>
      {shown.length === 0 && <p className={styles.note}>No waits in the {span}.</p>}
      {shown.length > 0 && (
        <WaitBars
          isDetailed={isDetailed}
          lanes={lanes}
          waits={shown.map((wait) => ({
            waitType: wait.waitType,
            share: most > 0 ? wait.msPerSecond / most : 0,
            amount: sessionsText(wait.msPerSecond),
            facts: factsOf(wait),
          }))}
        />
      )}
      {waits.length > limit && (
        <Button size="small" appearance="subtle" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? "Show fewer" : `Show all ${countOf(waits.length, "type")} of wait`}
        </Button>
      )}
    </Panel>
  );
}

/** A second of waiting in a second is one session; a wait that is listed was not nothing. */
export function sessionsText(msPerSecond: number): string {
  const sessions = msPerSecond / 1000;
  if (sessions > 0 && sessions < 0.005) return `< ${formatNumber(0.01, 2)}`;
  return formatReadable(sessions);
}

export const rateText = (msPerSecond: number): string => `${formatReadable(msPerSecond)} ms/s`;

function factsOf({ msPerSecond, tasks, waitMs }: WaitShare): readonly string[] {
  return [
    rateText(msPerSecond),
    tasks < 0.5 ? "part of 1 wait" : countOf(Math.round(tasks), "wait"),
    ...(tasks >= 1 ? [`${formatReadable(waitMs / tasks)} ms each`] : []),
  ];
}
