/** One button for each format, the usual one first; while one is being made it shows so, and can be cancelled. */
import { Button, Popover, PopoverSurface, PopoverTrigger } from "@fluentui/react-components";
import { ArrowDownloadRegular, InfoRegular, PrintRegular } from "@fluentui/react-icons";
import type { ReactNode } from "react";
import { type ReportFormat, reportFormats } from "../../../app/contract/rpc/exports.ts";
import { formatContents, formatNames } from "../../../app/domain/report/format-texts.ts";
import { ExportRunning } from "../../components/ui/ExportRunning.tsx";
import { useExports } from "../../state/files/exports.ts";
import { useReportEdits } from "../../state/reports/report-edits.ts";
import { useConnection } from "../../state/services/services.ts";
import { useSystemInfo } from "../../state/services/system.ts";
import { useActions } from "../../state/shell/actions.ts";
import styles from "./ExportButtons.module.css";
import { editedSubject, type ReportDocument } from "./report-document.ts";

const contents = formatContents("report", "the numbers");

/** A report is printed or sent; the rest is for programs and archives. */
const offered: readonly ReportFormat[] = [
  "pdf",
  ...reportFormats.filter((format) => format !== "pdf"),
];

/** `shown` is null while there is nothing to export. */
export function ExportButtons({ shown }: { readonly shown: ReportDocument | null }): ReactNode {
  const [edits] = useReportEdits(shown?.subject.recording ?? null);
  const connected = useConnection() === "open";
  const pdfFix = usePdfFix();
  const exports = useExports<ReportFormat>();
  const ready = connected && shown !== null;
  // Where nothing prints, the file that any browser prints is the next best.
  const primary: ReportFormat = pdfFix === null ? "pdf" : "html";
  const possible = (format: ReportFormat): boolean =>
    ready && !(format === "pdf" && pdfFix !== null);
  const start = (format: ReportFormat): void => {
    if (shown === null) return;
    const subject = editedSubject(shown.subject, edits);
    void exports.start(format, `No ${formatNames[format]} was exported`, (services, signal) =>
      services.reports.export.mutate({ subject, format }, { signal }),
    );
  };
  useActions(
    offered.map((format) => ({
      id: `report.export-${format}`,
      title: `Export the report as ${formatNames[format]}`,
      group: "File" as const,
      enabled: possible(format) && !exports.running.has(format),
      run: () => start(format),
    })),
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons that belong together, not fields of a form
    <div className={styles.exports} role="group" aria-label="Export">
      {offered.map((format) =>
        exports.running.has(format) ? (
          <ExportRunning
            key={format}
            label={formatNames[format]}
            what={`the ${formatNames[format]}`}
            cancel={() => exports.cancel(format)}
          />
        ) : (
          <Button
            key={format}
            appearance={format === primary ? "primary" : "secondary"}
            icon={format === "pdf" ? <PrintRegular /> : <ArrowDownloadRegular />}
            disabled={!possible(format)}
            aria-label={`Export ${formatNames[format]}, ${contents[format]}`}
            title={contents[format]}
            onClick={() => start(format)}
          >
            {formatNames[format]}
          </Button>
        ),
      )}
      {pdfFix !== null && <PdfHelp fix={pdfFix} />}
    </div>
  );
}

function PdfHelp({ fix }: { readonly fix: string }): ReactNode {
  return (
    <Popover withArrow trapFocus>
      <PopoverTrigger disableButtonEnhancement>
        <Button appearance="subtle" icon={<InfoRegular />} aria-label="Why PDF is not available">
          No PDF here
        </Button>
      </PopoverTrigger>
      <PopoverSurface className={styles.fix} aria-label="Why PDF is not available">
        {fix}
      </PopoverSurface>
    </Popover>
  );
}

/** What to do to get PDF; null while it works, or is not known: an export that cannot be made says why. */
function usePdfFix(): string | null {
  const pdf = useSystemInfo().value?.pdf;
  return pdf === undefined || pdf.available ? null : pdf.fix;
}
