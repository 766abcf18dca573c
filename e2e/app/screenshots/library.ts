/** A library with runs in it for pictures, made once for each worker. */
import { settings, snapscope } from "../fixtures/program.ts";
import { test as base } from "./pictures.ts";

/** The presets as they are, from seed 1. */
const runs = ["creation-under-load", "two-snapshots", "creation-idle"] as const;

/** A DBA's question, of which the run makes its name. */
const onNvme = settings({
  "workload.users": 300,
  ...Object.fromEntries(
    [0, 1, 2].map((volume) => [`storage.volumes.${volume}.device`, { preset: "nvme-data-centre" }]),
  ),
});

export const test = base.extend<object, { preparedLibrary: () => Promise<string> }>({
  preparedLibrary: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
    async ({}, use) => {
      const { makeFolder, removeFolder } = await import("../fixtures/prepared-library.ts");
      const folder = makeFolder();
      for (const run of runs) await snapscope(folder, "run", run, "--save", "--json");
      await snapscope(folder, "run", "creation-idle", ...onNvme, "--save", "--json");
      await use(() => Promise.resolve(folder));
      removeFolder(folder);
    },
    { scope: "worker", timeout: 180_000 },
  ],
});
