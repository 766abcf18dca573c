import { describe, expect, it } from "vitest";
import type { CaptureEntry } from "../../../app/contract/rpc/captures.ts";
import type { RunEntry } from "../../../app/contract/rpc/runs.ts";
import { runEntryOf } from "../../../app/contract/testing/run-entry.ts";
import { tokenValue } from "../../../app/theme/tokens.ts";
import { noncedReport } from "./nonced-report.ts";
import { documentOf, entryOfCapture, entryOfRun } from "./report-document.ts";
import { themedReport } from "./themed-report.ts";

const run = (change: Partial<RunEntry>): RunEntry => runEntryOf({ status: "completed", ...change });

const ofRun = (entry: RunEntry) =>
  documentOf({ recording: { kind: "run", id: entry.id }, span: null }, entryOfRun(entry), "whole");

describe("the document that is reported on", () => {
  it("is another one when the report would print something else of the run", () => {
    const { key } = ofRun(run({}));
    expect(ofRun(run({ recordedBytes: 9 })).key).toBe(key);
    for (const change of [{ name: "Day" }, { note: "n" }, { tags: ["t"] }]) {
      expect(ofRun(run(change)).key).not.toBe(key);
    }
  });

  it("is the whole capture, or the part that was selected in it", () => {
    const entry: CaptureEntry = {
      id: "c",
      title: "ERRORLOG and 2 more",
      openedAt: "2026-03-01T10:00:00Z",
      files: [],
      records: 5,
    };
    const span = { fromMs: 10, toMs: 20, label: "21:48:07.22 to 21:48:07.23" };
    const recording = { kind: "capture", id: "c" } as const;
    const source = { recording, span };
    expect(documentOf(source, entryOfCapture(entry), "selection").subject).toEqual({
      recording,
      span: { fromMs: 10, toMs: 20 },
    });
    const whole = { recording, span: null };
    expect(documentOf(source, entryOfCapture(entry), "whole").subject).toEqual(whole);
    expect(documentOf(whole, entryOfCapture(entry), "selection").subject).toEqual(whole);
  });
});

describe("themedReport", () => {
  it("has the colours of the page over those of the system, and on paper its own", () => {
    const html = "<head><style>@media screen { a{} }</style></head><p>&lt;/head&gt;</p>";
    const themed = themedReport(html, "high-contrast");
    expect(themed).toContain(`${tokenValue("surface", "high-contrast")};`);
    expect(themed.indexOf("color-scheme: dark")).toBeGreaterThan(themed.indexOf("a{}"));
    expect(themed).toMatch(/<style>@media screen \{ :root \{ [^<]* \} \}<\/style><\/head><p>/);
    expect(themedReport(html, "light")).toContain("color-scheme: light");
  });
});

describe("noncedReport", () => {
  it("gives each sheet the nonce, and touches nothing else", () => {
    const html = "<style>a{}</style><styled><p>&lt;style&gt;</p><style media=x>b{}</style>";
    expect(noncedReport(html, "n1")).toBe(
      '<style nonce="n1">a{}</style><styled><p>&lt;style&gt;</p><style nonce="n1" media=x>b{}</style>',
    );
  });

  it("leaves the report as it is where the page has no policy", () => {
    expect(noncedReport("<style></style>", "")).toBe("<style></style>");
  });
});
