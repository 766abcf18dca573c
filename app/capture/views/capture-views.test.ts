import { describe, expect, it } from "vitest";
import { noRecordFilter } from "../../contract/rpc/records.ts";
import { messageKinds, phaseOfKind, recognise } from "../../domain/errorlog/messages/recognise.ts";
import { CaptureViews } from "./capture-views.ts";
import { kindTable } from "./kind-table.ts";
import { ListedRecords } from "./testing/listed-records.ts";

/** In another order of its fields. */
const { query: _query, files: _files, ...everythingElse } = noRecordFilter;

const records = [
  { text: "one", source: "Server", kind: "flushCache" },
  { text: "two", source: "Logon", kind: "logonFailed", severity: 14 },
  { text: "Phase 3", source: "Logon", kind: "recoveryProgress", file: 1 },
  { text: "hit", source: "Logon", kind: "errorHeader", severity: 24, file: 1 },
] as const;

describe("the views of a capture", () => {
  it("are kept by their filter, the last eight of them", () => {
    const views = new CaptureViews(new ListedRecords(records).source);
    const first = views.view({ ...noRecordFilter, files: [0] });
    const again = views.view({ files: [0], ...everythingElse, query: null });
    expect(first.ok && again.ok && first.value === again.value).toBe(true);
    for (let file = 1; file <= 8; file += 1) views.view({ ...noRecordFilter, files: [file] });
    const anew = views.view({ ...noRecordFilter, files: [0] });
    expect(first.ok && anew.ok && first.value === anew.value).toBe(false);
  });

  it("go on with the latest view and search", () => {
    const views = new CaptureViews(new ListedRecords(records).source);
    expect(views.step()).toBe(false);
    const view = views.view({ ...noRecordFilter, minimumSeverity: 20 });
    const search = views.search(noRecordFilter, { text: "hit", pattern: false });
    while (views.step());
    views.view({ ...noRecordFilter, minimumSeverity: 20 });
    while (views.step());
    expect(view.ok && view.value.count).toBe(1);
    expect(search.ok && search.value.hits().total).toBe(1);
  });

  it("go no further when nobody has asked for them for a second, and on when somebody does", () => {
    let nowMs = 0;
    const listed = new ListedRecords(Array.from({ length: 2000 }, () => ({ text: "a hit" })));
    const views = new CaptureViews(listed.source, () => nowMs);
    const search = () => views.search(noRecordFilter, { text: "hit", pattern: false });
    const found = search();
    nowMs = 1000;
    expect(views.step()).toBe(true);
    nowMs = 1001;
    expect(views.step()).toBe(false);
    expect(found.ok && found.value.complete).toBe(false);
    search();
    while (views.step());
    expect(found.ok && found.value.hits().total).toBe(2000);
  });

  it("refuse a search for a pattern that is none", () => {
    const views = new CaptureViews(new ListedRecords(records).source);
    expect(views.search(noRecordFilter, { text: "[", pattern: true })).toMatchObject({ ok: false });
    const filtered = { ...noRecordFilter, query: { text: "[", pattern: true } };
    expect(views.search(filtered, { text: "a", pattern: false })).toMatchObject({ ok: false });
  });

  it("count what each facet would leave", () => {
    const listed = new ListedRecords(records.slice(0, 2));
    const { facets } = new CaptureViews(listed.source);
    while (facets.step());
    listed.add(records.slice(2));
    while (facets.step());
    expect(facets.counts()).toEqual({
      files: [
        { value: "0", count: 2 },
        { value: "1", count: 2 },
      ],
      sources: [
        { value: "Logon", count: 3 },
        { value: "Server", count: 1 },
      ],
      kinds: [
        { value: "logonFailed", count: 1 },
        { value: "flushCache", count: 1 },
        { value: "recoveryProgress", count: 1 },
        { value: "errorHeader", count: 1 },
      ],
      phases: [
        { value: "none", count: 2 },
        { value: "checkpoint", count: 1 },
        { value: "undo", count: 1 },
      ],
      severities: [
        { value: "14", count: 1 },
        { value: "24", count: 1 },
      ],
    });
  });
});

describe("the table of kinds", () => {
  it("knows by which kinds alone a phase is told", () => {
    const phaseOf = (kind: (typeof messageKinds)[number]) =>
      kindTable.phases[messageKinds.indexOf(kind)];
    expect(phaseOf("flushCache")).toBe("checkpoint");
    expect(phaseOf("other")).toBeNull();
    expect(phaseOf("recoveryProgress")).toBe("byText");
  });

  it("asks the text where the kind is not enough", () => {
    const text =
      "Recovery of database 'sales' (5) is 17% complete (approximately 3 seconds remain). Phase 3 of 3.";
    const kindId = messageKinds.indexOf("recoveryProgress");
    expect(kindTable.phaseOfText(kindId, text)).toBe(phaseOfKind(recognise(text, null)));
    expect(kindTable.phaseOfText(kindId, "something else")).toBeNull();
  });
});
