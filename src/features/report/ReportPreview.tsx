/** The report itself, in a frame without scripts: what is seen is what is exported. */
import { Button, Spinner } from "@fluentui/react-components";
import { type ReactNode, useMemo, useState } from "react";
import type { RunEntry } from "../../../app/contract/rpc/runs.ts";
import { ErrorState } from "../../components/ui/StateMessage.tsx";
import { useFetched } from "../../state/loading.ts";
import { services } from "../../state/services.ts";
import { noncedReport, pageNonce } from "./nonced-report.ts";
import styles from "./ReportPreview.module.css";

interface ReportPreviewProps {
  readonly entry: RunEntry;
  readonly zoom: number;
}

export function ReportPreview({ entry, zoom }: ReportPreviewProps): ReactNode {
  const [attempt, setAttempt] = useState(0);
  // What the report prints of the entry: a change of it asks for the report anew.
  const key = JSON.stringify([entry.id, entry.name, entry.note, entry.tags, entry.status, attempt]);
  const { status, value, message } = useFetched(key, () =>
    services().reports.preview.query({ runId: entry.id }),
  );
  const html = useMemo(
    () => (value === null ? "" : noncedReport(value.html, pageNonce())),
    [value],
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
        actions={<Button onClick={() => setAttempt(attempt + 1)}>Try again</Button>}
      />
    );
  }
  const share = `${100 / zoom}%`;
  return (
    <div className={styles.desk}>
      <iframe
        className={styles.frame}
        title={`Report of ${entry.name}`}
        sandbox=""
        srcDoc={html}
        style={{ width: share, height: share, transform: `scale(${zoom})` }}
      />
    </div>
  );
}
