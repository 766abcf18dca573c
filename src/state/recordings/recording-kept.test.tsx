// @vitest-environment happy-dom
import { cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { RecordingRef, RecordingUpdate } from "../../../app/contract/rpc/recordings.ts";
import * as connection from "../services/services.ts";
import { useRecording } from "./recording.ts";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const update: RecordingUpdate = {
  progress: { state: "complete", bytesRead: 1, bytesTotal: 1, records: 1, message: null },
  overview: null,
};

it("a recording that is shown is kept, however many others are", () => {
  const asked: string[] = [];
  const subscribe = (
    { recording }: { recording: RecordingRef },
    { onData }: { onData(update: RecordingUpdate): void },
  ) => {
    asked.push(recording.id);
    onData(update);
    return { unsubscribe: () => undefined };
  };
  vi.spyOn(connection, "useConnection").mockReturnValue("open");
  vi.spyOn(connection, "services").mockReturnValue({
    recordings: { watch: { subscribe } },
  } as unknown as ReturnType<typeof connection.services>);
  const shown = ["1", "2", "3", "4", "5", "6"].map((id) =>
    renderHook(() => useRecording({ kind: "run", id })),
  );
  expect(shown.map(({ result }) => result.current.progress?.state)).toEqual(
    shown.map(() => "complete"),
  );
  expect(asked).toHaveLength(6);
});
