// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { success } from "../../../app/contract/result.ts";
import type { RemovedRun } from "../../../app/contract/rpc/services.ts";
import { show } from "../../components/testing/render.tsx";
import { fetched } from "../../state/services/fetching.ts";
import * as connection from "../../state/services/services.ts";
import { WithAnswers } from "../../state/testing/asked-services.tsx";
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
  const restore = vi.fn().mockResolvedValue(success([]));
  const library = {
    removed: { query: vi.fn().mockResolvedValue(removed) },
    restore: { mutate: restore },
  };
  const replaced = [
    vi.spyOn(connection, "services").mockReturnValue({ library } as never),
    vi.spyOn(connection, "useConnection").mockReturnValue("open"),
  ];
  fetched.clear();
  onTestFinished(() => {
    fetched.clear();
    for (const spy of replaced) spy.mockRestore();
  });
  show(
    <WithAnswers>
      <RecentlyDeleted />
    </WithAnswers>,
  );
  return { restore, asked: library.removed.query };
}

it("offers each run that was deleted, whoever deleted it, and all of them", async () => {
  const { restore } = showMenu([
    deleted("2", "2026-05-04T12:10:00.000Z"),
    deleted("1", "2026-05-04T12:00:00.000Z"),
  ]);
  const button = await screen.findByRole("button", { name: "Recently deleted" });
  fireEvent.click(button);
  fireEvent.click(screen.getByRole("menuitem", { name: /^Run 1/ }));
  fireEvent.click(button);
  fireEvent.click(screen.getByRole("menuitem", { name: "All 2 runs" }));
  expect(restore.mock.calls).toEqual([[{ runIds: ["1"] }], [{ runIds: ["2", "1"] }]]);
});

it("is not there where nothing was deleted", async () => {
  const { asked } = showMenu([]);
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  expect(screen.queryByRole("button")).toBeNull();
});
