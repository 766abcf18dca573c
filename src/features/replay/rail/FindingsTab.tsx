/**
 * What is worth a second look in a log, the weightiest first, each with the records that it is from; of a
 * run, what it recommends to change as well.
 */
import {
  ErrorCircle16Filled,
  type FluentIcon,
  Info16Regular,
  Warning16Regular,
} from "@fluentui/react-icons";
import { useState } from "react";
import type { Advice } from "../../../../app/contract/advice.ts";
import type { CounterEffect, Evidence, Finding } from "../../../../app/contract/capture.ts";
import type { RunEntry } from "../../../../app/contract/rpc/runs.ts";
import { withUnitsKept } from "../../../../app/domain/format/line-breaks.ts";
import { formatNumber } from "../../../../app/domain/format/numbers.ts";
import { formatClockDate } from "../../../../app/domain/format/times.ts";
import type { Timeline } from "../../../../app/domain/timeline/timeline.ts";
import { BookmarkPanel } from "../../../components/bookmarks/BookmarkPanel.tsx";
import type { Bookmarking } from "../../../state/player/bookmarking.ts";
import type { PlayerStore } from "../../../state/player/player.ts";
import type { Loading } from "../../../state/services/fetching.ts";
import { showSpan } from "../show-span.ts";
import { BottleneckPart } from "./BottleneckPart.tsx";
import styles from "./RailTabs.module.css";
import { Recommendations } from "./Recommendations.tsx";
import { StepsPart } from "./StepsPart.tsx";

interface FindingsProps {
  readonly timeline: Timeline;
  readonly player: PlayerStore;
  readonly findings: readonly Finding[];
  /** By position. */
  readonly files: readonly string[];
}

export interface FindingsTabProps extends FindingsProps {
  /** Null: a server's files, which recommend nothing. */
  readonly run: Pick<RunEntry, "id" | "status"> | null;
  readonly advice: Loading<Advice>;
  /** The advice is of a selected span, not of all of the run. */
  readonly isOfSelection: boolean;
  readonly effects: readonly CounterEffect[];
  readonly bookmarking: Bookmarking;
}

/** A finding may have twenty: one glance is for what is found. */
const shownAtFirst = 3;

const weights = ["critical", "warning", "information"] as const;
type Weight = (typeof weights)[number];
const icons: Readonly<Record<Weight, FluentIcon>> = {
  critical: ErrorCircle16Filled,
  warning: Warning16Regular,
  information: Info16Regular,
};
const words: Readonly<Record<Weight, string>> = {
  critical: "Critical",
  warning: "Warning",
  information: "Information",
};

export function FindingsTab(props: FindingsTabProps) {
  const { run, advice, isOfSelection, effects, bookmarking, ...findings } = props;
  return (
    <>
      <BookmarkPanel {...{ timeline: props.timeline, ...bookmarking }} />
      {run?.status === "completed" && !isOfSelection && <StepsPart {...{ run, advice }} />}
      {effects.length > 0 && (
        <>
          <h2 className={styles.heading}>What happened, by the counters</h2>
          <Effects effects={effects} player={findings.player} />
        </>
      )}
      <h2 className={styles.heading}>In the log</h2>
      <Findings {...findings} />
      {run !== null && run.status !== "running" && (
        <>
          <h2 className={styles.heading}>
            {isOfSelection ? "Where the bottleneck is in the selection" : "Where the bottleneck is"}
          </h2>
          <BottleneckPart advice={advice} />
        </>
      )}
      {run?.status === "completed" && (
        <>
          <h2 className={styles.heading}>Recommendations</h2>
          <Recommendations {...{ run, advice, isOfSelection }} />
        </>
      )}
    </>
  );
}

function Effects({ effects, player }: Pick<FindingsTabProps, "effects" | "player">) {
  return (
    <ul className={styles.effects} aria-label="What happened">
      {effects.map(({ sentence, startMs, endMs }) => (
        <li key={sentence}>
          <button
            type="button"
            className={styles.link}
            title="Show its time in the charts"
            onClick={() => showSpan(player, { startMs, endMs }, 1)}
          >
            {withUnitsKept(sentence)}
          </button>
        </li>
      ))}
    </ul>
  );
}

function Findings({ timeline, player, findings, files }: FindingsProps) {
  if (findings.length === 0) {
    return (
      <p className={styles.nothing}>
        Nothing stands out so far. Snapscope looks for slow checkpoints and I/O, creations that did
        not complete, suspect snapshots, failed backups, log-on storms, damaged pages, files that
        could not be opened, starts that failed, restarts, fail-overs, deadlocks, and clocks that
        step back.
      </p>
    );
  }
  const sorted = weights.flatMap((weight) => findings.filter((one) => one.weight === weight));
  return (
    <ul className={styles.findings} aria-label="Findings">
      {sorted.map((finding) => (
        <FindingItem key={finding.id} {...{ finding, timeline, player, files }} />
      ))}
    </ul>
  );
}

interface FindingItemProps extends Omit<FindingsProps, "findings"> {
  readonly finding: Finding;
}

function FindingItem({ finding, timeline, player, files }: FindingItemProps) {
  const { weight, title, text, startMs, endMs, evidence, occurrences } = finding;
  const Icon = icons[weight];
  const select = () => {
    if (startMs !== null) showSpan(player, { startMs, endMs: endMs ?? startMs });
  };
  const [all, setAll] = useState(false);
  const shown = all ? evidence : evidence.slice(0, shownAtFirst);
  const hidden = occurrences - evidence.length;
  return (
    <li className={styles.finding} data-weight={weight}>
      <h3>
        <Icon aria-label={words[weight]} />
        {startMs === null ? (
          title
        ) : (
          <button type="button" onClick={select} title="Show its time in the charts">
            {title}
          </button>
        )}
      </h3>
      <p>{text}</p>
      <ol>
        {shown.map((one) => (
          <li key={`${one.file}/${one.line}`}>
            <EvidenceLine {...{ evidence: one, timeline, player, files }} />
          </li>
        ))}
      </ol>
      {evidence.length > shownAtFirst && (
        <button type="button" className={styles.link} onClick={() => setAll(!all)}>
          {all ? "Show fewer records" : `Show ${formatNumber(evidence.length)} records`}
        </button>
      )}
      {all && hidden > 0 && <p className={styles.more}>and {formatNumber(hidden)} more</p>}
    </li>
  );
}

interface EvidenceLineProps extends Omit<FindingItemProps, "finding"> {
  readonly evidence: Evidence;
}

function EvidenceLine({ evidence, timeline, player, files }: EvidenceLineProps) {
  const { file, line, record, atMs, text } = evidence;
  const go = () => {
    const { pause, select, seek } = player.getState();
    pause();
    if (record !== null) select({ kind: "record", index: record });
    if (atMs !== null) seek(atMs);
  };
  const name = files[file] ?? "";
  return (
    <button type="button" className={styles.evidence} onClick={go}>
      <span className={styles.place}>
        {atMs === null ? "no time" : formatClockDate(timeline.originMs, atMs)}
        <span>
          {/* A run has one log, which has no name. */}
          {name === "" ? "line" : `${name}, line`} {formatNumber(line)}
        </span>
      </span>
      <span className={styles.text}>{text}</span>
    </button>
  );
}
