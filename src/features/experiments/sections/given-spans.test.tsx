// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { success } from "../../../../app/contract/result.ts";
import { undo } from "../../../../app/domain/scenario-form/draft.ts";
import { presetScenario } from "../../../../app/domain/scenario-form/testing/presets.ts";
import * as captures from "../../../state/recordings/captures.ts";
import * as logs from "../../../state/recordings/silent-spans.ts";
import { takeNotifications } from "../../../state/shell/notifications.ts";
import { showDesigner } from "../testing/designer.tsx";
import { GivenSpans } from "./GivenSpans.tsx";

const ofLog = { snapshot: "snap", startMs: 0, beforeOpeningMs: 58_550, beforeStartUpMs: 338_570 };
const entry = {
  id: "5f0c3a52-6f0e-4f0a-9b6e-1f1b2c3d4e5f",
  title: "ERRORLOG.1",
  openedAt: "2026-05-04T12:00:00.000Z",
  files: [{ name: "ERRORLOG.1", kind: "errorlog" as const, bytes: 1 }],
  records: 1,
};

const { animate } = Element.prototype;
beforeAll(() => {
  // The motion of a menu would outlive its test.
  Object.assign(Element.prototype, { animate: undefined });
});
afterAll(() => {
  Object.assign(Element.prototype, { animate });
});

beforeEach(() => {
  takeNotifications();
  vi.spyOn(captures, "useCaptures").mockReturnValue({
    ...{ status: "ready", value: [entry], message: null, standsIn: false, isAsked: false },
    again: () => undefined,
    captures: [entry],
  });
});

async function takeFrom(title: string, spans: readonly (typeof ofLog)[]) {
  const read = vi.spyOn(logs, "readSilentSpans");
  read.mockResolvedValue(success({ spans, origin: "2006-10-23T21:48:07.220" }));
  const shown = showDesigner(presetScenario("creation-under-load"), () => <GivenSpans />);
  act(() => fireEvent.click(screen.getByRole("button", { name: "Take from an ERRORLOG" })));
  await act(async () => fireEvent.click(screen.getByRole("menuitem", { name: title })));
  await waitFor(() => screen.getByRole("button", { name: "Take from an ERRORLOG" }));
  return shown;
}

it("takes both spans of the last creation that a log shows, which one undo takes back", async () => {
  const shown = await takeFrom("ERRORLOG.1", [{ ...ofLog, beforeOpeningMs: 1 }, ofLog]);
  const given = { beforeOpeningSeconds: 58.55, beforeStartUpSeconds: 338.57 };
  expect(shown.scenario().storage.spans).toEqual(given);
  expect(takeNotifications()[0]?.body).toBe(
    "‘snap’ of 2006-10-23 21:48:07.22, the last of 2 creations: 58.55 s before the opening, 5 min 38.57 s before the start-up.",
  );
  act(() => shown.edit(undo));
  expect(shown.scenario().storage.spans).toEqual({
    beforeOpeningSeconds: 0,
    beforeStartUpSeconds: 0,
  });
});

it("says what a log lacks that has none, and changes nothing", async () => {
  const shown = await takeFrom("ERRORLOG.1", []);
  expect(shown.scenario().storage.spans.beforeOpeningSeconds).toBe(0);
  const [told] = takeNotifications();
  expect(told?.title).toBe("ERRORLOG.1 has no silent spans to take");
  expect(told?.body).toContain("Trace flags 1810 and 3504");
});

it("offers the log of the paper where none was opened", async () => {
  vi.spyOn(captures, "openedSample").mockResolvedValue(success(entry.id));
  const shown = await takeFrom("The log that the SQLCAT paper prints", [ofLog]);
  expect(shown.scenario().storage.spans.beforeStartUpSeconds).toBe(338.57);
});
