// @vitest-environment happy-dom
import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import {
  fakeBackup,
  fakeDataFile,
  fakeLogBackup,
  fakeRestore,
} from "../../../../app/contract/testing/fake-backups.ts";
import { brokenConsistency } from "../../../../app/contract/testing/fake-consistency.ts";
import { timelineOf } from "../../../../app/domain/timeline/testing/pieces.ts";
import { show } from "../../../components/testing/render.tsx";
import { createPlayer } from "../../../state/player/player.ts";
import { BackupsPart } from "./BackupsPart.tsx";

const timeline = { ...timelineOf([]), endMs: 120_000 };

function showPart(summary: Parameters<typeof BackupsPart>[0]["summary"]) {
  const player = createPlayer();
  player.getState().show(timeline);
  show(<BackupsPart {...{ summary, timeline, player }} />);
  return player;
}
const rowsOf = (title: string) =>
  within(screen.getByRole("region", { name: title }))
    .getAllByRole("row")
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent));

describe("the backups and restores of a run", () => {
  it("are a table each", () => {
    showPart({ backups: [fakeBackup, fakeLogBackup], restores: [fakeRestore], files: [] });
    const [nightly, ofNightly, header, hourly, ofHourly] = rowsOf("Backups");
    expect(header?.[0]).toContain("HeaderBackupNamenightlyBackupType1FirstLSN36000000426400003");
    expect([nightly, ofNightly, hourly, ofHourly]).toEqual([
      ["nightlyfull"],
      ["2.50 s", "120,000", "1.0 MiB", "938.5 MiB"],
      ["hourly_1log, copy-only✗ failed"],
      ["not ended", "0", "1.0 MiB", "938.5 MiB"],
    ]);
    expect(rowsOf("Restores")).toEqual([
      ["to 21:49:27.00from nightly, then hourly_1✓ verified"],
      ["3.25 s", "120,000", "4,321", "7", "11"],
    ]);
  });

  it("have the files of the database", () => {
    const log = { ...fakeDataFile, name: "sales_log", path: "J:\\MSSQL\\sales.ldf" };
    showPart({ backups: [fakeBackup], restores: [], files: [log] });
    expect(rowsOf("Files in each backup")).toEqual([
      ["sales_logJ:\\MSSQL\\sales.ldf", "L", "1.0 MiB"],
    ]);
  });

  it("are called different where a condition of the load does not hold", () => {
    showPart({
      backups: [],
      restores: [{ ...fakeRestore, consistency: brokenConsistency }],
      files: [],
    });
    expect(rowsOf("Restores")[0]).toEqual([
      "to 21:49:27.00from nightly, then hourly_1✗ differs" +
        "consistency condition 3 does not hold: district 4 of warehouse 2 lacks new order 2107",
    ]);
  });

  it("put the playhead where they began", () => {
    const player = showPart({
      backups: [],
      restores: [{ ...fakeRestore, stopAtMs: null }],
      files: [],
    });
    expect(screen.queryByText("Backups")).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "to the end" }));
    expect(player.getState().playheadMs).toBe(90_000);
  });
});
