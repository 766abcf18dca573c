import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type ReportCreation, reportSchema } from "../../app/contract/report.ts";
import { makeScratch, removeScratch, snapscope } from "./testing/snapscope.ts";

const cwd = makeScratch();
afterAll(() => removeScratch(cwd));

const read = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));

async function creationOfRun(seconds: number): Promise<ReportCreation> {
  const out = `of-${seconds}`;
  const args = ["run", "creation-under-load", "--duration", String(seconds)];
  const ended = await snapscope([...args, "--report", "json", "--out", out], { cwd });
  expect(ended.status).toBe(0);
  const [file = "no report"] = readdirSync(join(cwd, out)).filter((name) =>
    name.endsWith("-report.json"),
  );
  const [creation] = reportSchema.parse(read(join(cwd, out, file))).creations;
  if (creation === undefined) throw new Error("the report has no creation");
  return creation;
}

describe("the verdict of a creation", async () => {
  const [short, long] = [await creationOfRun(45), await creationOfRun(120)];

  it("judges response time as well as throughput", () => {
    // Users who think for half a second hardly notice in number what each of them notices in time.
    expect(short.throughput?.during).toBe("unchanged");
    expect(short.p99).toMatchObject({ during: "rose", after: "rose" });
    expect(short.sentence).toMatch(/Throughput unchanged .*; p99 rose from [\d.]+ to \d+ ms/);
    expect(short.sentence).toContain("From one run only; compare several to be sure.");
  });

  it("is the same whatever the length of the run after it", () => {
    const judged = ({ before, during, after, throughput, p99 }: ReportCreation) => ({
      ...{ before, during, after },
      throughput: { ...throughput, watchedMs: 0 },
      p99: { ...p99, watchedMs: 0 },
    });
    expect(judged(long)).toEqual(judged(short));
    // How long it was watched for a return is all that a longer run adds.
    const said = ({ sentence }: ReportCreation) => sentence.replace(/ in the [^.]*\. /, " ");
    expect(said(long)).toBe(said(short));
  });
});
