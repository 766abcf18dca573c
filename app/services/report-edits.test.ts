import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { reportSchema } from "../contract/report.ts";
import type { ReportEdits } from "../contract/report-edits.ts";
import type { ReportFormat } from "../contract/rpc/exports.ts";
import { noEdits, reportEditsKey } from "../domain/report/report-edits.ts";
import { keptEdits } from "./report-edits.ts";
import type { RunningServices } from "./services.ts";
import { runFake, Scratch, unwrap } from "./testing/scratch-services.ts";

let scratch: Scratch;
beforeEach(() => {
  scratch = new Scratch();
});
afterEach(() => scratch.dispose());

const span = { fromMs: 2000, toMs: 6000 };
const edits: ReportEdits = {
  charts: [
    { id: "lanes-1", kind: "lanes", ...span, lanes: ["transactionsPerSecond", "p99Ms"] },
    { id: "waits-2", kind: "waits", ...span, lanes: [] },
  ],
  sections: [
    { id: "lanes-1", title: "The dip" },
    { id: "settings", leftOut: true },
  ],
  order: [],
};

async function exported(services: RunningServices, id: string, format: ReportFormat) {
  const subject = { recording: { kind: "run", id } as const, span: null, edits };
  const file = unwrap(await services.reports.export(subject, format));
  return new TextDecoder().decode(file.bytes);
}

describe("edits of the report of a run", () => {
  it("are in each format that has text, with charts drawn from the recording", async () => {
    const services = await scratch.open();
    const id = await runFake(services, "rich:9");
    const recording = { kind: "run", id } as const;
    const preview = unwrap(await services.reports.preview({ recording, span: null, edits }));
    expect(preview.html).toContain("<h2>1. The dip</h2>");
    expect(preview.html).not.toContain(". Settings</h2>");
    expect(preview.sections.slice(0, 3).map(({ id: section }) => section)).toEqual([
      ...["head", "lanes-1", "waits-2"],
    ]);
    expect(await exported(services, id, "html")).toContain("<h2>1. The dip</h2>");
    const json = reportSchema.parse(JSON.parse(await exported(services, id, "json")));
    expect(json.edits).toEqual(edits);
    const [lanes, waits] = json.addedCharts ?? [];
    const ends = lanes?.samples?.timeMs ?? [];
    expect(ends.length).toBeGreaterThan(2);
    expect(lanes?.samples?.lanes.map(({ values }) => values.length)).toEqual([
      ...[ends.length, ends.length],
    ]);
    expect(waits?.waits).not.toBeNull();
  });

  it("are found again, as long as there is the run", async () => {
    const first = await scratch.open();
    const id = await runFake(first, "batches:1");
    const recording = { kind: "run", id } as const;
    const gone = { kind: "run", id: crypto.randomUUID() } as const;
    const capture = { kind: "capture", id: crypto.randomUUID() } as const;
    expect(await keptEdits(first.settings, recording)).toEqual(noEdits);
    for (const one of [recording, gone, capture]) {
      unwrap(await first.settings.put(reportEditsKey(one), edits));
    }
    unwrap(await first.settings.put("report.zoom", 1.25));
    // Until it is deleted for good it can be brought back.
    unwrap(await first.library.remove([id]));
    const second = await scratch.open();
    expect(await keptEdits(second.settings, recording)).toEqual(edits);
    for (const one of [gone, capture]) {
      expect(await keptEdits(second.settings, one)).toEqual(noEdits);
    }
    expect((await second.settings.all())["report.zoom"]).toBe(1.25);
  });

  it("that this version does not understand are none", async () => {
    const services = await scratch.open();
    const recording = { kind: "run", id: crypto.randomUUID() } as const;
    unwrap(await services.settings.put(reportEditsKey(recording), { version: 9 }));
    expect(await keptEdits(services.settings, recording)).toEqual(noEdits);
  });
});
