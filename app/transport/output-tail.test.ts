import { expect, it } from "vitest";
import { OutputTail } from "./output-tail.ts";

it("keeps the end of a flood", () => {
  const tail = new OutputTail();
  for (let line = 0; line < 10_000; line += 1) tail.take(Buffer.from(`line ${line}\n`));
  expect(tail.text.length).toBeLessThanOrEqual(4096);
  expect(tail.text.endsWith("line 9999")).toBe(true);
});

it("puts a character together that came in two chunks", () => {
  const tail = new OutputTail();
  const bytes = Buffer.from("Größe");
  tail.take(bytes.subarray(0, 3));
  tail.take(bytes.subarray(3));
  expect(tail.text).toBe("Größe");
});
