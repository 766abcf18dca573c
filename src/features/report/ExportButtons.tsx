/** One button for each format; while one is being made it shows so, and can be cancelled. */
import { Button, Popover, PopoverSurface, PopoverTrigger } from "@fluentui/react-components";
import { ArrowDownloadRegular, InfoRegular } from "@fluentui/react-icons";
import type { ReactNode } from "react";
import { type ReportFormat, reportFormats } from "../../../app/contract/rpc/services.ts";
import { ExportRunning } from "../../components/ui/ExportRunning.tsx";
import { useExports } from "../../state/files/exports.ts";
import { useConnection } from "../../state/services/services.ts";
import { useSystemInfo } from "../../state/services/system.ts";
import { useActions } from "../../state/shell/actions.ts";
import styles from "./ExportButtons.module.css";
import type { ReportDocument } from "./report-document.ts";

const formatNames: Readonly<Record<ReportFormat, string>> = {
  html: "HTML",
  pdf: "PDF",
  csv: "CSV",
  json: "JSON",
};

const contents: Readonly<Record<ReportFormat, string>> = {
  html: "one file that opens offline",
  pdf: "the same, to print and to send",
  csv: "the numbers in full precision, as a table",
  json: "the whole report as data",
};

/** `shown` is null while there is nothing to export. */
export function ExportButtons({ shown }: { readonly shown: ReportDocument | null }): ReactNode {
  const connected = useConnection() === "open";
  const pdfFix = usePdfFix();
  const exports = useExports<ReportFormat>();
  const ready = connected && shown !== null;
  const possible = (format: ReportFormat): boolean =>
    ready && !(format === "pdf" && pdfFix !== null);
  const start = (format: ReportFormat): void => {
    if (shown === null) return;
    const { subject } = shown;
    void exports.start(format, `No ${formatNames[format]} was exported`, (services, signal) =>
      services.reports.export.mutate({ subject, format }, { signal }),
    );
  };
  useActions(
    reportFormats.map((format) => ({
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
      {reportFormats.map((format) =>
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
            appearance={format === "html" ? "primary" : "secondary"}
            icon={<ArrowDownloadRegular />}
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
