/** Exports under way: one of each format at a time, each of which can be cancelled. */
import { useEffect, useRef, useState } from "react";
import type { ReportFormat, ReportSubject } from "../../../app/contract/rpc/services.ts";
import { saveMade } from "../../state/files/files.ts";
import { services } from "../../state/services/services.ts";

export interface Exports {
  readonly running: ReadonlySet<ReportFormat>;
  start(subject: ReportSubject, format: ReportFormat): Promise<void>;
  cancel(format: ReportFormat): void;
}

export const formatNames: Readonly<Record<ReportFormat, string>> = {
  html: "HTML",
  pdf: "PDF",
  csv: "CSV",
  json: "JSON",
};

export function useExports(): Exports {
  const [running, setRunning] = useState<ReadonlySet<ReportFormat>>(new Set());
  const aborts = useRef(new Map<ReportFormat, AbortController>());

  // Nobody waits any longer for what is left behind.
  useEffect(() => {
    const started = aborts.current;
    return () => {
      for (const abort of started.values()) abort.abort();
    };
  }, []);

  const mark = (format: ReportFormat, on: boolean): void =>
    setRunning((before) => {
      const next = new Set(before);
      if (on) next.add(format);
      else next.delete(format);
      return next;
    });
  const start = async (subject: ReportSubject, format: ReportFormat): Promise<void> => {
    if (aborts.current.has(format)) return;
    const abort = new AbortController();
    aborts.current.set(format, abort);
    mark(format, true);
    try {
      await exportReport(subject, format, abort.signal);
    } finally {
      aborts.current.delete(format);
      mark(format, false);
    }
  };
  return { running, start, cancel: (format) => aborts.current.get(format)?.abort() };
}

async function exportReport(
  subject: ReportSubject,
  format: ReportFormat,
  signal: AbortSignal,
): Promise<void> {
  const made = services().reports.export.mutate({ subject, format }, { signal });
  await saveMade(`No ${formatNames[format]} was exported`, signal, made);
}
