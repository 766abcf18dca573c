import { describe, expect, it } from "vitest";
import { controlOfMain, engineLabel, type ToMain } from "../transport/host-messages.ts";
import { LocalTransport } from "../transport/testing/transports.ts";
import { HostClient } from "./host-client.ts";

/** The services' end, and a main process that does what a test says. */
function connected() {
  const [servicesEnd, mainEnd] = LocalTransport.pair();
  const waiting: ((message: ToMain) => void)[] = [];
  const received: ToMain[] = [];
  const main = controlOfMain(mainEnd);
  main.onMessage((message) => {
    if (!message.ok) throw new Error(message.error.message);
    const take = waiting.shift();
    if (take === undefined) received.push(message.value);
    else take(message.value);
  });
  const next = (): Promise<ToMain> => {
    const message = received.shift();
    if (message !== undefined) return Promise.resolve(message);
    return new Promise((resolve) => waiting.push(resolve));
  };
  const problems: string[] = [];
  const client = new HostClient(servicesEnd, (text) => problems.push(text));
  return { client, main, mainEnd, next, problems };
}

describe("engines of the host", () => {
  it.each(["before", "after"])(
    "have a channel that comes %s the word of their start",
    async (when) => {
      const { client, main, next } = connected();
      const launching = client.launchEngine("/addon.node");
      expect(await next()).toEqual({ kind: "startEngine", id: 1, addon: "/addon.node" });
      const [channel, engine] = LocalTransport.pair();
      if (when === "before") client.acceptEngine(engineLabel(1), channel);
      main.send({ kind: "engineStarted", id: 1, pid: 42 });
      if (when === "after") setImmediate(() => client.acceptEngine(engineLabel(1), channel));
      const launched = await launching;
      if (!launched.ok) throw new Error(launched.error.message);
      expect(launched.value.pid).toBe(42);
      const frame = new Promise<Uint8Array>((resolve) => launched.value.transport.onFrame(resolve));
      engine.send(Uint8Array.of(7));
      expect([...(await frame)]).toEqual([7]);
      launched.value.kill();
      expect(await next()).toEqual({ kind: "killEngine", id: 1 });
      const exit = { code: 9, signal: null, output: "last words" };
      main.send({ kind: "engineExited", id: 1, exit });
      expect(await launched.value.exited).toEqual(exit);
    },
  );

  it("that main refuses are failures with its reason", async () => {
    const { client, main, next } = connected();
    const launching = client.launchEngine("/addon.node");
    await next();
    main.send({ kind: "engineRefused", id: 1, reason: "no memory" });
    expect(await launching).toMatchObject({
      ok: false,
      error: { code: "engineDied", message: expect.stringContaining("no memory") },
    });
  });

  it("that nobody asked for are sent away", async () => {
    const { client } = connected();
    const [channel, engine] = LocalTransport.pair();
    const closed = new Promise<void>((resolve) => engine.onClose(resolve));
    client.acceptEngine(engineLabel(5), channel);
    await closed;
  });
});

describe("printing by the host", () => {
  it("gives each caller its own document, in any order", async () => {
    const { client, main, next } = connected();
    const [first, second] = [client.printPdf("<p>1"), client.printPdf("<p>2")];
    const asked = [await next(), await next()];
    expect(asked).toMatchObject([{ html: "<p>1" }, { html: "<p>2" }]);
    main.send({ kind: "pdfPrinted", id: 2, pdf: Uint8Array.of(2) });
    main.send({ kind: "pdfFailed", id: 1, error: { code: "ioError", message: "jam" } });
    expect(await second).toEqual({ ok: true, value: Uint8Array.of(2) });
    expect(await first).toEqual({ ok: false, error: { code: "ioError", message: "jam" } });
  });

  it("is cancelled when the caller cancels", async () => {
    const { client, next } = connected();
    const abort = new AbortController();
    void client.printPdf("<p>", abort.signal);
    await next();
    abort.abort();
    expect(await next()).toEqual({ kind: "cancelPrint", id: 1 });
  });
});

describe("files that a page names", () => {
  it("are read where main says that the user has chosen them", async () => {
    const { client, main, next } = connected();
    const [chosen, other] = [client.mayRead("/logs/ERRORLOG"), client.mayRead("/etc/passwd")];
    expect(await next()).toEqual({ kind: "askMayRead", id: 1, path: "/logs/ERRORLOG" });
    expect(await next()).toEqual({ kind: "askMayRead", id: 2, path: "/etc/passwd" });
    main.send({ kind: "mayRead", id: 2, allowed: false });
    main.send({ kind: "mayRead", id: 1, allowed: true });
    expect([await chosen, await other]).toEqual([true, false]);
  });
});

describe("the control channel", () => {
  it("reports what it does not know, and goes on", async () => {
    const { client, main, mainEnd, problems } = connected();
    mainEnd.send(Uint8Array.of(0xc1));
    const stopped = new Promise<void>((resolve) => client.onStop(resolve));
    main.send({ kind: "stop" });
    await stopped;
    expect(problems).toEqual([expect.stringContaining("control message")]);
  });
});
