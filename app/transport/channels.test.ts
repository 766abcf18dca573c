import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Channels, relay } from "./channels.ts";
import { LocalTransport } from "./testing/transports.ts";
import type { Transport } from "./transport.ts";

const settled = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

function connected() {
  const [near, far] = LocalTransport.pair();
  const opened: { label: string; channel: Transport }[] = [];
  const take = (label: string, channel: Transport) => opened.push({ label, channel });
  return {
    near: new Channels(near, "odd", take),
    far: new Channels(far, "even", take),
    opened,
    end: () => near.close(),
  };
}

const collect = (transport: Transport) => {
  const frames: number[][] = [];
  transport.onFrame((frame) => frames.push([...frame]));
  return frames;
};

describe("Channels", () => {
  it("keep frames of several channels apart and in order, both ways", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(2), fc.boolean(), fc.uint8Array({ maxLength: 9 }))),
        async (sent) => {
          const { near, far, opened } = connected();
          const ours = [near.open("a"), near.open("b"), far.open("c")];
          await settled();
          const theirs = ["a", "b", "c"].map(
            (label) => opened.find((other) => other.label === label)?.channel,
          );
          const received = [...ours, ...theirs].map((end) => (end ? collect(end) : []));
          for (const [index, forward, frame] of sent) {
            (forward ? ours : theirs)[index]?.send(frame);
          }
          await settled();
          for (const index of [0, 1, 2]) {
            const wanted = (direction: boolean) =>
              sent
                .filter(([channel, forward]) => channel === index && forward === direction)
                .map(([, , frame]) => [...frame]);
            expect(received[3 + index]).toEqual(wanted(true));
            expect(received[index]).toEqual(wanted(false));
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  it("close one without the others", async () => {
    const { near, opened } = connected();
    const [first, second] = [near.open("a"), near.open("b")];
    await settled();
    const closed: string[] = [];
    for (const { label, channel } of opened) channel.onClose(() => closed.push(label));
    first.close();
    first.close();
    await settled();
    expect(closed).toEqual(["a"]);
    const frames = collect(opened[1]?.channel as Transport);
    second.send(Uint8Array.of(1));
    await settled();
    expect(frames).toEqual([[1]]);
  });

  it("all close with what carries them", async () => {
    const { near, opened, end } = connected();
    const closed: string[] = [];
    near.open("a").onClose(() => closed.push("near"));
    await settled();
    opened[0]?.channel.onClose(() => closed.push("far"));
    end();
    await settled();
    expect(closed.sort()).toEqual(["far", "near"]);
  });
});

describe("relay", () => {
  it("hands frames on both ways and a close as well", async () => {
    const [page, pageSide] = LocalTransport.pair();
    const [servicesSide, services] = LocalTransport.pair();
    relay(pageSide, servicesSide);
    const [atPage, atServices] = [collect(page), collect(services)];
    page.send(Uint8Array.of(1));
    services.send(Uint8Array.of(2));
    await settled();
    expect([atPage, atServices]).toEqual([[[2]], [[1]]]);
    const closed = new Promise<void>((resolve) => services.onClose(resolve));
    page.close();
    await closed;
  });
});
