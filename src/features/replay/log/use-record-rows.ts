/** The rows of a filter, for as long as somebody looks at them. */
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { RecordingRef } from "../../../../app/contract/rpc/recordings.ts";
import type { RecordFilter } from "../../../../app/contract/rpc/records.ts";
import { PagedRows } from "../../../components/log/paged-rows.ts";
import { type PlayerStore, usePlayerState } from "../../../state/player/player.ts";
import { recordSource } from "../../../state/recordings/record-queries.ts";

export interface RecordRowsState {
  readonly rows: PagedRows;
  readonly count: number;
  readonly complete: boolean;
  /** Why rows are missing. */
  readonly problem: string | null;
}

/** `reading`: more records are to come. */
export function useRecordRows(
  recording: RecordingRef,
  filter: RecordFilter,
  reading: boolean,
): RecordRowsState {
  const [problem, setProblem] = useState<string | null>(null);
  const rows = useMemo(
    () => new PagedRows({ source: recordSource(recording, filter), onProblem: setProblem }),
    [recording, filter],
  );
  useEffect(() => {
    rows.open();
    return () => rows.close();
  }, [rows]);
  useEffect(() => {
    if (reading) rows.refresh();
  }, [rows, reading]);
  const subscribe = useMemo(() => (listener: () => void) => rows.subscribe(listener), [rows]);
  useSyncExternalStore(subscribe, () => rows.version);
  return { rows, count: rows.count, complete: rows.complete, problem };
}

/** The row at the playhead: asked for again and again as it moves, one question at a time. */
export function usePlayheadRow(rows: PagedRows, player: PlayerStore): number {
  const playheadMs = usePlayerState(player, (state) => state.playheadMs);
  const [found, setFound] = useState<{ rows: PagedRows; atMs: number; row: number } | null>(null);
  const [asking, setAsking] = useState(false);
  const current = found?.rows === rows && found.atMs === playheadMs;
  const ready = rows.count > 0;
  useEffect(() => {
    if (current || asking || !ready) return;
    setAsking(true);
    void rows
      .rowAt(playheadMs)
      .then((row) => setFound({ rows, atMs: playheadMs, row }))
      .finally(() => setAsking(false));
  }, [rows, playheadMs, current, asking, ready]);
  return found?.rows === rows ? found.row : -1;
}
