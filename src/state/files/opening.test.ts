import { describe, expect, it } from "vitest";
import { failure, type Result, success } from "../../../app/contract/result.ts";
import type { CaptureEntry, FileRef, OpenedCapture } from "../../../app/contract/rpc/captures.ts";
import type { Study } from "../../../app/contract/study.ts";
import { runEntry } from "../testing/run-entries.ts";
import type { OpenableFile } from "./files.ts";
import { type DocumentKind, type OpeningHost, openAll } from "./opening.ts";

const logLine = "2026-02-03 04:05:06.78 spid51      Starting up database 'sales'.";

function file(name: string, content = logLine, path: string | null = null): OpenableFile {
  const blob = new Blob([content]);
  return { name, size: blob.size, path, content: blob };
}
const onDisk = (name: string): OpenableFile => ({
  name,
  size: 9,
  path: `/logs/${name}`,
  content: null,
});

const entry: CaptureEntry = {
  id: "00000000-0000-4000-8000-00000000000c",
  title: "ERRORLOG",
  openedAt: "2026-02-03T04:05:06.000Z",
  files: [],
  records: null,
};

const study: Study = {
  formatVersion: 1,
  id: "00000000-0000-4000-8000-00000000000d",
  createdUtc: "2026-02-03T04:05:06.000Z",
  name: "users",
  base: {},
  points: [{ settings: [] }],
  repeats: 1,
};

/** Remembers what it was asked for; each answer can be changed. */
class FakeHost implements OpeningHost {
  readonly controller = new AbortController();
  readonly opened: (readonly FileRef[])[] = [];
  readonly imported: FileRef[] = [];
  readonly studies: FileRef[] = [];
  readonly ofStudies: (readonly string[])[] = [];
  readonly documents: string[] = [];
  readonly sent: [number, number][] = [];
  capture: Result<OpenedCapture> = success({ entry, refused: [] });
  loaded: Result<DocumentKind> = success("scenario");
  #uploads = 0;

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  upload: OpeningHost["upload"] = async (content, onSent) => {
    onSent(content.size);
    this.#uploads += 1;
    return success(`upload-${this.#uploads}`);
  };
  openComparison: OpeningHost["openComparison"] = async () =>
    success({ sides: [], primary: null, align: "start" });
  addStudy: OpeningHost["addStudy"] = async (reference) => {
    this.studies.push(reference);
    return success(study);
  };
  importRun: OpeningHost["importRun"] = async (reference, studyIds) => {
    this.imported.push(reference);
    this.ofStudies.push(studyIds);
    return success({ entry: runEntry({ name: reference.name }), isNew: true, study: null });
  };
  openCapture: OpeningHost["openCapture"] = async (references) => {
    this.opened.push(references);
    return this.capture;
  };
  loadDocument: OpeningHost["loadDocument"] = (name) => {
    this.documents.push(name);
    return this.loaded;
  };
  messageOf = (error: unknown): string => String(error);
  onSent = (sent: number, total: number): void => void this.sent.push([sent, total]);
}

describe("opening files", () => {
  it("makes one capture of all logs, counters and waits, in the order given", async () => {
    const host = new FakeHost();
    const opened = await openAll(
      [file("ERRORLOG"), file("counters.csv", '"(PDH-CSV 4.0)"'), file("waits.tsv", "wait_type\t")],
      host,
    );
    expect(opened.capture?.entry).toBe(entry);
    expect(host.opened).toEqual([
      [
        { name: "ERRORLOG", upload: "upload-1" },
        { name: "counters.csv", upload: "upload-2" },
        { name: "waits.tsv", upload: "upload-3" },
      ],
    ]);
    expect(opened.problems).toEqual([]);
  });

  it("refers to files of the disk by their paths, and sends nothing of them", async () => {
    const host = new FakeHost();
    await openAll([onDisk("ERRORLOG"), file("ERRORLOG.1", logLine, "/logs/ERRORLOG.1")], host);
    expect(host.opened).toEqual([
      [
        { name: "ERRORLOG", path: "/logs/ERRORLOG" },
        { name: "ERRORLOG.1", path: "/logs/ERRORLOG.1" },
      ],
    ]);
    expect(host.sent).toEqual([[0, 0]]);
  });

  it("tells how much of all that has to be sent was sent", async () => {
    const host = new FakeHost();
    const files = [file("a.log", "1234"), onDisk("b.log"), file("c.log", "12345678")];
    await openAll([...files, file("refused.zip", "PK\u0003\u0004")], host);
    expect(host.sent).toEqual([
      [0, 12],
      [4, 12],
      [12, 12],
    ]);
  });

  it("imports runs and loads scenarios of the same drop", async () => {
    const host = new FakeHost();
    const opened = await openAll(
      [file("a.snapscope-run", "x"), file("ERRORLOG"), file("orders.json", "{}")],
      host,
    );
    expect(host.imported).toEqual([{ name: "a.snapscope-run", upload: "upload-1" }]);
    expect(host.documents).toEqual(["orders.json"]);
    expect(opened.scenarios).toEqual(["orders.json"]);
    expect(opened.runs.map((run) => run.entry.name)).toEqual(["a.snapscope-run"]);
    expect(host.opened).toHaveLength(1);
  });

  it("tells a protection plan from a scenario by what the page takes it for", async () => {
    const host = new FakeHost();
    host.loaded = success("plan");
    const { plans, scenarios } = await openAll([file("nightly.plan.json", "{}")], host);
    expect([plans, scenarios]).toEqual([["nightly.plan.json"], []]);
  });

  it("opens the others when one is refused, and says which and why", async () => {
    const host = new FakeHost();
    const refused = [{ name: "notes.txt", message: "no record of a server in it" }];
    host.capture = success({ entry, refused });
    host.loaded = failure("badInput", "orders.json: users: is not known");
    const { capture, problems } = await openAll(
      [
        file("ERRORLOG"),
        file("notes.txt", "dear all"),
        file("a.pdf", "%PDF-"),
        file("orders.json"),
      ],
      host,
    );
    expect(capture).not.toBeNull();
    expect(problems).toEqual([
      expect.stringMatching(/^a\.pdf is a PDF document/),
      "orders.json: users: is not known.",
      "notes.txt: no record of a server in it.",
    ]);
  });

  it("opens a shared comparison", async () => {
    const { comparisons } = await openAll([onDisk("a.snapscope-comparison")], new FakeHost());
    expect(comparisons).toEqual([{ sides: [], primary: null, align: "start" }]);
  });

  it("takes a sweep in before its results, which then have to be of it", async () => {
    const host = new FakeHost();
    const files = [onDisk("0-0.snapscope-run"), onDisk("study.json"), onDisk("0-1.snapscope-run")];
    const opened = await openAll(files, host);
    expect(host.studies).toEqual([{ name: "study.json", path: "/logs/study.json" }]);
    expect(host.ofStudies).toEqual([[study.id], [study.id]]);
    expect([opened.studies.length, opened.runs.length]).toEqual([1, 2]);
    await openAll([onDisk("0-0.snapscope-run")], host);
    expect(host.ofStudies.at(-1)).toEqual([]);
  });

  it("says why none could be opened", async () => {
    const host = new FakeHost();
    host.capture = failure("badInput", "notes.txt: no record of a server in it");
    expect(await openAll([file("notes.txt")], host)).toEqual({
      runs: [],
      studies: [],
      comparisons: [],
      capture: null,
      scenarios: [],
      plans: [],
      problems: ["notes.txt: no record of a server in it."],
    });
  });

  it("goes on without a file that cannot be sent", async () => {
    const host = new FakeHost();
    const { upload } = host;
    host.upload = (content, onSent) =>
      content.size === 4
        ? Promise.resolve(failure("ioError", "no space left"))
        : upload(content, onSent);
    const { problems } = await openAll([file("full.log", "1234"), file("ERRORLOG")], host);
    expect(problems).toEqual(["full.log: no space left."]);
    expect(host.opened).toEqual([[{ name: "ERRORLOG", upload: "upload-1" }]]);
  });

  it("takes what cannot be read for a folder", async () => {
    const host = new FakeHost();
    const unreadable = new Blob(["x"]);
    unreadable.slice = () => {
      throw new Error("NotReadableError");
    };
    const folder = { name: "LOG", size: 4096, path: null, content: unreadable };
    const { problems } = await openAll([folder], host);
    expect(problems).toEqual([expect.stringContaining("LOG could not be read")]);
    expect(problems[0] ?? "").toContain("folder");
    expect(host.opened).toEqual([]);
  });

  it("asks for a scenario of which only the path is known to be dropped", async () => {
    const { problems } = await openAll([onDisk("orders.json")], new FakeHost());
    expect(problems).toEqual([expect.stringContaining("Load scenario file…")]);
  });

  it("refuses more files than one timeline can have, before any is sent", async () => {
    const host = new FakeHost();
    const files = Array.from({ length: 101 }, (_, number) => file(`ERRORLOG.${number}`));
    const { problems } = await openAll(files, host);
    expect(problems).toEqual([expect.stringContaining("101 files are too many")]);
    expect(host.sent).toEqual([[0, expect.any(Number)]]);
  });

  it("that is cancelled opens nothing more, and is no problem", async () => {
    const host = new FakeHost();
    host.upload = async () => {
      host.controller.abort();
      return success(null);
    };
    const opened = await openAll(
      [onDisk("a.snapscope-run"), file("ERRORLOG"), file("ERRORLOG.1")],
      host,
    );
    expect(opened.runs).toHaveLength(1);
    expect(opened.capture).toBeNull();
    expect(opened.problems).toEqual([]);
    expect(host.opened).toEqual([]);
  });

  it("tells of each file where none of a capture can be read", async () => {
    const host = new FakeHost();
    host.capture = failure("badInput", "empty.log: is empty\nletter.txt: has no record");
    const { problems } = await openAll([file("empty.log"), file("letter.txt")], host);
    expect(problems).toEqual(["empty.log: is empty.", "letter.txt: has no record."]);
  });

  it("tells of a lost connection once for all files of the capture", async () => {
    const host = new FakeHost();
    host.openCapture = () => Promise.reject(new Error("connection lost"));
    const { problems } = await openAll([file("ERRORLOG"), file("ERRORLOG.1")], host);
    expect(problems).toEqual(["ERRORLOG, ERRORLOG.1: Error: connection lost."]);
  });
});
