import { PassThrough, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { JsonOutput } from "./json-output.ts";

function* counted(count: number, made: number[] = []): Generator<{ number: number; pad: string }> {
  for (let number = 0; number < count; number += 1) {
    made.push(number);
    yield { number, pad: "x".repeat(1000) };
  }
}

describe("JSON that is written as it is made", () => {
  it("is one object, with an element of a list in a line", async () => {
    const stream = new PassThrough();
    const written = text(stream);
    await new JsonOutput(stream).object([
      ["head", { a: [1, null] }],
      ["none", counted(0)],
      ["some", counted(2)],
      ["end", "é"],
    ]);
    stream.end();
    const output = await written;
    expect(JSON.parse(output)).toMatchObject({
      head: { a: [1, null] },
      none: [],
      some: [{ number: 0 }, { number: 1 }],
      end: "é",
    });
    expect(output.split("\n").filter((line) => line.includes('"number"'))).toHaveLength(2);
  });

  it("waits for a reader that is slow", async () => {
    const made: number[] = [];
    let most = 0;
    let taken = 0;
    const slow = new Writable({
      highWaterMark: 1,
      write(chunk: Buffer, _encoding, done) {
        most = Math.max(most, made.length * 1000 - taken);
        taken += chunk.byteLength;
        setImmediate(done);
      },
    });
    await new JsonOutput(slow).object([["list", counted(3000, made)]]);
    expect(made).toHaveLength(3000);
    expect(most).toBeLessThan(700_000);
  });

  it("makes no more when nobody reads any more", async () => {
    const made: number[] = [];
    const closed: Writable = new Writable({
      highWaterMark: 1,
      write(_chunk, _encoding, done) {
        done(Object.assign(new Error("closed"), { code: "EPIPE" }));
      },
    });
    closed.on("error", () => undefined);
    await new JsonOutput(closed).object([["list", counted(100_000, made)]]);
    expect(made.length).toBeLessThan(1000);
  });
});
