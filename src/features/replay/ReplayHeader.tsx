/** What is replayed: its name, how it came about, and its headline figures. */
import { Button } from "@fluentui/react-components";
import {
  BeakerRegular,
  DocumentTextRegular,
  FolderOpenRegular,
  PulseRegular,
} from "@fluentui/react-icons";
import type { OpenedLog } from "../../../app/contract/rpc/services.ts";
import type { RecordedTimeline } from "../../../app/contract/rpc/timeline-data.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { countOf, formatNumber } from "../../components/format/numbers.ts";
import { formatDuration } from "../../components/format/times.ts";
import { RunStatusLabel } from "../../components/ui/RunStatusLabel.tsx";
import { useNavigation } from "../../state/navigation.ts";
import styles from "./ReplayHeader.module.css";

export interface ReplayHeaderProps {
  readonly timeline: Timeline;
  readonly recorded: RecordedTimeline | null;
  readonly log: OpenedLog | null;
}

interface HeaderFact {
  readonly name: string;
  readonly value: string;
  readonly note?: string;
}

export function ReplayHeader({ timeline, recorded, log }: ReplayHeaderProps) {
  const facts = [
    ...(recorded === null ? logFacts(log) : runFacts(recorded)),
    ...creationFacts(timeline),
  ];
  return (
    <header className={styles.header}>
      <Source recorded={recorded} log={log} />
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
      <div className={styles.actions}>
        {recorded === null ? <OpenAnother /> : <RunActions recorded={recorded} />}
      </div>
    </header>
  );
}

function Source({ recorded, log }: Pick<ReplayHeaderProps, "recorded" | "log">) {
  const Icon = recorded === null ? FolderOpenRegular : BeakerRegular;
  const name = recorded?.entry.name ?? log?.fileName ?? "";
  return (
    <div className={styles.source}>
      <Icon fontSize={16} aria-hidden="true" />
      <h1 title={name}>{name}</h1>
      {recorded === null ? (
        <span>ERRORLOG</span>
      ) : (
        <RunStatusLabel status={recorded.entry.status} />
      )}
    </div>
  );
}

function logFacts(log: OpenedLog | null): HeaderFact[] {
  if (log === null) return [];
  const understood = log.rows.filter(({ kind }) => kind !== "other").length;
  const of = `of ${formatNumber(log.rows.length)} understood`;
  return [{ name: "Records", value: formatNumber(understood), note: of }];
}

function runFacts({ summary, entry }: RecordedTimeline): HeaderFact[] {
  const rate = summary?.transactions.perSecond ?? entry.transactionsPerSecond;
  return rate === null || rate === undefined
    ? []
    : [{ name: "Throughput", value: formatNumber(rate, 1), note: "transactions/s after warm-up" }];
}

/** Of the first creation; how many more there are is said beside it. */
function creationFacts({ bands, asOf }: Timeline): HeaderFact[] {
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

function OpenAnother() {
  const openScreen = useNavigation((state) => state.openScreen);
  return (
    <Button size="small" icon={<FolderOpenRegular />} onClick={() => openScreen("open-log")}>
      Open another log
    </Button>
  );
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
    <Button size="small" icon={<DocumentTextRegular />} onClick={() => openReport(id)}>
      Report
    </Button>
  );
}
