import { describe, expect, it } from "vitest";
import { corpusInputs, withCapture } from "./corpus/corpus-files.ts";

describe("a clock that goes back", () => {
  it.each([
    ["time-autumn.log", "information", "daylight saving"],
    ["time-autumn-sparse.log", "information", "daylight saving"],
    ["time-almost-an-hour.log", "warning", "set back once, by 59 min 19 s"],
    ["time-clock-set-back.log", "warning", "set back once"],
  ])("is judged by how often the log has a record: %s", (name, weight, words) => {
    const { findings } = withCapture(corpusInputs([name]), (capture) => capture.overview());
    expect(findings).toMatchObject([{ weight, title: expect.stringContaining(words) }]);
  });
});
