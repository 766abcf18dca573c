// Tests run in Node, also those of the page.
/// <reference types="node" />
import { MessageChannel, type MessagePort as NodePort } from "node:worker_threads";
import { afterEach, describe, expect, it } from "vitest";
import { rpcPortMessage } from "../../app/contract/rpc/host-bridge.ts";
import { PortTransport } from "../../app/transport/port-transport.ts";
import { serveRpc } from "../../app/transport/rpc-server.ts";
import { memoryServices, runId } from "../../app/transport/testing/memory-services.ts";
import { type Client, type ConnectionState, createClient } from "./client.ts";
import { PortInlet } from "./port-inlet.ts";

/** A window as far as messages go, and a host that answers each request with a served port. */
class Host extends EventTarget {
  readonly served: NodePort[] = [];
  readonly asked = Promise.withResolvers<void>();
  requests = 0;
  answers = true;

  readonly request = (): void => {
    this.requests += 1;
    this.asked.resolve();
    if (this.answers) this.deliver();
  };

  deliver(source: EventTarget = this): void {
    const { port1, port2 } = new MessageChannel();
    this.served.push(port1);
    serveRpc(new PortTransport(asPagePort(port1)), memoryServices(), (error) => {
      throw error;
    });
    const event = new MessageEvent("message", { data: rpcPortMessage });
    // Node's MessageEvent takes neither a window as its source nor ports of another thread.
    Object.defineProperties(event, {
      source: { value: source },
      ports: { value: [asPagePort(port2)] },
    });
    this.dispatchEvent(event);
  }
}

const asPagePort = (port: NodePort) => ({
  postMessage: (message: unknown) => port.postMessage(message),
  addEventListener(type: "message" | "close", listener: (event: { data?: unknown }) => void) {
    port.on(type, (data: unknown) => listener({ data }));
  },
  start: () => port.start(),
  close: () => port.close(),
});

const clients: Client[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});

function connect({ isRefused = async () => false, answers = true } = {}) {
  const host = new Host();
  host.answers = answers;
  const inlet = new PortInlet(host as unknown as Window, host.request);
  const client = createClient({
    open: () => new Promise((resolve) => inlet.next((port) => resolve(new PortTransport(port)))),
    isRefused,
  });
  clients.push(client);
  const states: ConnectionState[] = [client.state];
  client.onState((state) => states.push(state));
  const become = (wanted: ConnectionState) =>
    new Promise<void>((resolve) => {
      const end = client.onState((state) => {
        if (state !== wanted) return;
        end();
        resolve();
      });
    });
  return { host, client, states, become };
}

describe("the client over a port", () => {
  it("asks for a port, and speaks to the services over it", async () => {
    const { host, client, states } = connect();
    expect(client.state).toBe("connecting");
    expect((await client.services.library.list.query())[0]?.id).toBe(runId);
    expect(host.requests).toBe(1);
    expect(states).toEqual(["connecting", "open"]);
  });

  it("takes columns of doubles from a subscription to its end", async () => {
    const { client } = connect();
    const columns: unknown[] = [];
    await new Promise<void>((resolve, reject) => {
      client.services.experiments.watch.subscribe(
        { runId },
        {
          onData: ({ series }) => columns.push(series.timeMs),
          onComplete: resolve,
          onError: reject,
        },
      );
    });
    expect(columns).toEqual([Float64Array.of(0)]);
  });

  it("asks again when the port closes, and says so meanwhile", async () => {
    const { host, client, states, become } = connect();
    await client.services.presets.list.query();
    const open = become("open");
    host.served[0]?.close();
    await open;
    expect(await client.services.presets.list.query()).toEqual([]);
    expect(states).toEqual(["connecting", "open", "lost", "open"]);
    expect(host.requests).toBe(2);
  });

  it("says when the host does not know the page, and asks it no more", async () => {
    const { host, client, become, states } = connect({ isRefused: async () => true });
    await client.services.presets.list.query();
    const refused = become("refused");
    host.served[0]?.close();
    await refused;
    expect(states).toEqual(["connecting", "open", "lost", "refused"]);
    expect(host.requests).toBe(1);
  });

  it("takes no port from a frame or another window", async () => {
    const { host, client } = connect({ answers: false });
    await host.asked.promise;
    host.deliver(new EventTarget());
    expect(client.state).toBe("connecting");
    host.deliver();
    expect(await client.services.presets.list.query()).toEqual([]);
  });
});
