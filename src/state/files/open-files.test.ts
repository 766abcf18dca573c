// @vitest-environment happy-dom
import { expect, it } from "vitest";
import type { RunEntry } from "../../../app/contract/rpc/runs.ts";
import { useNavigation } from "../shell/navigation.ts";
import { askedServices } from "../testing/asked-services.tsx";
import { openFiles } from "./open-files.ts";

const idOf = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;
const fileOf = (name: string) => ({ name, size: 1, path: `/files/${name}`, content: null });
const entry = { id: idOf(1), name: "a run", status: "completed" } as RunEntry;

it("a file of one run opens the run, files of several the list of runs", async () => {
  askedServices({ "studies.importRun": { entry, isNew: true, study: null } });
  await openFiles([fileOf("one.snapscope-run")]);
  const { screen, replay } = useNavigation.getState();
  expect({ screen, replay }).toEqual({ screen: "replay", replay: { kind: "run", id: entry.id } });
  await openFiles([fileOf("one.snapscope-run"), fileOf("two.snapscope-run")]);
  expect(useNavigation.getState().screen).toBe("runs");
});
