/** Creations wait until index maintenance is over. */
import type { Scenario } from "../../contract/scenario.ts";
import type { TimelineEntry } from "../../contract/timeline.ts";
import { firstIndexBuild, type IndexBuild } from "../comparison/index-build.ts";
import { creationOf, isNeeded, triggerOf, withTrigger } from "./planned.ts";
import { indexBuildFalls } from "./promises.ts";
import type { Rule } from "./rule.ts";
import { type SnapshotLife, snapshotLives } from "./snapshot-lives.ts";

/** What is given a creation beyond its time in this run: it then meets another load. */
const creationTimes = 2;

export const indexMaintenance: Rule = ({ scenario, summary }) => {
  const build = firstIndexBuild(summary.phases);
  if (build === null) return null;
  const met = snapshotLives(summary).filter(
    ({ askedMs, endMs }) => askedMs < build.endMs && endMs > build.startMs,
  );
  const changed = createdAfterwards(scenario, met, build);
  if (met.length === 0 || changed === null) return null;
  const pushed = Number(build.figures.pagesPushed ?? 0);
  if (pushed === 0) return null;
  const names = met.map(({ name }) => name).join(", ");
  const isCreated = met.some(({ startMs }) => startMs > build.startMs);
  const what = build.name === "indexRebuild" ? "rebuild" : "creation";
  return {
    rule: "indexMaintenance",
    title: isCreated
      ? "Do not create snapshots during index maintenance."
      : "Create snapshots after index maintenance, not before it.",
    reason:
      "A build moves rows between pages although no data changes: each snapshot needs a copy of every page that the build takes, and a creation during the build has more to recover.",
    evidence: [
      {
        label: `Index ${what}, with ${names}`,
        value: build.endMs - build.startMs,
        unit: "duration",
      },
      { label: "Pages that it pushed", value: pushed, unit: { name: "pages" } },
      ...met.map(({ name, creationMs }) => ({
        label: `Creation of ${name}`,
        value: creationMs,
        unit: "duration" as const,
      })),
    ],
    change: `The index ${what} is over before ${met.length === 1 ? `${names} is` : `${names} are`} created.`,
    promise: indexBuildFalls,
    changed,
  };
};

const buildKinds: ReadonlySet<string> = new Set(["rebuildIndex", "createIndex"]);
/** By which entries refer to a build that had no name. */
const buildName = "index_maintenance";

/** Null where a snapshot is needed before, or what is to move is no plain entry of the timeline. */
function createdAfterwards(
  scenario: Scenario,
  met: readonly SnapshotLife[],
  build: IndexBuild,
): Scenario | null {
  const builds = scenario.timeline.filter(({ command }) => buildKinds.has(command.kind));
  const [entry] = builds;
  const creations = met.map(({ name }) => creationOf(scenario, name));
  if (entry === undefined || builds.length > 1 || creations.includes(null)) return null;
  if (met.some(({ name }) => isNeeded(scenario, name))) return null;
  const name = entry.name ?? buildName;
  const after = { step: name, event: "completed" as const, delaySeconds: 0 };
  // A build that waited for the creation takes the creation's time.
  const awaited = creations.find(
    (one) => one?.name !== undefined && one.name === entry.after?.step,
  );
  const timeline = scenario.timeline.map((one): TimelineEntry => {
    if (creations.includes(one)) return withTrigger(one, { after });
    if (one !== entry) return one;
    return { ...withTrigger(one, triggerOf(awaited ?? one)), name };
  });
  const creationMs = met.reduce((sum, one) => sum + one.creationMs, 0);
  const endSeconds = Math.ceil((build.endMs + creationTimes * creationMs) / 1000);
  return {
    ...scenario,
    timeline,
    durationSeconds: Math.max(scenario.durationSeconds, endSeconds),
  };
}
