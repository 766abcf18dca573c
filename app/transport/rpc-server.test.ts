import { MessageChannel } from "node:worker_threads";
import { createTRPCClient } from "@trpc/client";
import { afterEach, describe, expect, it } from "vitest";
import { WebSocketServer } from "ws";
import { noRecordFilter } from "../contract/rpc/records.ts";
import type { AppRouter } from "../contract/rpc/router.ts";
import type { Services } from "../contract/rpc/services.ts";
import { decodeMessage, encodeMessage } from "./codec.ts";
import { type HostPort, PortTransport } from "./port-transport.ts";
import { RpcCalls } from "./rpc-calls.ts";
import { type Call, channelToServices, type ToPage, type ToServices } from "./rpc-messages.ts";
import { serveRpc } from "./rpc-server.ts";
import { SocketTransport } from "./socket-transport.ts";
import { livePiece, memoryServices, runId } from "./testing/memory-services.ts";
import { LocalTransport } from "./testing/transports.ts";

const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0).reverse()) cleanUp();
});

const bugs: string[] = [];
const onBug = (error: Error, path: string) => bugs.push(`${path}: ${error.message}`);

async function overSocket(services: Services) {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  await new Promise((resolve) => server.once("listening", resolve));
  server.on("connection", (socket) => serveRpc(new SocketTransport(socket), services, onBug));
  const url = `ws://127.0.0.1:${(server.address() as { port: number }).port}`;
  const calls = new RpcCalls();
  let left = false;
  const connect = () => {
    const socket = new WebSocket(url);
    const transport = new SocketTransport(socket);
    socket.addEventListener("open", () => calls.connect(transport));
    transport.onClose(() => {
      calls.disconnect();
      if (!left) connect();
    });
  };
  connect();
  cleanUps.push(() => {
    left = true;
    for (const socket of server.clients) socket.terminate();
    server.close();
  });
  return { rpc: createTRPCClient<AppRouter>({ links: [calls.link] }), server, url };
}

/** One end served; the other as raw messages, to see what really crosses. */
function overLocal(services: Services) {
  const [near, far] = LocalTransport.pair();
  serveRpc(far, services, onBug);
  const channel = channelToServices(near);
  const messages: ToPage[] = [];
  const arrivals = new Set<() => void>();
  channel.onMessage((message) => {
    if (!message.ok) throw new Error(message.error.message);
    messages.push(message.value);
    for (const arrived of arrivals) arrived();
  });
  const until = (condition: () => boolean) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (!condition()) return;
        arrivals.delete(check);
        resolve();
      };
      arrivals.add(check);
      check();
    });
  const call = (id: number, type: Call["type"], path: string, input?: unknown) =>
    channel.send({ kind: "call", id, type, path, input });
  return { near, far, messages, until, call, send: (message: ToServices) => channel.send(message) };
}

describe("serveRpc over a socket", () => {
  it("answers queries and mutations, bytes included", async () => {
    const services = memoryServices();
    const { rpc } = await overSocket(services);
    expect((await rpc.library.list.query())[0]?.id).toBe(runId);
    await rpc.settings.put.mutate({ key: "theme", value: { dark: true } });
    expect(services.settingValues.get("theme")).toEqual({ dark: true });
    const upload = crypto.randomUUID();
    const refused = await rpc.uploads.append.mutate({ upload, bytes: Uint8Array.of(1) });
    expect(refused).toMatchObject({ ok: false, error: { code: "notFound" } });
  });

  it("refuses input that the contract does not allow", async () => {
    const { rpc } = await overSocket(memoryServices());
    await expect(rpc.experiments.kill.mutate({ runId: "no id" })).rejects.toThrow(/uuid/i);
  });

  it("carries columns of 100,000 doubles in a subscription that ends", async () => {
    const services = memoryServices();
    const watch = async function* () {
      yield livePiece(0.5, 100_000);
      yield livePiece(7.5, 1, true);
    };
    const { rpc } = await overSocket({
      ...services,
      experiments: { ...services.experiments, watch },
    });
    const columns: Float64Array[] = [];
    await new Promise<void>((resolve, reject) => {
      rpc.experiments.watch.subscribe(
        { runId },
        {
          onData: (piece) => columns.push(piece.series.timeMs),
          onComplete: resolve,
          onError: reject,
        },
      );
    });
    expect(columns.map((column) => column.length)).toEqual([100_000, 1]);
    expect(columns[0]?.[99_999]).toBe(99_999.5);
  });

  it("keeps subscriptions apart, and aborts one without the other", async () => {
    const services = memoryServices();
    const ended = Promise.withResolvers<string>();
    const watch = async function* (id: string, signal: AbortSignal) {
      signal.addEventListener("abort", () => ended.resolve(id), { once: true });
      for (let first = 0; ; first += 1) yield livePiece(first);
    };
    const { rpc } = await overSocket({
      ...services,
      experiments: { ...services.experiments, watch },
    });
    const other = "7f1f5e0e-5d0c-4d0e-9f4a-0d6e1f2a3b4c";
    const seen = (id: string, upTo: number) => {
      const reached = Promise.withResolvers<void>();
      const subscription = rpc.experiments.watch.subscribe(
        { runId: id },
        { onData: ({ series }) => series.timeMs[0] === upTo && reached.resolve() },
      );
      cleanUps.push(() => subscription.unsubscribe());
      return { subscription, reached: reached.promise };
    };
    const first = seen(runId, 3);
    const second = seen(other, 3);
    await Promise.all([first.reached, second.reached]);
    first.subscription.unsubscribe();
    expect(await ended.promise).toBe(runId);
    await seen(other, 2).reached;
  });

  it("resumes a subscription after the connection was lost", async () => {
    const services = memoryServices();
    const watch = async function* (_id: string, signal: AbortSignal) {
      yield { ...livePiece(1), restart: true };
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
    };
    const { rpc, server } = await overSocket({
      ...services,
      experiments: { ...services.experiments, watch },
    });
    let pieces = 0;
    const twice = Promise.withResolvers<void>();
    const subscription = rpc.experiments.watch.subscribe(
      { runId },
      {
        onData: () => {
          pieces += 1;
          if (pieces === 2) twice.resolve();
          for (const socket of server.clients) socket.terminate();
        },
      },
    );
    await twice.promise;
    subscription.unsubscribe();
  });

  it.each([
    ["text", "hello", /not a call of the services/],
    ["bytes that are no MessagePack", Uint8Array.of(0xc1, 2, 3), /not a call of the services/],
    ["a message that is no call", encodeMessage([1, 2]), /expected object/],
  ])("closes a connection that sends %s, with a reason, and lives on", async (_, data, reason) => {
    const { rpc, url } = await overSocket(memoryServices());
    const socket = new WebSocket(url);
    const closed = new Promise<CloseEvent>((resolve) => socket.addEventListener("close", resolve));
    await new Promise((resolve) => socket.addEventListener("open", resolve));
    socket.send(data);
    const event = await closed;
    expect(event.code).toBe(4002);
    expect(event.reason).toMatch(reason);
    expect(await rpc.presets.list.query()).toEqual([]);
  });
});

describe("serveRpc over ports", () => {
  it("speaks the same protocol", async () => {
    const { port1, port2 } = new MessageChannel();
    // Node's ports hand over the data itself, Electron's an event with it.
    const asHost = (port: typeof port1): HostPort => ({
      postMessage: (message) => port.postMessage(message),
      on(event: "message" | "close", listener: (event: { data: unknown }) => void) {
        port.on(event, (data: unknown) => listener({ data }));
      },
      start: () => port.start(),
      close: () => port.close(),
    });
    serveRpc(new PortTransport(asHost(port1)), memoryServices(), onBug);
    const near = new PortTransport(asHost(port2));
    const answer = new Promise<unknown>((resolve) =>
      near.onFrame((frame) => resolve(decodeMessage(frame))),
    );
    near.send(encodeMessage({ kind: "call", id: 1, type: "query", path: "presets.list" }));
    expect(await answer).toEqual({ kind: "value", id: 1, value: [] });
    const closed = new Promise<void>((resolve) => near.onClose(resolve));
    port1.close();
    await closed;
  });
});

describe("flow control of subscriptions", () => {
  const endless = () => {
    const services = memoryServices();
    let fetched = 0;
    const watch = async function* () {
      for (;;) yield livePiece(fetched++);
    };
    return {
      services: { ...services, experiments: { ...services.experiments, watch } },
      fetched: () => fetched,
    };
  };

  it("fetches the next piece when the reader has dealt with the last", async () => {
    const { services, fetched } = endless();
    const { near, messages, until, call, send } = overLocal(services);
    call(1, "subscription", "experiments.watch", { runId });
    const pieces = () => messages.filter(({ kind }) => kind === "value").length;
    for (const round of [1, 2, 3]) {
      await until(() => pieces() === round);
      expect(fetched()).toBe(round);
      send({ kind: "taken", id: 1 });
    }
    near.close();
  });

  it("says that it has started when its source listens, before the first piece", async () => {
    const services = memoryServices();
    const order: string[] = [];
    const changes = async function* (): AsyncGenerator<never> {
      order.push("listens");
      await new Promise(() => undefined);
    };
    const { messages, until, call } = overLocal({
      ...services,
      library: { ...services.library, changes },
    });
    call(1, "subscription", "library.changes");
    await until(() => messages.length === 1);
    expect([messages, order]).toEqual([[{ kind: "started", id: 1 }], ["listens"]]);
  });

  it("does not make other calls wait", async () => {
    const { services } = endless();
    const { messages, until, call } = overLocal(services);
    call(1, "subscription", "experiments.watch", { runId });
    await until(() => messages.length === 2);
    call(2, "query", "presets.list");
    await until(() => messages.some((message) => message.id === 2));
  });

  it("lets go of a reader that left in the middle of a piece", async () => {
    const services = memoryServices();
    const over = Promise.withResolvers<void>();
    const watch = async function* () {
      try {
        for (;;) yield livePiece(0);
      } finally {
        over.resolve();
      }
    };
    const { near, messages, until, call } = overLocal({
      ...services,
      experiments: { ...services.experiments, watch },
    });
    call(1, "subscription", "experiments.watch", { runId });
    await until(() => messages.length === 2);
    near.close();
    await over.promise;
  });
});

describe("calls", () => {
  it("under way when the connection is lost fail; those that wait for one are asked on it", async () => {
    const services = memoryServices();
    const asked = Promise.withResolvers<void>();
    const figures = () => {
      asked.resolve();
      return new Promise<never>(() => undefined);
    };
    const { rpc, server } = await overSocket({ ...services, devices: { figures } });
    const underWay = rpc.devices.figures.query([{ preset: "laptop" }]);
    await asked.promise;
    for (const socket of server.clients) socket.terminate();
    await expect(underWay).rejects.toThrow("lost before they answered");
    expect(await rpc.presets.list.query()).toEqual([]);
  });

  it("that are taken back reject at once, and their work in the services is aborted", async () => {
    const services = memoryServices();
    const asked = Promise.withResolvers<AbortSignal>();
    const hits: Services["recordings"]["hits"] = (_, signal) => {
      if (signal !== undefined) asked.resolve(signal);
      return new Promise<never>(() => undefined);
    };
    const { rpc } = await overSocket({
      ...services,
      recordings: { ...services.recordings, hits },
    });
    const abort = new AbortController();
    const question = {
      recording: { kind: "run" as const, id: runId },
      filter: noRecordFilter,
      query: { text: "error", pattern: false },
    };
    const underWay = rpc.recordings.hits.query(question, { signal: abort.signal });
    const work = await asked.promise;
    const isAborted = new Promise((resolve) => work.addEventListener("abort", resolve));
    abort.abort();
    await expect(underWay).rejects.toThrow("taken back before the services answered");
    await isAborted;
    const late = rpc.recordings.hits.query(question, { signal: abort.signal });
    await expect(late).rejects.toThrow("taken back");
  });

  it("that are answered after they were taken back send nothing", async () => {
    const services = memoryServices();
    const answer = Promise.withResolvers<[]>();
    const list = () => answer.promise;
    const { messages, until, call, send } = overLocal({ ...services, presets: { list } });
    call(1, "query", "presets.list");
    send({ kind: "stop", id: 1 });
    call(2, "query", "library.list");
    await until(() => messages.length === 1);
    answer.resolve([]);
    call(3, "query", "library.list");
    await until(() => messages.some(({ id }) => id === 3));
    expect(messages.map(({ id }) => id)).toEqual([2, 3]);
  });

  it("end the connection when they use the id of another that is under way", async () => {
    const { near, call, until, messages } = overLocal(memoryServices());
    const closed = new Promise<void>((resolve) => near.onClose(resolve));
    call(1, "subscription", "recordings.watch", { recording: { kind: "run", id: runId } });
    await until(() => messages.length === 1);
    call(1, "query", "presets.list");
    await closed;
  });
});

describe("bugs in procedures", () => {
  it("are reported, and answered as errors", async () => {
    const services = memoryServices();
    const list = () => Promise.reject(new Error("broken on purpose"));
    const { rpc } = await overSocket({ ...services, presets: { list } });
    await expect(rpc.presets.list.query()).rejects.toThrow("broken on purpose");
    expect(bugs).toContain("presets.list: broken on purpose");
  });
});
