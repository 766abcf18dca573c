// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { RemovedRun } from "../../../app/contract/rpc/services.ts";
import { show } from "../../components/testing/render.tsx";
import { askedServices, bare, WithAnswers } from "../../state/testing/asked-services.tsx";
import { runEntry } from "../../state/testing/run-entries.ts";
import { RecentlyDeleted } from "./RecentlyDeleted.tsx";

const { animate } = Element.prototype;
beforeEach(() => {
  // The motion of a menu would outlive its test.
  Object.assign(Element.prototype, { animate: undefined });
});
afterEach(() => {
  Object.assign(Element.prototype, { animate });
});

const deleted = (id: string, removedAt: string): RemovedRun => ({
  entry: runEntry({ id, name: `Run ${id}` }),
  removedAt,
});

function showMenu(removed: readonly RemovedRun[]) {
  const asked = askedServices({ "library.removed": bare(removed), "library.restore": [] });
  show(
    <WithAnswers>
      <RecentlyDeleted />
    </WithAnswers>,
  );
  return asked;
}

it("offers each run that was deleted, whoever deleted it, and all of them", async () => {
  const { questions } = showMenu([
    deleted("2", "2026-05-04T12:10:00.000Z"),
    deleted("1", "2026-05-04T12:00:00.000Z"),
  ]);
  const button = await screen.findByRole("button", { name: "Recently deleted" });
  fireEvent.click(button);
  fireEvent.click(screen.getByRole("menuitem", { name: /^Run 1/ }));
  fireEvent.click(button);
  fireEvent.click(screen.getByRole("menuitem", { name: "All 2 runs" }));
  expect(questions("library.restore")).toEqual([{ runIds: ["1"] }, { runIds: ["2", "1"] }]);
});

it("is not there where nothing was deleted", async () => {
  const { questions } = showMenu([]);
  await vi.waitFor(() => expect(questions("library.removed")).toHaveLength(1));
  expect(screen.queryByRole("button")).toBeNull();
});
