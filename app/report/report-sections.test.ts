import { describe, expect, it } from "vitest";
import { noAdvice } from "../contract/advice.ts";
import { reportSchema } from "../contract/report.ts";
import { renderHtml } from "./html/report-html.tsx";
import { inputOfRun } from "./report-input.ts";
import { buildReport } from "./report-model.ts";
import { night } from "./testing/captures.ts";
import { context, costsOf, fakeRecording, reportOfRun } from "./testing/recordings.ts";

const { overview, rows, facets } = night;
const both = buildReport(
  inputOfRun(fakeRecording(), {
    ...context,
    costs: costsOf(fakeRecording()),
    advice: noAdvice,
    log: { overview: { ...overview, counters: [], waits: [] }, rows, facets },
  }),
);

const headings = (page: string) =>
  [...page.matchAll(/<h2>\d+\. ([^<]*)<\/h2>/g)].map(([, title]) => title ?? "");

/** Those that are in a list, in the order in which they stand in another. */
const within = (list: readonly string[], titles: readonly string[]) =>
  list.filter((title) => titles.includes(title));

describe("a recording that has both a run and a log", () => {
  it("is told by the engine first, and by what its log shows beside it", () => {
    expect(both.run?.name).toBe("plain");
    expect(both.log?.findings.map(({ weight }) => weight)).toEqual(["critical", "warning"]);
    expect(both.conclusion.intent).toBe("error");
    expect(both.conclusion.sentences[0]).toBe("DBCC CHECKDB found 2 errors in Sales.");
    expect(both.conclusion.sentences[1]).toMatch(
      /^100 users, .*: creating ‘sales_snapshot_1’ took 4.75 s/,
    );
    expect(reportSchema.safeParse(both).error?.issues).toBeUndefined();
  });

  it("has the sections of both, in the one order", () => {
    const all = headings(renderHtml(both));
    const run = headings(renderHtml(reportOfRun(fakeRecording())));
    expect(within(all, run)).toEqual(run);
    expect(within(all, ["Findings", "Errors", "Configuration"])).toHaveLength(3);
    // A run opened no files, and its phases are drawn with its creations.
    expect(within(all, ["What was opened", "Kinds of records", "Timeline"])).toEqual([]);
    expect(all[0]).toBe("Findings");
    expect(all.at(-1)).toBe("Settings");
  });
});
