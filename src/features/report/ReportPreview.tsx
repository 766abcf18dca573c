/** The report itself, in a frame without scripts: what is seen is what is exported, in the theme of the page. */
import { Button, Spinner } from "@fluentui/react-components";
import { type ReactNode, useMemo, useState, useSyncExternalStore } from "react";
import { ErrorState } from "../../components/ui/StateMessage.tsx";
import { alwaysAsked, useFetched } from "../../state/services/fetching.ts";
import { noncedReport, pageNonce } from "./nonced-report.ts";
import styles from "./ReportPreview.module.css";
import type { ReportDocument } from "./report-document.ts";
import { onShownTheme, shownTheme, themedReport } from "./themed-report.ts";

interface ReportPreviewProps {
  readonly shown: ReportDocument;
  readonly zoom: number;
}

export function ReportPreview({ shown, zoom }: ReportPreviewProps): ReactNode {
  // A frame takes what is dropped on it for itself. Files are dragged by no pointer: only with one
  // over it does the frame get events, and a drop goes to the window.
  const [pointed, setPointed] = useState(false);
  const { status, value, message, again } = useFetched(
    {
      key: ["report", shown.key],
      ask: (services, signal) =>
        services.reports.preview.query({ subject: shown.subject }, { signal }),
    },
    // A document of megabytes, of a recording that may have been read further since.
    { staleTime: alwaysAsked, gcTime: 0 },
  );
  const theme = useSyncExternalStore(onShownTheme, shownTheme);
  const html = useMemo(
    () => (value === null ? "" : noncedReport(themedReport(value.html, theme), pageNonce())),
    [value, theme],
  );
  if (status === "loading") {
    return (
      <div className={styles.loading}>
        <Spinner label="Making the report" />
      </div>
    );
  }
  if (status === "failed") {
    return (
      <ErrorState
        title="The report could not be made"
        message={message ?? "The services did not say why."}
        actions={<Button onClick={again}>Try again</Button>}
      />
    );
  }
  const share = `${100 / zoom}%`;
  return (
    <div
      className={styles.desk}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
    >
      <iframe
        className={styles.frame}
        data-pointed={pointed}
        title={`Report of ${shown.title}`}
        sandbox=""
        srcDoc={html}
        style={{ width: share, height: share, transform: `scale(${zoom})` }}
      />
    </div>
  );
}
