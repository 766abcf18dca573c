/** What a recording consists of: its counters, responses, plan, backups and files, one of them unfolded. */
import { ChevronDown16Regular, ChevronRight16Regular } from "@fluentui/react-icons";
import type { ReactNode } from "react";
import * as z from "zod";
import type { RecordingOverview, RecordingRef } from "../../../../app/contract/rpc/recordings.ts";
import { hasBackups } from "../../../../app/domain/backup-words.ts";
import type { Span } from "../../../../app/domain/timeline/span.ts";
import type { Timeline } from "../../../../app/domain/timeline/timeline.ts";
import type { PlayerStore } from "../../../state/player/player.ts";
import { addSpanToReport } from "../../../state/reports/report-edits.ts";
import { useSetting } from "../../../state/services/settings.ts";
import type { RecordingCounters } from "../charts/recording-counters.ts";
import { BackupsPart } from "./BackupsPart.tsx";
import { CountersPart } from "./CountersPart.tsx";
import styles from "./DataTab.module.css";
import { FilesPart } from "./FilesPart.tsx";
import { PlanPart } from "./PlanPart.tsx";
import { ResponsesPart } from "./ResponsesPart.tsx";
import { SteadyOf } from "./SteadyOf.tsx";

export interface DataTabProps {
  readonly recording: RecordingRef;
  readonly timeline: Timeline;
  readonly overview: RecordingOverview;
  readonly player: PlayerStore;
  readonly counters: RecordingCounters;
  /** Selected; null: nothing. */
  readonly span: Span | null;
}

const parts = ["counters", "responses", "plan", "backups", "files"] as const;
type PartName = (typeof parts)[number];
/** None: all are folded. */
const openSchema = z.enum([...parts, "none"]);

const titles: Readonly<Record<PartName, string>> = {
  counters: "Counters",
  responses: "Responses",
  plan: "Plan",
  backups: "Backups",
  files: "Files",
};

/** Those that a recording has. */
export function dataPartsOf({ counters, files, run }: RecordingOverview): readonly PartName[] {
  const has: Readonly<Record<PartName, boolean>> = {
    counters: counters.length > 0,
    responses: run !== null,
    plan: run !== null,
    backups: hasBackups(run?.summary ?? null),
    files: files.length > 0,
  };
  return parts.filter((part) => has[part]);
}

export function DataTab(props: DataTabProps): ReactNode {
  const shown = dataPartsOf(props.overview);
  const [kept, keep] = useSetting<PartName | "none" | null>("replay.data", openSchema, null);
  const open = kept === "none" || (kept !== null && shown.includes(kept)) ? kept : shown[0];
  return shown.map((part) => (
    <FoldingPart
      key={part}
      title={titles[part]}
      isOpen={part === open}
      toggle={() => keep(part === open ? "none" : part)}
    >
      <Part {...props} part={part} />
    </FoldingPart>
  ));
}

interface FoldingPartProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly children: ReactNode;
  toggle(): void;
}

/** What is folded away is not there: it would ask for samples that nobody looks at. */
function FoldingPart({ title, isOpen, toggle, children }: FoldingPartProps): ReactNode {
  const Chevron = isOpen ? ChevronDown16Regular : ChevronRight16Regular;
  return (
    <div className={styles.part}>
      <button type="button" className={styles.toggle} aria-expanded={isOpen} onClick={toggle}>
        <Chevron aria-hidden="true" />
        {title}
      </button>
      {isOpen && children}
    </div>
  );
}

interface PartProps extends DataTabProps {
  readonly part: PartName;
}

function Part(props: PartProps): ReactNode {
  const { part, recording, timeline, overview, player, counters, span } = props;
  const { run } = overview;
  switch (part) {
    case "counters":
      return (
        <>
          {run !== null && <SteadyOf runId={run.entry.id} />}
          <CountersPart {...{ recording, timeline, counters, span }} />
        </>
      );
    case "responses":
      return (
        <ResponsesPart
          {...{ recording, span }}
          summary={run?.summary ?? null}
          onReport={() =>
            addSpanToReport(recording, "responses", span ?? { startMs: 0, endMs: timeline.endMs })
          }
        />
      );
    case "plan":
      return <PlanPart {...{ run, timeline, player }} />;
    case "backups":
      return run?.summary ? <BackupsPart {...{ timeline, player }} summary={run.summary} /> : null;
    case "files":
      return <FilesPart overview={overview} />;
  }
}
