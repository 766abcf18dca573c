// @vitest-environment happy-dom
import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import type { RecordingUpdate } from "../../../app/contract/rpc/recordings.ts";
import { askedServices } from "../testing/asked-services.tsx";
import { useRecording } from "./recording.ts";

const update: RecordingUpdate = {
  progress: { state: "complete", bytesRead: 1, bytesTotal: 1, records: 1, message: null },
  overview: null,
};

it("a recording that is shown is kept, however many others are", () => {
  const asked = askedServices({});
  const shown = ["1", "2", "3", "4", "5", "6"].map((id) =>
    renderHook(() => useRecording({ kind: "run", id })),
  );
  act(() => asked.tell("recordings.watch", update));
  expect(shown.map(({ result }) => result.current.progress?.state)).toEqual(
    shown.map(() => "complete"),
  );
  expect(asked.questions("recordings.watch")).toHaveLength(6);
});
