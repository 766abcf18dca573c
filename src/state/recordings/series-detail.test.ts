import { describe, expect, it } from "vitest";
import { failure, type Result, success } from "../../../app/contract/result.ts";
import type { Series } from "../../../app/contract/rpc/timeline-data.ts";
import { noSeries } from "../../../app/domain/timeline/recording-timeline.ts";
import type { Span } from "../../../app/domain/timeline/span.ts";
import { SeriesDetail } from "./series-detail.ts";

const merged = (samplesPerPoint: number): Series => ({ ...noSeries, samplesPerPoint });
const extent = { startMs: 0, endMs: 100_000 };
const whole = merged(20);

interface Question {
  readonly span: Span;
  readonly signal: AbortSignal;
  answer(result: Result<Series>): Promise<void>;
}

/** A detail whose questions wait for the test to answer them. */
function asked() {
  const questions: Question[] = [];
  const detail = new SeriesDetail(
    (span, signal) =>
      new Promise((resolve) => {
        const answer = async (result: Result<Series>) => {
          resolve(result);
          // The detail has dealt with it by the next task.
          await new Promise((done) => setImmediate(done));
        };
        questions.push({ span, signal, answer });
      }),
  );
  const look = (startMs: number, endMs: number) =>
    detail.look({ view: { startMs, endMs }, extent, whole });
  const last = () => {
    const question = questions.at(-1);
    if (question === undefined) throw new Error("nothing was asked");
    return question;
  };
  return { detail, questions, look, last };
}

describe("samples of what is visible", () => {
  it("are those of all the time while that is fine enough", () => {
    const { detail, questions, look } = asked();
    look(0, 100_000);
    look(30_000, 70_000);
    expect(questions).toHaveLength(0);
    expect(detail.current).toEqual({ part: null, problem: null });
  });

  it("are never asked for where every sample is there", () => {
    const { detail, questions } = asked();
    detail.look({ view: { startMs: 0, endMs: 10 }, extent, whole: merged(1) });
    expect(questions).toHaveLength(0);
  });

  it("are not asked for where there are none: beside a run that is laid over a log", () => {
    const { questions, look } = asked();
    look(200_000, 201_000);
    expect(questions).toHaveLength(0);
  });

  it("are asked for around the view where one has zoomed in", async () => {
    const { detail, look, last } = asked();
    look(40_000, 50_000);
    expect(last().span).toEqual({ startMs: 35_000, endMs: 55_000 });
    const finer = merged(1);
    await last().answer(success(finer));
    expect(detail.current.part).toEqual({ span: last().span, series: finer });
  });

  it("are asked for once while an answer is awaited, then for where one looks", async () => {
    const { detail, questions, look, last } = asked();
    for (let startMs = 40_000; startMs < 49_000; startMs += 100) look(startMs, 50_000);
    expect(questions).toHaveLength(1);
    await last().answer(success(merged(2)));
    expect(questions.map(({ span }) => span)).toEqual([
      { startMs: 35_000, endMs: 55_000 },
      { startMs: 48_350, endMs: 50_550 },
    ]);
    // The coarse answer shows the view, and does until the finer one comes.
    expect(detail.current.part?.series.samplesPerPoint).toBe(2);
    await last().answer(success(merged(1)));
    expect(detail.current.part?.series.samplesPerPoint).toBe(1);
    expect(questions).toHaveLength(2);
  });

  it("are not those of a view that was left", async () => {
    const { detail, questions, look, last } = asked();
    look(40_000, 41_000);
    look(80_000, 81_000);
    await last().answer(success(merged(1)));
    expect(detail.current.part).toBeNull();
    expect(questions).toHaveLength(2);
    expect(last().span).toEqual({ startMs: 79_500, endMs: 81_500 });
  });

  it("stay while one pans a little", async () => {
    const { questions, look, last } = asked();
    look(40_000, 50_000);
    await last().answer(success(merged(2)));
    look(44_000, 54_000);
    expect(questions).toHaveLength(1);
    look(46_000, 56_000);
    expect(questions).toHaveLength(2);
  });

  it("are asked for again after a failure only when the view moves", async () => {
    const { detail, questions, look, last } = asked();
    look(40_000, 41_000);
    await last().answer(failure("ioError", "batch 3 is damaged"));
    expect(detail.current).toEqual({ part: null, problem: "batch 3 is damaged" });
    expect(questions).toHaveLength(1);
    look(80_000, 81_000);
    await last().answer(success(merged(1)));
    expect(detail.current.problem).toBeNull();
  });

  it("that cannot be had are no problem once one looks at all of the time", async () => {
    const { detail, look, last } = asked();
    look(40_000, 41_000);
    await last().answer(failure("ioError", "batch 3 is damaged"));
    look(0, 100_000);
    expect(detail.current.problem).toBeNull();
  });

  it("do not matter any more when nobody looks", async () => {
    const { detail, look, last } = asked();
    let told = 0;
    detail.subscribe(() => {
      told += 1;
    });
    look(40_000, 41_000);
    detail.close();
    expect(last().signal.aborted).toBe(true);
    await last().answer(success(merged(1)));
    expect([told, detail.current.part]).toEqual([0, null]);
  });
});
