import type { Evidence } from "../../../../contract/capture.ts";
import type { LogEvent } from "../../events.ts";
import type { Creation } from "../creations.ts";
import { Occurrences, toEvidence } from "../evidence.ts";
import type { EventOf } from "../follower.ts";
import { longIoStart } from "../slow-io.ts";
import {
  type FindingContext,
  type FindingDraft,
  type FindingRule,
  finding,
  maxFindingsOfRule,
} from "./finding-rule.ts";
import { Groups } from "./group-rule.ts";
import { countText, fileName, spanText } from "./wording.ts";

/** Long I/Os whose place is kept to compare with creations; a sick disk logs one for each file every few minutes. */
const maxPlaced = 2000;
const maxFiles = 40;

interface OfFile {
  requests: number;
  longestMs: number;
}

interface Placed {
  readonly startMs: number;
  readonly endMs: number;
  readonly evidence: Evidence;
}

/** Message 833: an I/O took longer than 15 s. By file, and against the creations of snapshots. */
export class LongIoFindings implements FindingRule {
  readonly id = "longIo";
  readonly kinds = ["longIo"] as const;
  readonly #files = new Groups<OfFile>(maxFiles, () => ({ requests: 0, longestMs: 0 }));
  readonly #placed: Placed[] = [];

  take(event: LogEvent): void {
    if (event.kind !== "longIo") return;
    const { occurrences, state } = this.#files.of(event.file);
    occurrences.add(event);
    occurrences.touch(longIoStart(event));
    state.requests += event.occurrences;
    state.longestMs = Math.max(state.longestMs, event.durationMs ?? 0);
    if (this.#placed.length < maxPlaced) this.#placed.push(placed(event));
  }

  findings({ creations, endMs }: FindingContext): readonly FindingDraft[] {
    const overlapping = creations.flatMap((creation) => this.#during(creation, endMs) ?? []);
    return [
      ...overlapping.slice(0, maxFindingsOfRule - maxFiles - 1),
      ...this.#files.all().map(({ key, occurrences, state }) => ofFile(key, occurrences, state)),
    ];
  }

  #during(creation: Creation, logEndMs: number): FindingDraft | null {
    const { filesStartMs, recovery, snapshot } = creation;
    const endMs = recovery.completedMs ?? (creation.abandoned ? filesStartMs : logEndMs);
    const overlapping = this.#placed.filter(
      (io) => io.startMs <= endMs && io.endMs >= filesStartMs,
    );
    if (overlapping.length === 0) return null;
    const what = snapshot === null ? "a snapshot" : `snapshot ${snapshot}`;
    const lasted =
      recovery.completedMs === null ? "" : `, which took ${spanText(endMs - filesStartMs)}`;
    return finding(
      "warning",
      `${countText(overlapping.length, "report")} of I/O slower than 15 s during the creation of ${what}${lasted}`,
      "A creation writes out the source's dirty pages and then pulls pages into the sparse files, both on the caller's time. Slow volumes stretch every phase of it, and from the moment the files are open they slow each first change of a page too. See which phase the reports fall into and whether the files are the source's or the snapshot's.",
      occurrencesOf(overlapping),
    );
  }
}

const placed = (event: EventOf<"longIo">): Placed => ({
  startMs: longIoStart(event),
  endMs: event.atMs,
  evidence: toEvidence(event),
});

function occurrencesOf(ios: readonly Placed[]): Occurrences {
  const occurrences = new Occurrences();
  for (const { startMs, endMs, evidence } of ios) {
    occurrences.addEvidence(evidence);
    occurrences.touch(startMs);
    occurrences.touch(endMs);
  }
  return occurrences;
}

function ofFile(file: string | null, occurrences: Occurrences, state: OfFile): FindingDraft {
  const { requests, longestMs } = state;
  const longest = longestMs === 0 ? "" : `, the longest ${spanText(longestMs)}`;
  const where = file === null ? "further files" : fileName(file);
  return finding(
    "warning",
    `${countText(requests, "I/O request")} on ${where} took longer than 15 s${longest}`,
    `The request was given to the operating system and did not come back for that time${file === null ? "" : ` (${file})`}; the server only reports it, at most once in five minutes for each file. Look below SQL Server: latency of the volume, paths and queue depths, storage snapshots or backups at these times, filter drivers such as virus scanners.`,
    occurrences,
  );
}
