/** Array snapshots in a report that is printed: what each was, what it has of the reserves, and what becomes of them. */
import { describe, expect, it } from "vitest";
import type { Forecast } from "../../contract/forecast.ts";
import type { Summary } from "../../contract/summary.ts";
import { fakeArraySnapshot } from "../../contract/testing/fake-backups.ts";
import { fakeRecording, reportOfRun } from "../testing/recordings.ts";
import { renderHtml } from "./report-html.tsx";

const mebibyte = 1024 ** 2;

function pageWith(parts: Partial<Summary>): string {
  const recording = fakeRecording();
  const summary = recording.summary && { ...recording.summary, ...parts };
  return renderHtml(reportOfRun({ ...recording, summary }));
}

/** The texts of a table's rows, cell by cell. */
function rowsOf(page: string, caption: string): string[][] {
  const [table = ""] = new RegExp(`<caption>${caption}.*?</table>`, "s").exec(page) ?? [];
  const [, body = ""] = table.split("<tbody>");
  return [...body.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = ""]) =>
    [...row.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/gs)].map(([, cell = ""]) =>
      cell.replaceAll(/<[^>]*>/g, ""),
    ),
  );
}

describe("array snapshots in a report", () => {
  it("are a table, and the reserves of their volumes another", () => {
    expect(pageWith({ arraySnapshots: [] })).not.toContain("Array snapshots;");
    const reserve = { bytes: 100 * mebibyte, usedBytes: 60 * mebibyte, borrowedBytes: 0 };
    const volume = { totalBytes: null, availableBytes: null };
    const page = pageWith({
      arraySnapshots: [
        fakeArraySnapshot,
        { ...fakeArraySnapshot, name: "one", torn: "sales.ldf on L", goneMs: 60_000 },
        { ...fakeArraySnapshot, name: "late", state: "failed", endMs: null, frozenToMs: null },
      ],
      volumes: [
        { name: "J", ...volume, reserve: { ...reserve, isOffline: false } },
        { name: "Q", ...volume, reserve: { ...reserve, isOffline: true } },
        { name: "B", ...volume },
      ],
    });
    const [noon, torn, failed] = rowsOf(page, "Array snapshots;");
    expect(noon).toEqual([
      ...["noon", "VSS", "complete", "J, Q", "21:48:37.00", "3.80 s", "500 ms", "45.0", "15.0"],
    ]);
    expect([torn?.[2], torn?.[7]]).toEqual(["✗ torn", "45.0"]);
    expect([failed?.[2], failed?.[5], failed?.[6]]).toEqual(["✗ failed", "–", "–"]);
    expect(rowsOf(page, "Reserves of the volumes")).toEqual([
      ["J", "100.0", "60.0", "0.0", "online"],
      ["Q", "100.0", "60.0", "0.0", "✗ offline"],
    ]);
  });

  it("have a forecast: their reserves, and what deleting and restoring each comes to", () => {
    const point = { ownBytes: 10 * mebibyte, sharedBytes: 5 * mebibyte };
    const forecast: Forecast = {
      ...{ basis: "run", atMs: 0, setup: "", transactionsPerSecond: 100, measuredOverMs: 1000 },
      ...{ snapshots: [], notForecast: [] },
      arraySnapshots: {
        reserves: [
          {
            ...{ volume: "Q", reserveBytes: 100 * mebibyte, pageBytes: mebibyte },
            points: [
              { afterMs: 0, usedBytes: 15 * mebibyte },
              { afterMs: 3_600_000, usedBytes: 90 * mebibyte },
            ],
            ...{ warningMs: null, full: null, newest: { dayBytes: 0, halfMs: null } },
          },
        ],
        snapshots: [
          {
            ...{ snapshot: "noon", volumes: ["Q"], takenMs: 0 },
            points: [
              { afterMs: 0, ...point, restoreFits: true },
              { afterMs: 3_600_000, ...point, ownBytes: 20 * mebibyte, restoreFits: true },
            ],
          },
          {
            ...{ snapshot: "evening", volumes: ["Q"], takenMs: 0 },
            points: [{ afterMs: 0, ...point, restoreFits: false }],
          },
        ],
      },
    };
    const page = renderHtml({ ...reportOfRun(fakeRecording()), forecast });
    expect(rowsOf(page, "Reserve of volume Q")).toEqual([
      ["now", "15.0 MiB"],
      ["in 1 h", "90.0 MiB"],
    ]);
    expect(rowsOf(page, "Array snapshots, from the end")).toEqual([
      ["noon", "10.0 MiB", "20.0 MiB", "in 1 h", "5.0 MiB", "15.0 MiB", "yes"],
      ["evening", "10.0 MiB", "10.0 MiB", "now", "5.0 MiB", "15.0 MiB", "no"],
    ]);
  });
});
