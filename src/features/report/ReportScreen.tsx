/** Report: choose a run or opened logs, see the report as it is exported, export it. */
import { Button, MessageBar, MessageBarActions, MessageBarBody } from "@fluentui/react-components";
import { DocumentText24Regular } from "@fluentui/react-icons";
import { type ReactNode, useState } from "react";
import type { RunEntry } from "../../../app/contract/rpc/runs.ts";
import { EmptyState } from "../../components/ui/StateMessage.tsx";
import { startBandOfRun } from "../../state/comparison/band.ts";
import { useLibrary, useRun } from "../../state/library/library.ts";
import { recentRuns } from "../../state/library/library-entries.ts";
import { useCaptureEntry, useCaptures } from "../../state/recordings/captures.ts";
import { useNavigation } from "../../state/shell/navigation.ts";
import { useStatus } from "../../state/shell/status.ts";
import { AdviceMenu } from "./AdviceMenu.tsx";
import { ExportButtons } from "./ExportButtons.tsx";
import { PartChoice } from "./PartChoice.tsx";
import { ReportPreview } from "./ReportPreview.tsx";
import styles from "./ReportScreen.module.css";
import {
  documentOf,
  entryOfCapture,
  entryOfRun,
  type ReportDocument,
  type ReportPart,
} from "./report-document.ts";
import { SubjectPicker } from "./SubjectPicker.tsx";
import { useZoom, ZoomControl } from "./ZoomControl.tsx";

export default function ReportScreen(): ReactNode {
  const { report, openReport } = useNavigation();
  const { status, entries } = useLibrary();
  const { status: captureStatus, captures } = useCaptures();
  const run = useRun(report?.recording.id ?? null);
  const { shown, part, setPart } = useShown();
  const zoom = useZoom();
  useStatus({
    title: shown?.title,
    left: shown === null ? [] : ["The preview is the HTML that is exported"],
  });
  const waiting = status === "loading" || captureStatus === "loading";
  return (
    <div className={styles.screen}>
      <section className={styles.bar} aria-label="Report">
        <SubjectPicker runs={entries} captures={captures} selected={report} choose={openReport} />
        {report !== null && report.span !== null && (
          <PartChoice span={report.span} part={part} choose={setPart} />
        )}
        <ZoomControl zoom={zoom} disabled={shown === null} />
        <span className={styles.spring} />
        {run !== null && <AdviceMenu run={run} />}
        {run !== null && run.mode === "virtual" && run.status === "completed" && (
          <Button
            appearance="subtle"
            title="Compute what the result is over all that is assumed of the server and devices"
            onClick={() => void startBandOfRun(run)}
          >
            How sure?
          </Button>
        )}
        <ExportButtons shown={run?.status === "running" ? null : shown} />
      </section>
      {shown === null ? (
        waiting ? null : (
          <NothingShown any={entries.length > 0 || captures.length > 0} />
        )
      ) : run === null ? (
        <ReportPreview key={shown.key} shown={shown} zoom={zoom.value} />
      ) : (
        <RunReport key={run.id} entry={run} shown={shown} zoom={zoom.value} />
      )}
    </div>
  );
}

interface Shown {
  /** Null while nothing is chosen, or what was is not listed. */
  readonly shown: ReportDocument | null;
  readonly part: ReportPart;
  setPart(part: ReportPart): void;
}

function useShown(): Shown {
  const report = useNavigation((state) => state.report);
  // Ids are never shared: one list has it, or none.
  const run = useRun(report?.recording.id ?? null);
  const capture = useCaptureEntry(report?.recording.id ?? null);
  // A part is chosen of its source: another one begins with all of it.
  const [chosen, setChosen] = useState({ report, part: "whole" as ReportPart });
  const part = chosen.report === report ? chosen.part : "whole";
  const setPart = (next: ReportPart): void => setChosen({ report, part: next });
  const entry = run !== null ? entryOfRun(run) : capture !== null ? entryOfCapture(capture) : null;
  const shown = report === null || entry === null ? null : documentOf(report, entry, part);
  return { shown, part, setPart };
}

function NothingShown({ any }: { readonly any: boolean }): ReactNode {
  const { openScreen, openReport } = useNavigation();
  const entries = useLibrary((library) => library.entries);
  const latest = recentRuns(entries).find((run) => run.status === "completed");
  return (
    <EmptyState
      icon={<DocumentText24Regular aria-hidden />}
      title={any ? "Choose a run or a log to report on" : "Nothing to report on yet"}
      actions={
        <>
          {latest === undefined ? (
            <Button appearance="primary" onClick={() => openScreen("experiments")}>
              Run an experiment
            </Button>
          ) : (
            <Button
              appearance="primary"
              onClick={() => openReport({ recording: { kind: "run", id: latest.id }, span: null })}
            >
              Report on the latest, {latest.name}
            </Button>
          )}
          <Button onClick={() => openScreen("open-log")}>Open logs</Button>
        </>
      }
    >
      A report states what a run found, or what logs show, with charts, figures and the records
      behind them: as HTML, PDF, CSV or JSON.
    </EmptyState>
  );
}

interface RunReportProps {
  readonly entry: RunEntry;
  readonly shown: ReportDocument;
  readonly zoom: number;
}

function RunReport({ entry, shown, zoom }: RunReportProps): ReactNode {
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
      <ReportPreview shown={shown} zoom={zoom} />
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
        <Button size="small" onClick={() => openReplay({ kind: "run", id })}>
          Open in Replay
        </Button>
      </MessageBarActions>
    </MessageBar>
  );
}
