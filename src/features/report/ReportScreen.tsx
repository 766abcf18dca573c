/** Report: choose a run, see its report as it is exported, export it. */
import { Button, MessageBar, MessageBarActions, MessageBarBody } from "@fluentui/react-components";
import { DocumentText24Regular } from "@fluentui/react-icons";
import type { ReactNode } from "react";
import type { RunEntry } from "../../../app/contract/rpc/runs.ts";
import { EmptyState } from "../../components/ui/StateMessage.tsx";
import { useLibrary, useRun } from "../../state/library.ts";
import { useNavigation } from "../../state/navigation.ts";
import { useStatus } from "../../state/status.ts";
import { ExportButtons } from "./ExportButtons.tsx";
import { ReportPreview } from "./ReportPreview.tsx";
import styles from "./ReportScreen.module.css";
import { RunPicker } from "./RunPicker.tsx";
import { recentRuns } from "./recent-runs.ts";
import { useZoom, ZoomControl } from "./ZoomControl.tsx";

export default function ReportScreen(): ReactNode {
  const { reportRunId, openReport } = useNavigation();
  const { status, entries } = useLibrary();
  const entry = useRun(reportRunId);
  const zoom = useZoom();
  useStatus({
    title: entry?.name,
    left: entry === null ? [] : ["The preview is the HTML that is exported"],
  });
  const latest = recentRuns(entries).find((run) => run.status === "completed");
  return (
    <div className={styles.screen}>
      <section className={styles.bar} aria-label="Report">
        <RunPicker entries={entries} selected={entry} choose={openReport} />
        <ZoomControl zoom={zoom} disabled={entry === null} />
        <span className={styles.spring} />
        <ExportButtons entry={entry} />
      </section>
      {entry === null ? (
        status === "loading" ? null : (
          <NoRun latest={latest} any={entries.length > 0} open={openReport} />
        )
      ) : (
        <RunReport key={entry.id} entry={entry} zoom={zoom.value} />
      )}
    </div>
  );
}

interface NoRunProps {
  readonly latest: RunEntry | undefined;
  readonly any: boolean;
  open(runId: string): void;
}

function NoRun({ latest, any, open }: NoRunProps): ReactNode {
  const openScreen = useNavigation((state) => state.openScreen);
  return (
    <EmptyState
      icon={<DocumentText24Regular aria-hidden />}
      title={any ? "Choose a run to report on" : "No run to report on yet"}
      actions={
        latest === undefined ? (
          <Button appearance="primary" onClick={() => openScreen("experiments")}>
            Run an experiment
          </Button>
        ) : (
          <Button appearance="primary" onClick={() => open(latest.id)}>
            Report on the latest, {latest.name}
          </Button>
        )
      }
    >
      A report states what a run found, with its charts, figures, settings and log: as HTML, PDF,
      CSV or JSON.
    </EmptyState>
  );
}

function RunReport({
  entry,
  zoom,
}: {
  readonly entry: RunEntry;
  readonly zoom: number;
}): ReactNode {
  const openLive = useNavigation((state) => state.openLive);
  if (entry.status === "running") {
    return (
      <EmptyState
        title={`${entry.name} is still running`}
        actions={
          <Button appearance="primary" onClick={() => openLive(entry.id)}>
            Watch it live
          </Button>
        }
      >
        Its report is made when it ends, and appears here by itself.
      </EmptyState>
    );
  }
  return (
    <>
      <Partial entry={entry} />
      <ReportPreview entry={entry} zoom={zoom} />
    </>
  );
}

const partial = {
  failed: "This run failed",
  interrupted: "This run was interrupted",
  cancelled: "This run was cancelled",
} as const;

/** Says that the report covers less than was planned, and why. */
function Partial({ entry }: { readonly entry: RunEntry }): ReactNode {
  const openReplay = useNavigation((state) => state.openReplay);
  const { status, error, id } = entry;
  if (status === "running" || status === "completed") return null;
  const reason = error === null ? "" : `: ${error.message}`;
  return (
    <MessageBar intent={status === "failed" ? "error" : "warning"} className={styles.partial}>
      <MessageBarBody>
        {partial[status]}
        {reason}
        {/[.!?]$/.test(reason) ? " " : ". "}
        The report covers what was recorded until then.
      </MessageBarBody>
      <MessageBarActions>
        <Button size="small" onClick={() => openReplay({ kind: "run", runId: id })}>
          Open in Replay
        </Button>
      </MessageBarActions>
    </MessageBar>
  );
}
