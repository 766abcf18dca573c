// @vitest-environment happy-dom
import { expect, it, onTestFinished, vi } from "vitest";
import type { LibraryChange } from "../../../app/contract/rpc/services.ts";
import { forgetRecordings } from "../recordings/forget.ts";
import { placeIn } from "../recordings/left-off.ts";
import { fetched } from "../services/fetching.ts";
import { firstPlace, useNavigation } from "../shell/navigation.ts";
import { askedServices, bare } from "../testing/asked-services.tsx";
import { runEntry } from "../testing/run-entries.ts";
import { followLibrary, removedRunsKey, useLibrary } from "./library.ts";

const run = { kind: "run", id: "1" } as const;

/** A library of one run; what is returned tells the page of a change. */
async function followed(): Promise<(change: LibraryChange) => void> {
  const { tell } = askedServices({ "library.list": bare([runEntry({ id: run.id })]) });
  const ends = followLibrary();
  onTestFinished(() => {
    ends();
    forgetRecordings({ runIds: [run.id] });
    useNavigation.getState().restore(firstPlace);
    useLibrary.setState({ status: "loading", message: null, entries: [] });
  });
  await vi.waitFor(() => expect(useLibrary.getState().entries).toHaveLength(1));
  return (change) => tell("library.changes", change);
}

it("takes with a run that is deleted elsewhere where it is open and how it was left, and lists it among the deleted", async () => {
  const tell = await followed();
  const asked = vi.spyOn(fetched, "invalidateQueries");
  onTestFinished(() => asked.mockRestore());
  useNavigation.getState().openReplay(run);
  const left = { playheadMs: 5, view: null, selection: null, speed: 1, skipIdle: true };
  placeIn(run).keep(left);
  tell({ kind: "changed", entry: runEntry({ id: run.id, name: "Renamed" }) });
  expect(placeIn(run).recall()).toEqual(left);
  expect(asked).not.toHaveBeenCalled();
  tell({ kind: "removed", runId: run.id });
  expect(useNavigation.getState().replay).toBeNull();
  expect(placeIn(run).recall()).toBeNull();
  expect(asked).toHaveBeenCalledWith({ queryKey: removedRunsKey });
});
