/** The report itself, in a frame without scripts: what is seen is what is exported, in the theme of the page. */
import { Button, Spinner } from "@fluentui/react-components";
import {
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { maxReportCharts, type ReportEdits } from "../../../app/contract/report-edits.ts";
import { freeChartId, withChart } from "../../../app/domain/report/report-edits.ts";
import { SideRail } from "../../components/ui/SideRail.tsx";
import { ErrorState } from "../../components/ui/StateMessage.tsx";
import { removeFromReport, resetReport, useReportEdits } from "../../state/reports/report-edits.ts";
import { alwaysAsked, standingIn, typingPause, useFetched } from "../../state/services/fetching.ts";
import { useSideRail } from "../../state/shell/side-rail.ts";
import { AddChartMenu } from "./AddChartMenu.tsx";
import { noncedReport, pageNonce } from "./nonced-report.ts";
import styles from "./ReportPreview.module.css";
import { editedSubject, type ReportDocument } from "./report-document.ts";
import { SectionsPanel } from "./SectionsPanel.tsx";
import { placeOfSection } from "./section-order.ts";
import { onShownTheme, shownTheme, themedReport } from "./themed-report.ts";

interface ReportPreviewProps {
  readonly shown: ReportDocument;
  readonly zoom: number;
}

export function ReportPreview({ shown, zoom }: ReportPreviewProps): ReactNode {
  const rail = useSideRail("Sections of the report");
  const [edits, changeEdits] = useReportEdits(shown.subject.recording);
  const [selected, select] = useState<string | null>(null);
  const [lookedAt, lookAt] = useState<string | null>(null);
  const { status, value, message, again } = usePreview(shown, edits);
  if (status === "loading") {
    return (
      <div className={styles.loading}>
        <Spinner label="Making the report" />
      </div>
    );
  }
  if (status === "failed" || value === null) {
    return (
      <ErrorState
        title="The report could not be made"
        message={message ?? "The services did not say why."}
        actions={<Button onClick={again}>Try again</Button>}
      />
    );
  }
  const { html, sections } = value;
  const at = lookedAt === null ? null : placeOfSection(sections, edits, lookedAt);
  return (
    <div className={styles.body}>
      <ReportFrame title={shown.title} {...{ html, zoom, at }} />
      <SideRail label="Sections of the report" handle="Sections" {...rail}>
        <SectionsPanel
          {...{ sections, edits, selected }}
          add={
            <AddChartMenu
              subject={shown.subject}
              hasRoom={edits.charts.length < maxReportCharts}
              onAdd={(chart) => {
                const id = freeChartId(edits, chart.kind);
                changeEdits(withChart(edits, { ...chart, id }));
                lookAt(id);
                select(id);
              }}
            />
          }
          onChange={(changed, id) => {
            lookAt(id);
            changeEdits(changed);
          }}
          onSelect={(id) => {
            lookAt(id);
            select(id);
          }}
          onRemove={(id) => {
            select(null);
            removeFromReport(shown.subject.recording, id);
          }}
          onReset={() => resetReport(shown.subject.recording)}
        />
      </SideRail>
    </div>
  );
}

const typingPauseMs = 400;

/** The one before stands in while an edited one is made: nothing flickers as one types. */
function usePreview(shown: ReportDocument, edits: ReportEdits) {
  const key = ["report", shown.key, edits];
  const isFirst = useRef(true);
  return useFetched(
    {
      key,
      ask: async (services, signal) => {
        if (!isFirst.current) await typingPause(typingPauseMs, signal);
        isFirst.current = false;
        return services.reports.preview.query(
          { subject: editedSubject(shown.subject, edits) },
          { signal },
        );
      },
    },
    // A document of megabytes, of a recording that may have been read further since.
    { staleTime: alwaysAsked, gcTime: 0, placeholderData: standingIn(key, 2) },
  );
}

interface ReportFrameProps {
  readonly title: string;
  readonly html: string;
  readonly zoom: number;
  /** Id of what is to be seen; null: wherever one is. */
  readonly at: string | null;
}

function ReportFrame({ title, html, zoom, at }: ReportFrameProps): ReactNode {
  // A frame takes what is dropped on it for itself. Files are dragged by no pointer: only with one
  // over it does the frame get events, and a drop goes to the window.
  const [pointed, setPointed] = useState(false);
  const theme = useSyncExternalStore(onShownTheme, shownTheme);
  const shown = useMemo(() => noncedReport(themedReport(html, theme), pageNonce()), [html, theme]);
  const frame = useRef<HTMLIFrameElement>(null);
  // Nothing of a frame without scripts can be touched from here but its address.
  const go = useCallback((): void => {
    if (at !== null) frame.current?.contentWindow?.location.replace(`about:srcdoc#${at}`);
  }, [at]);
  useEffect(go, [go]);
  const share = `${100 / zoom}%`;
  return (
    <div
      className={styles.desk}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
    >
      <iframe
        ref={frame}
        className={styles.frame}
        data-pointed={pointed}
        title={`Report of ${title}`}
        sandbox=""
        srcDoc={shown}
        style={{ width: share, height: share, transform: `scale(${zoom})` }}
        // An edited report is another document, which begins at its top.
        onLoad={go}
      />
    </div>
  );
}
