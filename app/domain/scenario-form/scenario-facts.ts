/** What an experiment asks, in one line: who works, on what, and when snapshots are created or the database is restored. */
import { devicePreset } from "../../contract/device-presets.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { countOf, formatExact } from "../format/numbers.ts";
import { ownDisks, severalDevices, storageChoiceOf } from "./one-device.ts";
import { plannedSnapshots } from "./planned-snapshots.ts";

/** "300 users, NVMe SSD of a data centre, 2 snapshots at 30 and 70 s". */
export function scenarioFacts(scenario: Scenario): string {
  const { users } = scenario.workload;
  const storage = storageChoiceOf(scenario);
  return [
    users === 0 ? "no users" : countOf(users, "user", "users"),
    ...(storage === severalDevices ? [] : [storageTitle(storage)]),
    snapshotsOf(scenario),
  ].join(", ");
}

const storageTitle = (storage: Exclude<ReturnType<typeof storageChoiceOf>, "several">): string =>
  storage === ownDisks ? "this machine’s disks" : devicePreset(storage).title;

function snapshotsOf(scenario: Scenario): string {
  const planned = plannedSnapshots(scenario);
  if (planned.length > 0) return timesOf("snapshot", planned);
  const commandsOf = (kind: "backup" | "restore" | "scanTable") =>
    scenario.timeline.filter(({ command }) => command.kind === kind);
  const [backups, restores] = [commandsOf("backup"), commandsOf("restore")];
  // What leads up to a restore is told by the preview, which has the room.
  if (restores.length > 0) return timesOf("restore", restores);
  if (backups.length > 0) return timesOf("backup", backups);
  const scans = commandsOf("scanTable");
  return scans.length > 0 ? timesOf("table scan", scans) : "no snapshot";
}

function timesOf(
  what: string,
  planned: readonly { readonly atSeconds?: number | null | undefined }[],
): string {
  const count = countOf(planned.length, what, `${what}s`);
  const times = planned.flatMap(({ atSeconds }) => atSeconds ?? []);
  // A time that depends on the run is told by the form and the preview.
  if (times.length < planned.length) return count;
  const printed = times.map((seconds) => formatExact(seconds));
  const last = printed.pop() ?? "";
  return `${count} at ${printed.length === 0 ? "" : `${printed.join(", ")} and `}${last} s`;
}
