import type { Evidence } from "../../../../contract/capture.ts";
import { countOf } from "../../../format/numbers.ts";
import type { EventPlace } from "../../events.ts";
import type { Creation } from "../creation.ts";
import { Occurrences, toEvidence } from "../evidence.ts";
import { type Handlers, Handling, type MessageOf } from "../follower.ts";
import { longIoStart, SleptIos } from "../slow-io.ts";
import { type FindingDraft, finding, maxFindingsOfRule } from "./finding.ts";
import type { FindingContext, FindingRule } from "./finding-rule.ts";
import { type Group, Groups } from "./group-rule.ts";
import { fileName, listText, spanText } from "./wording.ts";

/** Reports whose place is kept to compare with creations; a sick disk makes one for each file every few minutes. */
const maxPlaced = 2000;
const maxFiles = 40;
const maxDuring = maxFindingsOfRule - maxFiles - 1;

interface OfFile {
  requests: number;
  longestMs: number;
}

interface Report {
  readonly group: Group<OfFile>;
  readonly startMs: number;
  readonly endMs: number;
  readonly evidence: Evidence;
  readonly requests: number;
  readonly durationMs: number;
}

interface During {
  readonly creation: Creation;
  readonly reports: readonly Report[];
}

/** Message 833: an I/O took longer than 15 s. By creation of a snapshot, and what is left by file. */
export class LongIoFindings extends Handling implements FindingRule {
  readonly id = "longIo";
  protected readonly handlers: Handlers = {
    longIo: (place, message) => this.#report(place, message),
  };
  readonly #files = new Groups<OfFile>(maxFiles, newOfFile);
  readonly #reports: Report[] = [];
  readonly #slept = new SleptIos();
  readonly #sleeps = new Groups<OfFile>(maxFiles, newOfFile);

  #report(place: EventPlace, message: MessageOf<"longIo">): void {
    if (this.#slept.take(place.atMs, message)) {
      this.#sleep(place, message.durationMs ?? 0);
      return;
    }
    const group = this.#files.of(message.file);
    const startMs = longIoStart(place.atMs, message);
    group.occurrences.add(place);
    group.occurrences.touch(startMs);
    group.state.requests += message.occurrences;
    group.state.longestMs = Math.max(group.state.longestMs, message.durationMs ?? 0);
    if (this.#reports.length >= maxPlaced) return;
    this.#reports.push({
      group,
      startMs,
      endMs: place.atMs,
      evidence: toEvidence(place),
      requests: message.occurrences,
      durationMs: message.durationMs ?? 0,
    });
  }

  findings({ creations, endMs }: FindingContext): readonly FindingDraft[] {
    const during = this.#allDuring(creations, endMs);
    const told = new Set(during.flatMap(({ reports }) => reports));
    return [
      ...during.map(duringFinding),
      ...this.#files.all().flatMap((group) => ofFile(this.#without(told, group)) ?? []),
      ...this.#sleeps.all().map(sleptFinding),
    ];
  }

  /** All files wake up within moments: one finding for each night. */
  #sleep(place: EventPlace, lengthMs: number): void {
    const known = this.#sleeps
      .all()
      .find(({ occurrences }) => place.atMs - (occurrences.endMs ?? 0) <= sameWakingMs);
    const { occurrences, state } = known ?? this.#sleeps.of(String(place.record));
    occurrences.add(place);
    state.requests += 1;
    state.longestMs = Math.max(state.longestMs, lengthMs);
  }

  #allDuring(creations: readonly Creation[], logEndMs: number): readonly During[] {
    const found: During[] = [];
    for (const creation of creations) {
      if (found.length >= maxDuring) break;
      const during = this.#during(creation, logEndMs);
      if (during.reports.length > 0) found.push(during);
    }
    return found;
  }

  #during(creation: Creation, logEndMs: number): During {
    const endMs = creationEnd(creation, logEndMs);
    const reports = this.#reports.filter(
      (report) => report.startMs <= endMs && report.endMs >= creation.filesStartMs,
    );
    return { creation, reports };
  }

  /** What a creation's finding tells is not told again of the file. */
  #without(told: ReadonlySet<Report>, group: Group<OfFile>): Group<OfFile> {
    if (told.size === 0) return group;
    const own = this.#reports.filter((report) => report.group === group);
    // With more reports than are kept singly there is plenty beside the creation.
    if (own.length < group.occurrences.count || !own.some((report) => told.has(report))) {
      return group;
    }
    const rest = own.filter((report) => !told.has(report));
    const state = newOfFile();
    for (const { requests, durationMs } of rest) {
      state.requests += requests;
      state.longestMs = Math.max(state.longestMs, durationMs);
    }
    return { key: group.key, occurrences: occurrencesOf(rest), state };
  }
}

/** Reports of one waking come together. */
const sameWakingMs = 60_000;

const newOfFile = (): OfFile => ({ requests: 0, longestMs: 0 });

const creationEnd = ({ recovery, abandoned, filesStartMs }: Creation, logEndMs: number): number =>
  recovery.completedMs ?? (abandoned ? filesStartMs : logEndMs);

function occurrencesOf(reports: readonly Report[]): Occurrences {
  const occurrences = new Occurrences();
  for (const { startMs, endMs, evidence } of reports) {
    occurrences.addEvidence(evidence);
    occurrences.touch(startMs);
    occurrences.touch(endMs);
  }
  return occurrences;
}

function duringFinding({ creation, reports }: During): FindingDraft {
  const { snapshot, recovery, filesStartMs } = creation;
  const what = snapshot === null ? "a snapshot" : `snapshot ${snapshot}`;
  const lasted =
    recovery.completedMs === null
      ? ""
      : `, which took ${spanText(recovery.completedMs - filesStartMs)}`;
  return finding(
    "warning",
    `${countOf(reports.length, "report")} of I/O slower than 15 s during the creation of ${what}${lasted}`,
    `On ${filesText(reports)}. A creation writes out the source's dirty pages and then pulls pages into the sparse files, both on the caller's time. Slow volumes stretch every phase of it, and from the moment the files are open they slow each first change of a page too. See which phase the reports fall into and whether the files are the source's or the snapshot's.`,
    occurrencesOf(reports),
  );
}

function filesText(reports: readonly Report[]): string {
  const files = [...new Set(reports.map(({ group: { key } }) => key ?? "further files"))];
  const longestMs = Math.max(...reports.map(({ durationMs }) => durationMs));
  const longest = longestMs === 0 ? "" : `, the longest ${spanText(longestMs)}`;
  return `${listText(files)}${longest}`;
}

function sleptFinding({ occurrences, state }: Group<OfFile>): FindingDraft {
  return finding(
    "information",
    `The machine seems to have slept for ${spanText(state.longestMs)}`,
    `${countOf(state.requests, "report")} of slow I/O came when it woke up. While an I/O really does not end, its file is reported within seconds and again every five minutes; here nothing was said until the whole time had passed. A laptop was closed, or a virtual machine suspended or moved: this says nothing about the volume.`,
    occurrences,
  );
}

function ofFile({ key, occurrences, state }: Group<OfFile>): FindingDraft | null {
  const { requests, longestMs } = state;
  if (occurrences.count === 0) return null;
  const longest = longestMs === 0 ? "" : `, the longest ${spanText(longestMs)}`;
  const where = key === null ? "further files" : fileName(key);
  return finding(
    "warning",
    `${countOf(requests, "I/O request")} on ${where} took longer than 15 s${longest}`,
    `The request was given to the operating system and did not come back for that time${key === null ? "" : ` (${key})`}; the server only reports it, at most once in five minutes for each file. Look below SQL Server: latency of the volume, paths and queue depths, storage snapshots or backups at these times, filter drivers such as virus scanners.`,
    occurrences,
  );
}
