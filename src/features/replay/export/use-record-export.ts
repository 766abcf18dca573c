/** An export of records under way: one at a time, which can be cancelled. */
import { useEffect, useRef, useState } from "react";
import type { RecordingRef } from "../../../../app/contract/rpc/recordings.ts";
import type { RecordFilter } from "../../../../app/contract/rpc/records.ts";
import type { RecordFormat } from "../../../../app/contract/rpc/services.ts";
import { saveMade } from "../../../state/files/files.ts";
import { services } from "../../../state/services/services.ts";

export interface RecordExport {
  readonly running: boolean;
  start(filter: RecordFilter, format: RecordFormat): Promise<void>;
  cancel(): void;
}

export function useRecordExport(recording: RecordingRef): RecordExport {
  const [running, setRunning] = useState(false);
  const abort = useRef<AbortController | null>(null);
  // Nobody waits any longer for what is left behind.
  useEffect(() => () => abort.current?.abort(), []);
  const start = async (filter: RecordFilter, format: RecordFormat): Promise<void> => {
    if (abort.current !== null) return;
    const controller = new AbortController();
    abort.current = controller;
    setRunning(true);
    try {
      await exportRecords(recording, filter, format, controller.signal);
    } finally {
      abort.current = null;
      setRunning(false);
    }
  };
  return { running, start, cancel: () => abort.current?.abort() };
}

async function exportRecords(
  recording: RecordingRef,
  filter: RecordFilter,
  format: RecordFormat,
  signal: AbortSignal,
): Promise<void> {
  const made = services().reports.exportRecords.mutate({ recording, filter, format }, { signal });
  await saveMade("The records were not exported", signal, made);
}
