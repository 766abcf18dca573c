/** Captures as a UI uses them: opened and kept, read by threads, asked for in parts. */
import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { basename } from "node:path";
import { type Advice, noAdvice } from "../../contract/advice.ts";
import type { CaptureOverview } from "../../contract/capture.ts";
import type { CreationCost } from "../../contract/creation-cost.ts";
import { failure, type Result, success } from "../../contract/result.ts";
import type {
  CaptureEntry,
  CapturesService,
  FileRef,
  OpenedCapture,
  RefusedFile,
} from "../../contract/rpc/captures.ts";
import type {
  PushPiece,
  RecordingOverview,
  RecordingUpdate,
  SeriesQuestion,
} from "../../contract/rpc/recordings.ts";
import type { Series } from "../../contract/rpc/timeline-data.ts";
import type { Step } from "../../contract/step.ts";
import { type FileRefs, type LocatedFile, locatePath } from "../file-refs.ts";
import { cannotWrite } from "../library/open-database.ts";
import { sampleLogPath } from "../project-paths.ts";
import type { RecordingSource } from "../recordings/recordings-service.ts";
import { filesOfCapture, type HeldFile, holdFiles, identityOfFiles } from "./capture-files.ts";
import { reportedCapture } from "./capture-reports.ts";
import { type CaptureStore, entryOf, type KeptCapture, type KeptFile } from "./capture-store.ts";
import type { OpenCapture, OpeningFiles } from "./open-capture.ts";
import type { OpenCaptures } from "./open-captures.ts";
import { capturedCosts } from "./report-data.ts";

export interface CapturesOptions {
  readonly store: CaptureStore;
  readonly files: FileRefs;
  readonly open: OpenCaptures;
  /** How many bytes in all are copied of files at paths; larger files are referred to. */
  readonly maxCopiedBytes?: number;
}

export interface LocatedCaptureFile {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
}

export class Captures implements CapturesService, RecordingSource {
  readonly #store: CaptureStore;
  readonly #files: FileRefs;
  readonly #open: OpenCaptures;
  readonly #maxCopiedBytes: number | undefined;

  constructor({ store, files, open, maxCopiedBytes }: CapturesOptions) {
    this.#store = store;
    this.#files = files;
    this.#maxCopiedBytes = maxCopiedBytes;
    this.#open = open;
    open.onRead((id, records) => this.#wasRead(id, records));
  }

  async list(): Promise<readonly CaptureEntry[]> {
    this.#open.prepare();
    return this.#store.list().map(entryOf);
  }

  async open(refs: readonly FileRef[]): Promise<Result<OpenedCapture>> {
    const located: LocatedFile[] = [];
    const refused: RefusedFile[] = [];
    for (const ref of refs) {
      const file = await this.#files.locate(ref);
      if (file.ok) located.push(file.value);
      else refused.push({ name: ref.name, message: file.error.message });
    }
    return this.#openLocated(located, refused);
  }

  async openSample(): Promise<Result<OpenedCapture>> {
    const sample = locatePath(basename(sampleLogPath), sampleLogPath);
    return sample.ok ? this.#openLocated([sample.value], []) : sample;
  }

  async remove(id: string): Promise<Result<null>> {
    await this.#open.remove(id);
    try {
      return this.#store.remove(id) ? success(null) : noSuchCapture(id);
    } catch (error) {
      return failure("ioError", cannotWrite(this.#store.path, error));
    }
  }

  /** Where its files are now. */
  filesOf(id: string): Result<readonly LocatedCaptureFile[]> {
    const kept = this.#store.get(id);
    if (kept === null) return noSuchCapture(id);
    const files = filesOfCapture(kept, this.#store.folderOf(id));
    if (!files.ok) return files;
    return success(
      files.value.map(({ name, path }, at) => ({ name, path, bytes: kept.files[at]?.bytes ?? 0 })),
    );
  }

  async *watch(id: string, signal: AbortSignal): AsyncGenerator<RecordingUpdate> {
    // A thread that has failed is of no use any more: who asks anew gets a new one.
    if (this.#open.get(id)?.progress.state === "failed") await this.#open.remove(id);
    const capture = await this.#ensure(id);
    if (!capture.ok) {
      yield notRead(capture.error.message);
      return;
    }
    const kept = this.#store.get(id);
    const title = kept === null ? "" : entryOf(kept).title;
    for await (const { progress, overview } of capture.value.watch(signal)) {
      yield { progress, overview: overview === null ? null : recordingOf(overview, title) };
    }
  }

  async cancel(id: string): Promise<Result<null>> {
    this.#open.get(id)?.cancel();
    return this.#store.get(id) === null ? noSuchCapture(id) : success(null);
  }

  log(id: string): Promise<Result<OpenCapture>> {
    return this.#ensure(id);
  }

  /** No file of a server has them. */
  async responses(id: string): Promise<Result<null>> {
    return this.#store.get(id) === null ? noSuchCapture(id) : success(null);
  }

  /** A server tells of no page. */
  async *pushes(): AsyncGenerator<PushPiece> {
    yield { batches: [], ended: true };
  }

  async pushLog(): Promise<Result<null>> {
    return success(null);
  }

  async creationCosts(id: string): Promise<Result<readonly CreationCost[]>> {
    const capture = await this.#ensure(id);
    const read = capture.ok ? reportedCapture(capture.value) : capture;
    return read.ok ? capturedCosts(read.value) : read;
  }

  /** Nobody knows what a server could be compared with. */
  /** Nobody can run them again with a change. */
  async steps(): Promise<Result<readonly Step[]>> {
    return success([]);
  }

  async advice(id: string): Promise<Result<Advice>> {
    return this.#store.get(id) === null ? noSuchCapture(id) : success(noAdvice);
  }

  async series(...asked: Parameters<RecordingSource["series"]>): Promise<Result<Series>> {
    const [id, question, signal] = asked;
    const capture = await this.#ensure(id);
    if (!capture.ok) return capture;
    return capture.value.ask((api) => api.series(questionOf(question)), signal);
  }

  #ensure(id: string): Promise<Result<OpenCapture>> {
    return this.#open.ensure(id, (): Result<OpeningFiles> => {
      const kept = this.#store.get(id);
      if (kept === null) return noSuchCapture(id);
      const files = filesOfCapture(kept, this.#store.folderOf(id));
      return files.ok ? success({ files: files.value }) : files;
    });
  }

  async #openLocated(
    located: readonly LocatedFile[],
    refused: readonly RefusedFile[],
  ): Promise<Result<OpenedCapture>> {
    const [first] = refused;
    if (located.length === 0)
      return failure("badInput", first?.message ?? "there is no file to open");
    const id = randomUUID();
    const held = await holdFiles(located, this.#store.folderOf(id), this.#maxCopiedBytes);
    const opened = held.ok ? await this.#openHeld(id, held.value, refused) : held;
    if (!opened.ok || opened.value.entry.id !== id) {
      await this.#open.remove(id);
      this.#store.removeFiles(id);
      for (const { path, uploadDigest } of located) {
        if (uploadDigest !== null) await rm(path, { force: true });
      }
    }
    return opened;
  }

  async #openHeld(
    id: string,
    held: readonly HeldFile[],
    unlocated: readonly RefusedFile[],
  ): Promise<Result<OpenedCapture>> {
    const opening = await this.#open.openNew(id, { files: held });
    if (!opening.ok) return opening;
    const kept = accepted(opening.value.files, held);
    const refused = [...unlocated, ...opening.value.refused];
    const openedAt = new Date().toISOString();
    const identity = identityOfFiles(kept.map(({ held: file }) => file));
    try {
      const known = this.#store.reopened(identity, openedAt);
      if (known !== null) return await this.#openKnown(known, refused);
      const capture: KeptCapture = {
        id,
        identity,
        openedAt,
        records: null,
        files: kept.map(({ file }) => file),
      };
      this.#store.add(capture);
      this.#open.read(id);
      return success({ entry: entryOf(capture), refused });
    } catch (error) {
      return failure("ioError", cannotWrite(this.#store.path, error));
    }
  }

  /** Opens files that are known: read on where they are held, else read anew. */
  async #openKnown(
    known: KeptCapture,
    refused: readonly RefusedFile[],
  ): Promise<Result<OpenedCapture>> {
    const state = this.#open.get(known.id)?.progress.state;
    if (state === "failed") await this.#open.remove(known.id);
    if (state === "cancelled") this.#open.read(known.id);
    const capture = await this.#ensure(known.id);
    return capture.ok ? success({ entry: entryOf(known), refused }) : capture;
  }

  #wasRead(id: string, records: number): void {
    try {
      this.#store.setRecords(id, records);
    } catch {
      // The number is told by every watch; the library can do without until its disk has room.
    }
  }
}

/** What was opened, in the order of the capture, with the file that each of them is. */
function accepted(
  files: readonly { name: string; kind: KeptFile["kind"]; bytes: number }[],
  held: readonly HeldFile[],
): { readonly file: KeptFile; readonly held: HeldFile }[] {
  const left = [...held];
  return files.flatMap(({ name, kind, bytes }) => {
    const index = left.findIndex((file) => file.name === name && file.bytes === bytes);
    const [file] = index < 0 ? [] : left.splice(index, 1);
    if (file === undefined) return [];
    const { kept, modifiedMs } = file;
    const path = kept === null ? file.path : null;
    return [{ file: { name, kind, bytes, kept, path, modifiedMs }, held: file }];
  });
}

const noSuchCapture = (id: string) =>
  failure("notFound", `capture ${id}: is not kept any more; open its files again`);

/** The recording of files that were opened together: nothing was asked of an engine. */
const recordingOf = (overview: CaptureOverview, title: string): RecordingOverview => ({
  ...overview,
  title,
  run: null,
  events: [],
  plannedEndMs: null,
  warmupEndMs: 0,
});

const questionOf = ({ counters, points, fromMs, toMs }: SeriesQuestion) => ({
  counters,
  points,
  ...(fromMs === undefined ? {} : { fromMs }),
  ...(toMs === undefined ? {} : { toMs }),
});

const notRead = (message: string): RecordingUpdate => ({
  progress: { state: "failed", bytesRead: 0, bytesTotal: 0, records: 0, message },
  overview: null,
});
