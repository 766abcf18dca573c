// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { droppedFiles } from "./dropped-files.ts";

const fileEntry = (name: string) => ({
  name,
  isDirectory: false,
  file: (take: (file: File) => void) => take(new File(["x"], name)),
});

/** Hands its entries out in two parts, as readers of large folders do. */
function folder(name: string, entries: readonly { readonly name: string }[]) {
  const parts = [entries.slice(0, 1), entries.slice(1), []].filter(
    (part, at) => at === 2 || part.length > 0,
  );
  return {
    name,
    isDirectory: true,
    createReader: () => ({
      readEntries: (take: (entries: readonly unknown[]) => void) => take(parts.shift() ?? []),
    }),
  };
}

const drop = (files: readonly string[], entries: readonly unknown[]) =>
  ({
    files: files.map((name) => new File(["x"], name)),
    items: entries.map((entry) => ({ webkitGetAsEntry: () => entry })),
  }) as unknown as DataTransfer;

const namesOf = async (transfer: DataTransfer | null) =>
  (await droppedFiles(transfer)).map(({ name }) => name);

describe("what is dropped", () => {
  it("is its files", async () => {
    expect(await namesOf(null)).toEqual([]);
    expect(await namesOf(drop(["ERRORLOG"], [fileEntry("ERRORLOG")]))).toEqual(["ERRORLOG"]);
  });

  it("is of a sweep's folder the study and its results, and nothing else of it", async () => {
    const results = folder("results", [
      fileEntry("0-0.snapscope-run"),
      fileEntry("0-1.snapscope-run"),
      folder("deeper", [fileEntry("0-2.snapscope-run")]),
    ]);
    const sweep = folder("sweep", [fileEntry("study.json"), fileEntry("commands.txt"), results]);
    expect(await namesOf(drop(["sweep", "ERRORLOG"], [sweep, fileEntry("ERRORLOG")]))).toEqual([
      "ERRORLOG",
      "study.json",
      "0-0.snapscope-run",
      "0-1.snapscope-run",
    ]);
  });

  it("is of a server's folder the logs, and what was put beside them", async () => {
    const logs = ["ERRORLOG", "ERRORLOG.1", "perfmon.csv"].map(fileEntry);
    const others = ["SQLAGENT.OUT", "SQLDump0001.txt", "system_health_0.xel", "log_7.trc"];
    const log = folder("Log", [...logs, ...others.map(fileEntry)]);
    expect(await namesOf(drop(["Log"], [log]))).toEqual(["ERRORLOG", "ERRORLOG.1", "perfmon.csv"]);
  });

  it("says which folder cannot be read", async () => {
    const locked = {
      name: "locked",
      isDirectory: true,
      createReader: () => ({
        readEntries: (_take: unknown, refuse: (error: Error) => void) =>
          refuse(new Error("NotReadableError")),
      }),
    };
    const log = folder("Log", [fileEntry("ERRORLOG"), locked]);
    await expect(droppedFiles(drop(["Log"], [log]))).rejects.toThrow(
      "locked: the folder cannot be read (NotReadableError)",
    );
  });

  it("stays a file that cannot be read where a folder has nothing of ours", async () => {
    const other = folder("pictures", [fileEntry("a.png")]);
    expect(await namesOf(drop(["pictures"], [other]))).toEqual(["pictures"]);
  });
});
