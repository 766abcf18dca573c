/** The tuning post's backups: what its author reads in the ERRORLOG, and the error that she met. */
import { afterAll, expect, it } from "vitest";
import { summarySchema } from "../../app/contract/summary.ts";
import { makeScratch, removeScratch, snapscope } from "./testing/snapscope.ts";

const cwd = makeScratch();
afterAll(() => removeScratch(cwd));

async function ran(...settings: readonly string[]) {
  const small = ["database.sizeMiB=256", "durationSeconds=6", ...settings];
  const args = ["run", "faster-backups-step-by-step", "--json"];
  const { status, stdout } = await snapscope(
    [...args, ...small.flatMap((setting) => ["--set", setting])],
    { cwd },
  );
  expect(status).toBe(0);
  return summarySchema.parse(JSON.parse(stdout));
}

it.each([
  { files: 1, buffers: 9 },
  { files: 9, buffers: 49 },
])("a backup to $files files takes $buffers buffers of 1 MB, in three sets", async (one) => {
  const { errorlog } = await ran(`timeline.0.command.files=${one.files}`);
  const printed = errorlog.join("\n");
  expect(printed).toMatch(new RegExp(`BufferCount: +${one.buffers}\\b`));
  expect(printed).toMatch(/MaxTransferSize: +1024 KB/);
  expect(printed).toMatch(/Sets Of Buffers: +3\b/);
});

it("files of blocks of another size are not overwritten, as the product words it", async () => {
  const full = { kind: "backup", name: "full", type: "full", files: 9 };
  const { timeline } = await ran(
    `timeline=${JSON.stringify([
      { name: "first", atSeconds: 1, command: { ...full, blockSizeBytes: 65_536 } },
      { after: { step: "first", event: "completed" }, command: { ...full, init: true } },
    ])}`,
  );
  expect(timeline.map(({ outcome, message }) => [outcome, message])).toEqual([
    ["completed", null],
    [
      "failed",
      "Msg 3268, Level 16, State 1: Cannot use the backup file 'DSI3400:\\MSSQL\\TPCH_1TB_full.bak' because it was originally formatted with sector size 65536 and is now on a device with sector size 512. Msg 3013, Level 16, State 1: BACKUP DATABASE is terminating abnormally.",
    ],
  ]);
});
