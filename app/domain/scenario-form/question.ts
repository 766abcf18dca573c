/**
 * What an experiment asks, and the values that decide its answer most: those are asked for beside it. All
 * others are in the form; `alsoSet` tells which of them are not as usual.
 */
import type { Scenario } from "../../contract/scenario.ts";
import { printPath } from "../../contract/schema-path.ts";
import { countOf } from "../format/numbers.ts";
import type { FieldIssue } from "./issues.ts";
import { type PlannedSnapshot, plannedSnapshots, timePath } from "./planned-snapshots.ts";

const always = [
  "workload.users",
  "workload.hotRows",
  "database.sizeMiB",
  "database.targetRecoveryTimeSeconds",
  "server.basedOn",
  "server.schedulers",
  "server.coreSpeedPercent",
  "server.memoryMiB",
  "server.engineVersion",
  "server.recoveryIntervalSeconds",
];

/** More fields than these are a form. */
const mostAsked = 6;

/** Snapshots whose times the question asks for. */
export const askedSnapshots = (scenario: Scenario): PlannedSnapshot[] =>
  plannedSnapshots(scenario).slice(0, mostAsked);

/** Printed paths of what the question asks for, beside the storage and the number of snapshots. */
export const askedPlaces = (scenario: Scenario): string[] => [
  ...always,
  ...askedSnapshots(scenario).map((snapshot) => printPath(timePath(snapshot))),
];

/** Issues whose fields only the form has. */
export function issuesInFormOnly(
  issues: readonly FieldIssue[],
  scenario: Scenario,
): readonly FieldIssue[] {
  const asked = new Set(askedPlaces(scenario));
  return issues.filter(({ place }) => !asked.has(place));
}

type Kind = Scenario["timeline"][number]["command"]["kind"];

/** What is asked of what is planned, the first that is. */
const questions: readonly (readonly [Kind, string])[] = [
  ["restore", "How long does a restore take, and what is lost?"],
  ["revertSnapshot", "How long does a revert take, and what is lost?"],
  ["createSnapshot", "What does a snapshot cost?"],
  ["createArraySnapshot", "What does an array snapshot cost?"],
  ["createIndex", "What does an index build cost?"],
  ["rebuildIndex", "What does an index rebuild cost?"],
  ["scanTable", "How fast is the table scanned?"],
  ["checkDatabase", "What does a consistency check cost?"],
  ["backup", "What does a backup cost?"],
  ["restartServer", "How long does recovery take?"],
];

export function questionOf({ timeline }: Pick<Scenario, "timeline">): string {
  const planned = new Set(timeline.map(({ command }) => command.kind));
  if (planned.has("restore") && planned.has("revertSnapshot")) {
    return "How long do a restore and a revert take, and what is lost?";
  }
  if (planned.has("createSnapshot") && planned.has("createArraySnapshot")) {
    return "What do a database and an array snapshot cost?";
  }
  const snapshots = timeline.filter(({ command }) => command.kind === "createSnapshot").length;
  const [kind, question] = questions.find(([one]) => planned.has(one)) ?? [
    null,
    "What does this load do by itself?",
  ];
  return kind === "createSnapshot" && snapshots > 1
    ? `What do ${countOf(snapshots, "snapshot")} cost?`
    : question;
}
