/** A capture's worker that does what the name of its first file says, for tests of who runs it. */
import { type MessagePort, workerData } from "node:worker_threads";
import { expose } from "comlink";
import type { CaptureInput } from "../../../capture/capture.ts";
import { success } from "../../../contract/result.ts";
import type { CaptureUpdate } from "../../../contract/rpc/captures.ts";
import type { ReadingProgress } from "../../../contract/rpc/records.ts";

type Listener = (update: CaptureUpdate) => void;

let behaviour = "";
let tell: Listener = () => undefined;

const say = (state: ReadingProgress["state"]) =>
  tell({
    progress: { state, bytesRead: 1, bytesTotal: 2, records: 7, message: null },
    overview: null,
  });

const neverAnswered = () => new Promise<never>(() => undefined);

const api = {
  open(files: readonly CaptureInput[]) {
    behaviour = files[0]?.name ?? "";
    if (behaviour === "crash-at-opening") process.exit(3);
    const opened = files.map(({ name }) => ({ name, kind: "errorlog", bytes: 4 }));
    return success({ files: opened, refused: [] });
  },
  read(listener: Listener) {
    tell = listener;
    say("reading");
    if (behaviour === "throws") setImmediate(throwBug);
    if (behaviour === "eats-memory") setImmediate(eatMemory);
  },
  cancel: () => say("cancelled"),
  rows: neverAnswered,
};

function throwBug(): never {
  throw new TypeError("a bug of the reader");
}

function eatMemory(): void {
  const eaten: number[][] = [];
  for (;;) eaten.push(Array.from({ length: 10_000 }, () => eaten.length + 0.5));
}

const { port } = workerData as { readonly port: MessagePort };
expose(api, port);
