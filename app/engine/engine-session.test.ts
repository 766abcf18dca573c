import { describe, expect, it } from "vitest";
import type { Addon } from "../addon/addon.ts";
import { encodeBatch } from "../contract/frame.ts";
import { someFigures } from "../contract/testing/device-figures.ts";
import { decodeMessage, encodeMessage } from "../transport/codec.ts";
import type { ToEngine } from "../transport/engine-messages.ts";
import type { Transport } from "../transport/transport.ts";
import { EngineSession } from "./engine-session.ts";

/** Both ends of the session in one process: what it sends, and the addon's side by hand. */
function open(startError?: Error) {
  const sent: string[] = [];
  const calls: string[] = [];
  let receive: (frame: Uint8Array) => void = () => undefined;
  const transport: Transport = {
    send: (frame) => {
      sent.push((decodeMessage(frame) as { kind: string }).kind);
    },
    onFrame: (handler) => {
      receive = handler;
    },
    onClose: () => undefined,
    close: () => undefined,
  };
  const engine = {
    batch: (_: Uint8Array): void => undefined,
    end: (_: string): void => undefined,
  };
  const addon: Addon = {
    version: () => ({ engine: "x", compiler: "x", build: "x" }),
    deviceFigures: () => JSON.stringify(someFigures),
    Calibration: class {
      measureNext = () => null;
      fit = () => "{}";
      close = () => undefined;
    },
    start: (_, onBatch, onEnd) => {
      if (startError !== undefined) throw startError;
      Object.assign(engine, { batch: onBatch, end: onEnd });
      return {
        command: (json) => calls.push(`command ${json}`),
        grant: (credits) => calls.push(`grant ${credits}`),
        close: () => calls.push("close"),
      };
    },
  };
  const session = new EngineSession(transport, addon);
  const tell = (message: ToEngine) => receive(encodeMessage(message));
  return { session, sent, calls, engine, tell };
}

const batch = encodeBatch({ timeMs: [], counters: {}, waits: {}, events: [] });
const start: ToEngine = { kind: "start", scenario: "{}" };

describe("EngineSession", () => {
  it("forwards commands and grants to the run, and batches and the summary back", () => {
    const { sent, calls, engine, tell } = open();
    tell(start);
    tell({ kind: "grant", credits: 2 });
    tell({ kind: "command", command: { kind: "pause" } });
    engine.batch(batch);
    engine.end("{}");
    expect(calls).toEqual(["grant 2", 'command {"kind":"pause"}']);
    expect(sent).toEqual(["batch", "end"]);
  });

  it("is closed only when the run says that it is over", async () => {
    const { session, sent, calls, engine, tell } = open();
    tell(start);
    let closed = false;
    const closing = session.closed().then(() => {
      closed = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect([calls, closed]).toEqual([["close"], false]);
    engine.end("{}");
    await closing;
    expect(sent).toEqual([]);
  });

  it("closes at once when nothing runs", async () => {
    await open().session.closed();
  });

  it("ends a run that sends more than it was granted", () => {
    const { sent, calls, engine, tell } = open();
    tell(start);
    for (let count = 0; count < 12; ++count) engine.batch(batch);
    expect(sent).toEqual([...Array.from({ length: 8 }, () => "batch"), "error"]);
    expect(calls).toEqual(["close"]);
  });

  it("passes on what a cancelled run still sends, although nobody grants any more", () => {
    for (const how of ["asked", "interrupted"]) {
      const { session, sent, engine, tell } = open();
      tell(start);
      if (how === "asked") tell({ kind: "command", command: { kind: "cancel" } });
      else session.cancel();
      for (let count = 0; count < 12; ++count) engine.batch(batch);
      engine.end("{}");
      expect(sent).toEqual([...Array.from({ length: 12 }, () => "batch"), "end"]);
    }
  });

  it("measures devices in turn, until the other end is gone", async () => {
    const { session, sent, tell } = open();
    tell({ kind: "measureDevices", devices: ["{}", "{}", "{}"] });
    await session.closed();
    await new Promise((resolve) => setImmediate(resolve));
    expect(sent).toEqual(["deviceFigures"]);
  });

  it("reports an engine that refuses to start, and a second start", () => {
    const refusing = open(new TypeError("no"));
    refusing.tell(start);
    expect(refusing.sent).toEqual(["error"]);
    const twice = open();
    twice.tell(start);
    twice.tell(start);
    expect(twice.sent).toEqual(["error"]);
  });
});
