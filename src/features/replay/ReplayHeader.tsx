/** What is replayed: its name, how it came about, and its headline figures. */
import { Button } from "@fluentui/react-components";
import { BeakerRegular, DocumentTextRegular, PulseRegular } from "@fluentui/react-icons";
import type { RecordedTimeline } from "../../../app/contract/rpc/timeline-data.ts";
import { countOf, formatNumber } from "../../../app/domain/format/numbers.ts";
import { formatDuration } from "../../../app/domain/format/times.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { RunStatusLabel } from "../../components/ui/RunStatusLabel.tsx";
import { useNavigation } from "../../state/navigation.ts";
import styles from "./ReplayHeader.module.css";

export interface ReplayHeaderProps {
  readonly timeline: Timeline;
  readonly recorded: RecordedTimeline;
}

export interface HeaderFact {
  readonly name: string;
  readonly value: string;
  readonly note?: string;
}

export function ReplayHeader({ timeline, recorded }: ReplayHeaderProps) {
  const { name, status } = recorded.entry;
  return (
    <header className={styles.header}>
      <div className={styles.source}>
        <BeakerRegular fontSize={16} aria-hidden="true" />
        <h1 title={name}>{name}</h1>
        <RunStatusLabel status={status} />
      </div>
      <HeaderFacts facts={[...runFacts(recorded), ...creationFacts(timeline)]} />
      <div className={styles.actions}>
        <RunActions recorded={recorded} />
      </div>
    </header>
  );
}

export function HeaderFacts({ facts }: { readonly facts: readonly HeaderFact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value, note }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value}
            {note !== undefined && <span>{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function runFacts({ summary, entry }: RecordedTimeline): HeaderFact[] {
  const rate = summary?.transactions.perSecond ?? entry.transactionsPerSecond;
  return rate === null || rate === undefined
    ? []
    : [{ name: "Throughput", value: formatNumber(rate, 1), note: "transactions/s after warm-up" }];
}

/** Of the first creation; how many more there are is said beside it. */
export function creationFacts({ bands, asOf }: Timeline): HeaderFact[] {
  const commands = bands.filter(({ row, phase }) => row === "command" && phase === null);
  const [first] = commands;
  if (first === undefined) return [{ name: "Creation", value: "none" }];
  const more = commands.length - 1;
  const duration =
    first.endMs === null ? "not completed" : formatDuration(first.endMs - first.startMs);
  const line = asOf.find(
    ({ snapshot, atMs }) => snapshot === first.snapshot && atMs >= first.startMs,
  );
  return [
    {
      name: more === 0 ? "Creation" : `Creation of ${first.snapshot}`,
      value: duration,
      ...(more === 0 ? {} : { note: `and ${countOf(more, "more", "more")}` }),
    },
    ...(line === undefined
      ? []
      : [
          {
            name: "As of",
            value: formatDuration(line.atMs - first.startMs),
            note: "after the command",
          },
        ]),
  ];
}

function RunActions({ recorded }: { readonly recorded: RecordedTimeline }) {
  const openReport = useNavigation((state) => state.openReport);
  const openLive = useNavigation((state) => state.openLive);
  const { id, status } = recorded.entry;
  return status === "running" ? (
    <Button size="small" icon={<PulseRegular />} onClick={() => openLive(id)}>
      Still running: go to Live
    </Button>
  ) : (
    <Button
      size="small"
      icon={<DocumentTextRegular />}
      onClick={() => openReport({ kind: "run", runId: id })}
    >
      Report
    </Button>
  );
}
