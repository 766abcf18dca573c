/**
 * Opens files of any mix: logs, counters and waits together as one capture, exported runs into the
 * library, scenarios into the designer, a protection plan onto its screen. Without the page, so that each way to fail can be tested.
 */

import { failure, type Result, success } from "../../../app/contract/result.ts";
import {
  type FileRef,
  maxFilesOfCapture,
  type OpenedCapture,
  type RefusedFile,
} from "../../../app/contract/rpc/captures.ts";
import type { OpenedComparison } from "../../../app/contract/rpc/comparisons.ts";
import type { ImportedRun } from "../../../app/contract/rpc/studies.ts";
import type { Study } from "../../../app/contract/study.ts";
import { asSentence } from "../../../app/domain/format/report-text.ts";
import { kindOfFile, type OpenableKind } from "./file-kinds.ts";
import { headOf, type OpenableFile } from "./files.ts";

export type DocumentKind = "scenario" | "plan";

/** What opening needs of the services and of the rest of the page. */
export interface OpeningHost {
  /** The upload's id; null when it was cancelled. */
  upload(content: Blob, onSent: (bytes: number) => void): Promise<Result<string | null>>;
  openComparison(file: FileRef): Promise<Result<OpenedComparison>>;
  addStudy(file: FileRef): Promise<Result<Study>>;
  /** `studyIds`: of which it has to be a result; none: of any, or by itself. */
  importRun(file: FileRef, studyIds: readonly string[]): Promise<Result<ImportedRun>>;
  openCapture(files: readonly FileRef[]): Promise<Result<OpenedCapture>>;
  /** What the page edits itself: a scenario, or a protection plan. */
  loadDocument(name: string, text: string): Result<DocumentKind>;
  /** What went wrong with a call that was rejected. */
  messageOf(error: unknown): string;
  /** Bytes of all files together; of none where the services read the files themselves. */
  onSent(sentBytes: number, totalBytes: number): void;
  readonly signal: AbortSignal;
}

export interface Opened {
  readonly runs: readonly ImportedRun[];
  readonly studies: readonly Study[];
  readonly comparisons: readonly OpenedComparison[];
  readonly capture: OpenedCapture | null;
  /** Names of the files that became experiments. */
  readonly scenarios: readonly string[];
  /** Names of those that became the protection plan, one after the other. */
  readonly plans: readonly string[];
  /** One sentence for each file that could not be opened. */
  readonly problems: readonly string[];
}

/** A reason as a sentence, with the name of its file unless it names it itself. */
const withName = ({ name, message }: RefusedFile): string =>
  asSentence(message.includes(name) ? message : `${name}: ${message}`);

/** The bytes of files that the services cannot reach. */
const bytesToSend = (files: readonly OpenableFile[]): number =>
  files.reduce((sum, { path, size }) => (path === null ? sum + size : sum), 0);

export const openAll = (files: readonly OpenableFile[], host: OpeningHost): Promise<Opened> =>
  new MixedOpening(host).open(files);

/** One opening of files: what came of them so far, and what went wrong. */
class MixedOpening {
  readonly #host: OpeningHost;
  readonly #problems: string[] = [];
  #totalBytes = 0;
  /** The bytes of the files that were sent as a whole. */
  #sentBytes = 0;

  constructor(host: OpeningHost) {
    this.#host = host;
  }

  async open(files: readonly OpenableFile[]): Promise<Opened> {
    const kinds = await this.#byKind(files);
    this.#totalBytes = bytesToSend([
      ...kinds.study,
      ...kinds.run,
      ...kinds.comparison,
      ...kinds.capture,
    ]);
    this.#host.onSent(0, this.#totalBytes);
    const documents = await this.#each(kinds.document, (file) => this.#loadDocument(file));
    const named = (kind: DocumentKind) =>
      documents.flatMap((document) => (document.kind === kind ? document.name : []));
    const studies = await this.#each(kinds.study, (file) =>
      this.#referred(file, (reference) => this.#host.addStudy(reference)),
    );
    const studyIds = studies.map(({ id }) => id);
    const runs = await this.#each(kinds.run, (file) =>
      this.#referred(file, (reference) => this.#host.importRun(reference, studyIds)),
    );
    const comparisons = await this.#each(kinds.comparison, (file) =>
      this.#referred(file, (reference) => this.#host.openComparison(reference)),
    );
    const capture = await this.#openCapture(kinds.capture);
    const [scenarios, plans] = [named("scenario"), named("plan")];
    return { runs, studies, comparisons, capture, scenarios, plans, problems: this.#problems };
  }

  get #cancelled(): boolean {
    return this.#host.signal.aborted;
  }

  #tell(name: string, message: string): void {
    // What breaks off because it was cancelled is no problem.
    if (!this.#cancelled) this.#problems.push(withName({ name, message }));
  }

  /** What `open` makes of each file, one after the other; null is left out, as is what failed. */
  async #each<T>(
    files: readonly OpenableFile[],
    open: (file: OpenableFile) => Promise<Result<T | null>>,
  ): Promise<T[]> {
    const made: T[] = [];
    for (const file of files) {
      if (this.#cancelled) break;
      try {
        const opened = await open(file);
        if (!opened.ok) this.#tell(file.name, opened.error.message);
        else if (opened.value !== null) made.push(opened.value);
      } catch (error) {
        this.#tell(file.name, this.#host.messageOf(error));
      }
    }
    return made;
  }

  async #byKind(files: readonly OpenableFile[]): Promise<Record<OpenableKind, OpenableFile[]>> {
    const kinds: Record<OpenableKind, OpenableFile[]> = {
      capture: [],
      run: [],
      document: [],
      study: [],
      comparison: [],
    };
    for (const file of files) {
      try {
        const verdict = kindOfFile(file, await headOf(file));
        if (verdict.kind === "refused") this.#tell(file.name, verdict.message);
        else kinds[verdict.kind].push(file);
      } catch (error) {
        // A folder comes as a file that cannot be read.
        const reason = this.#host.messageOf(error);
        const hint = "If it is a folder, choose the files in it.";
        this.#tell(file.name, `${file.name} could not be read (${reason}). ${hint}`);
      }
    }
    return kinds;
  }

  /** How the services find a file: by its path, or by what was sent of it. Null: cancelled. */
  async #referTo({ name, path, content }: OpenableFile): Promise<Result<FileRef | null>> {
    if (path !== null) return success({ name, path });
    if (content === null) return failure("notFound", "it has neither a path nor a content.");
    const sent = await this.#host.upload(content, (bytes) =>
      this.#host.onSent(this.#sentBytes + bytes, this.#totalBytes),
    );
    if (!sent.ok) return sent;
    this.#sentBytes += content.size;
    return success(sent.value === null || this.#cancelled ? null : { name, upload: sent.value });
  }

  /** What `open` makes of a file that the services can reach; null: it was cancelled meanwhile. */
  async #referred<T>(
    file: OpenableFile,
    open: (reference: FileRef) => Promise<Result<T>>,
  ): Promise<Result<T | null>> {
    const reference = await this.#referTo(file);
    if (!reference.ok) return reference;
    return reference.value === null ? success(null) : open(reference.value);
  }

  async #loadDocument({
    name,
    content,
  }: OpenableFile): Promise<Result<{ readonly name: string; readonly kind: DocumentKind }>> {
    if (content === null) {
      // The services read paths, but the screens that edit these are in the page.
      return failure(
        "badInput",
        `${name} looks like a scenario or a protection plan: drop it on the window, load a scenario in Experiments with “Load scenario file…”, or a plan in Plan with “Open…”.`,
      );
    }
    const loaded = this.#host.loadDocument(name, await content.text());
    return loaded.ok ? success({ name, kind: loaded.value }) : loaded;
  }

  async #openCapture(files: readonly OpenableFile[]): Promise<OpenedCapture | null> {
    if (files.length > maxFilesOfCapture) {
      this.#problems.push(
        `${files.length} files are too many for one timeline: open at most ${maxFilesOfCapture} together.`,
      );
      return null;
    }
    const references = await this.#each(files, (file) => this.#referTo(file));
    if (references.length === 0 || this.#cancelled) return null;
    const names = references.map(({ name }) => name).join(", ");
    try {
      const opened = await this.#host.openCapture(references);
      if (!opened.ok) {
        // Where none of them can be read, there is a line for each.
        this.#problems.push(...opened.error.message.split("\n").map(asSentence));
        return null;
      }
      this.#problems.push(...opened.value.refused.map(withName));
      return opened.value;
    } catch (error) {
      this.#tell(names, this.#host.messageOf(error));
      return null;
    }
  }
}
