/** Push logs of made-up runs: an even load with hot pages, a redo that claims others, an index built in order. */

import type { PushCause } from "../../../contract/telemetry-catalog.ts";
import { SeededRandom } from "../../seeded-random.ts";
import type { PushLog } from "../push-log.ts";
import { PushLogBuilder } from "../push-log-builder.ts";

export interface MadeUpRun {
  readonly filePages: number;
  readonly pushes: number;
  readonly endMs?: number;
  readonly snapshots?: number;
  readonly seed?: number;
}

/** Never a page twice into a sparse file. */
export function madeUpPushes({
  filePages,
  pushes,
  endMs = 3_600_000,
  snapshots = 1,
  seed = 1,
}: MadeUpRun): PushLog {
  const random = new SeededRandom(seed);
  const builder = new PushLogBuilder({ capacity: pushes, endMs });
  builder.describe(
    [{ id: 1, name: "MSSQL_root.mdf", pages: filePages }],
    Array.from({ length: snapshots }, (_, index) => ({
      name: `sales_snapshot_${index + 1}`,
      createdMs: 0,
      droppedMs: null,
      hidden: false,
    })),
  );
  const held = new Uint8Array(Math.ceil((filePages * snapshots) / 8) + 1);
  const isNew = (snapshot: number, page: number) => {
    const place = snapshot * filePages + page;
    const [byte, bit] = [place >>> 3, 1 << (place & 7)];
    if (((held[byte] ?? 0) & bit) !== 0) return false;
    held[byte] = (held[byte] ?? 0) | bit;
    return true;
  };
  let built = Math.floor(filePages * 0.6);
  for (let made = 0, tries = 0; made < pushes && tries < 20 * pushes; ++tries) {
    const snapshot = snapshots === 1 ? 0 : random.below(snapshots);
    const chance = random.share();
    let cause: PushCause = "workload";
    let page = Math.floor(random.share() * filePages);
    if (chance < 0.3) page = Math.floor(page * 0.1);
    else if (chance < 0.45) cause = made < pushes / 2 ? "redo" : "along";
    else if (chance < 0.46) cause = "undo";
    else if (chance < 0.5) [cause, page] = ["indexBuild", Math.min(filePages - 1, built++)];
    if (!isNew(snapshot, page)) continue;
    builder.push({ atMs: (made / pushes) * endMs, page, cause, snapshot, file: 0 });
    ++made;
  }
  return builder.log;
}
