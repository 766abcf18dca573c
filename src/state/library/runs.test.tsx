// @vitest-environment happy-dom
import { beforeEach, expect, it } from "vitest";
import { askedServices } from "../testing/asked-services.tsx";
import { runEntry } from "../testing/run-entries.ts";
import { removeRuns, restoreRuns, undoDeletion, useDeletions } from "./runs.ts";

const entries = ["first", "second", "third"].map((id) => runEntry({ id }));

beforeEach(() => useDeletions.setState([], true));

it("brings back what was deleted last, then what was deleted before", async () => {
  const asked = askedServices({ "library.remove": null, "library.restore": [] });
  await removeRuns(entries.slice(0, 2));
  await removeRuns(entries.slice(2));
  // Keys are pressed so fast: nobody waits for the answer.
  await Promise.all([undoDeletion(), undoDeletion(), undoDeletion()]);
  expect(asked.questions("library.restore")).toEqual([
    { runIds: ["third"] },
    { runIds: ["first", "second"] },
  ]);
});

it("undoes no deletion of a run that was brought back by itself", async () => {
  const asked = askedServices({ "library.remove": null, "library.restore": [] });
  await removeRuns(entries.slice(0, 2));
  await removeRuns(entries.slice(2));
  await restoreRuns(["third"]);
  await restoreRuns(["first"]);
  await undoDeletion();
  await undoDeletion();
  expect(asked.questions("library.restore").at(-1)).toEqual({ runIds: ["second"] });
  expect(asked.questions("library.restore")).toHaveLength(3);
});
