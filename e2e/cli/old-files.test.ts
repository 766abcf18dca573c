/**
 * Files of earlier versions, as their users have them: each still opens, and says what its version said of it.
 * testdata/README.md tells how they were made.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunEntry } from "../../app/contract/rpc/runs.ts";
import { makeScratch, removeScratch, snapscope } from "./testing/snapscope.ts";

const testdata = fileURLToPath(new URL("./testdata", import.meta.url));
const folders = readdirSync(testdata).filter((name) => name.startsWith("files-of-"));

type Keyed = Readonly<Record<string, unknown>>;
const isKeyed = (value: unknown): value is Keyed =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What `now` says of all that `then` tells. Later versions may tell more, and round the last digits otherwise. */
function asFarAsTold(now: unknown, then: unknown): unknown {
  if (typeof now === "number") return Number(now.toPrecision(12));
  if (Array.isArray(now) && Array.isArray(then)) {
    if (!then.every((one) => isKeyed(one) && "id" in one)) {
      return now.map((one, at) => asFarAsTold(one, then[at]));
    }
    return then.map((one) =>
      asFarAsTold(
        now.find(({ id }) => id === one.id),
        one,
      ),
    );
  }
  if (!isKeyed(now) || !isKeyed(then)) return now;
  return Object.fromEntries(
    Object.keys(then).map((key) => [key, asFarAsTold(now[key], then[key])]),
  );
}

async function call(cwd: string, ...args: string[]): Promise<string> {
  const ended = await snapscope(args, { cwd });
  if (ended.status !== 0) throw new Error(`exit code ${ended.status}:\n${ended.stderr}`);
  return ended.stdout;
}
const asked = async (cwd: string, ...args: string[]) =>
  JSON.parse(await call(cwd, ...args, "--json"));

/** A run without what differs wherever it is. Its summary has the lines of the ERRORLOG once more. */
async function runOf(cwd: string, id: string) {
  const { entry, scenario, summary, errorlog } = await asked(cwd, "runs", "show", id);
  const { recordedBytes, study, ...told } = entry;
  return { entry: told, scenario, summary: { ...summary, errorlog: [] }, errorlog };
}

/** What was measured, of a report that draws its conclusions anew. */
async function reportOf(cwd: string, id: string) {
  const into = join(cwd, "report");
  await call(cwd, "report", id, "--format", "json", "--out", into);
  const [file = ""] = readdirSync(into);
  const report = JSON.parse(readFileSync(join(into, file), "utf8"));
  rmSync(into, { recursive: true });
  const { origin, endMs, phases, waits, counters, samples } = report;
  return { origin, endMs, phases, waits, counters, samples };
}

async function sweepOf(cwd: string) {
  const { study, parameters, metrics } = await asked(cwd, "sweep", "show", "latest");
  return { study, parameters, metrics: metrics.map(medians) };
}

const medians = ({ id, points }: { id: string; points: { values: unknown; center: Keyed }[] }) => ({
  id,
  points: points.map(({ values, center }) => ({ values, median: center.value })),
});

interface Told {
  readonly id: string;
  readonly comparison: { readonly base: Keyed; readonly variant: Keyed };
}
async function comparisonOf(cwd: string, file: string) {
  const { metrics }: { metrics: readonly Told[] } = await asked(cwd, "compare", file);
  return metrics.map(({ id, comparison: { base, variant } }) => ({
    id,
    values: [base.value, variant.value],
  }));
}

describe.each(folders)("%s", (folder) => {
  const files = join(testdata, folder);
  const there = makeScratch();
  const scratches = [there];
  afterAll(() => scratches.forEach(removeScratch));
  beforeAll(() => openLibrary(there));

  /** A copy of the library, changed by hand before anybody opens it. */
  function openLibrary(cwd: string, sql = ""): void {
    const home = join(cwd, "data-home", "snapscope");
    mkdirSync(home, { recursive: true });
    cpSync(join(files, "library.db"), join(home, "library.db"));
    const database = new DatabaseSync(join(home, "library.db"));
    database.exec(sql);
    database.close();
  }

  function scratch(): string {
    const made = makeScratch();
    scratches.push(made);
    return made;
  }

  const pathOf = (name: string) => join(files, "told", `${name}.json`);
  const told = (name: string) => JSON.parse(readFileSync(pathOf(name), "utf8"));

  /** What a version says of its own files is kept when they are made, and never taken over again. */
  function expectAsTold(name: string, now: unknown): void {
    if (process.env.SNAPSCOPE_UPDATE_GOLDEN === "1" && !existsSync(pathOf(name))) {
      mkdirSync(join(files, "told"), { recursive: true });
      writeFileSync(pathOf(name), `${JSON.stringify(now)}\n`);
    }
    const then = told(name);
    expect(asFarAsTold(now, then)).toEqual(asFarAsTold(then, then));
  }

  const entriesIn = (cwd: string): Promise<RunEntry[]> => asked(cwd, "runs", "list");

  it("the runs of the library are what they were, and so are reports of them", async () => {
    const entries = await entriesIn(there);
    expect(entries.map(({ status }) => status)).toEqual(entries.map(() => "completed"));
    for (const name of ["a creation", "a restore"]) {
      const id = entries.find((entry) => entry.name === name)?.id ?? "";
      expectAsTold(`run-of-${name.replace(" ", "-")}`, await runOf(there, id));
      expectAsTold(`report-of-${name.replace(" ", "-")}`, await reportOf(there, id));
    }
  });

  it.each([
    ["as it is", ""],
    [
      "as a version wrote it that knew fewer settings",
      `UPDATE runs SET scenario = json_remove(scenario, '$.restoreHistoryMiB', '$.server.statementUs')`,
    ],
  ])("the sweep of the library is complete, %s", async (_, sql) => {
    const cwd = scratch();
    openLibrary(cwd, sql);
    const before = await entriesIn(cwd);
    expect(await call(cwd, "sweep", "list")).toMatch(/ completed .* 2 of 2 +0$/m);
    expectAsTold("sweep", await sweepOf(cwd));
    const resumed = await snapscope(["sweep", "resume", "latest"], { cwd });
    expect(resumed).toMatchObject({ status: 2, stdout: "" });
    expect(resumed.stderr).toContain("has all of its results; nothing is left to be run");
    expect(await entriesIn(cwd)).toEqual(before);
    // What reads a run finds each setting that this version knows.
    const show = await asked(cwd, "runs", "show", before[0]?.id ?? "");
    expect(show.scenario).toMatchObject({ restoreHistoryMiB: 1024, server: { statementUs: 20 } });
  });

  it("a run of the library whose scenario is another one by now stays, and is told of", async () => {
    const cwd = scratch();
    openLibrary(
      cwd,
      "UPDATE runs SET scenario = json_set(scenario, '$.server.statementUs', 25) WHERE point = 1",
    );
    const before = await entriesIn(cwd);
    expect(await call(cwd, "sweep", "list")).toMatch(/ 1 of 2, 1 of another scenario +0$/m);
    const { stderr } = await snapscope(["sweep", "resume", "latest"], { cwd });
    expect(stderr).toContain("nothing is left to be run. 1 run of 2 is of another scenario than");
    expect(await entriesIn(cwd)).toEqual(before);
  });

  it("results of an exported sweep are those of its study", async () => {
    const cwd = scratch();
    const taken = await call(cwd, "sweep", "import", join(files, "sweep"));
    expect(taken).toContain("2 results taken in, 0 were here already, 0 refused");
    expect(taken).toContain("2 of 2 runs are done; snapscope sweep show");
    expectAsTold("sweep", { ...(await sweepOf(cwd)), study: told("sweep").study });
  });

  it("a result of a study of the library is placed in it", async () => {
    const cwd = scratch();
    openLibrary(cwd, "DELETE FROM runs WHERE point = 1");
    const result = join(files, "sweep", "results", "1-0.snapscope-run");
    expect(await call(cwd, "sweep", "import", result)).toContain("1 results taken in");
    const { study, ...measured } = await sweepOf(cwd);
    expect(study.status).toBe("completed");
    expectAsTold("sweep", { ...measured, study: told("sweep").study });
  });

  it("an exported run comes in as it was", async () => {
    const cwd = scratch();
    await call(cwd, "runs", "import", join(files, "a-restore.snapscope-run"));
    expectAsTold("run-of-a-restore", await runOf(cwd, "latest"));
  });

  it("a shared comparison opens, its log too, and compares the same", async () => {
    const cwd = scratch();
    expectAsTold(
      "comparison",
      await comparisonOf(cwd, join(files, "against-a-server.snapscope-comparison")),
    );
    expect(await entriesIn(cwd)).toHaveLength(1);
  });
});
