import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { makeScratch, removeScratch, snapscope, snapscopeProcess } from "./testing/snapscope.ts";

const scratch = makeScratch();
afterAll(() => removeScratch(scratch));

writeFileSync(
  join(scratch, "truncated.json"),
  '{"formatVersion": 1, "name": "x", "storage": {"vol',
);
writeFileSync(join(scratch, "empty.json"), "");
writeFileSync(join(scratch, "noise.log"), Buffer.from([0xff, 0x00, 0x13, 0x37, 0xfe]));
mkdirSync(join(scratch, "folder"));

const idle = (...settings: string[]) => [
  "run",
  "creation-idle",
  ...settings.flatMap((setting) => ["--set", setting]),
];

it.each([
  [
    ["run", "creation-under-lod"],
    /"creation-under-lod" is neither a preset nor a file; did you mean "creation-under-load"\? presets:/,
  ],
  [["run", "truncated.json"], /truncated\.json: is not valid JSON/],
  [["run", "empty.json"], /empty\.json: is not valid JSON/],
  [["run", "folder"], /folder: cannot be read \(EISDIR\)/],
  [["run", "noise.log"], /noise\.log: is not valid JSON/],
  [idle("workload.users=many"), /workload\.users: "many" is not allowed; allowed: an integer from/],
  [idle("workload.users=1e9"), /workload\.users: 1000000000 is not allowed; allowed: an integer/],
  [idle("database.rowBytes=null"), /database\.rowBytes: null is not allowed; allowed:/],
  [idle("workload.user=5"), /workload\.user: is not known; did you mean "users"\?/],
  [
    idle("traceFlags=[1]"),
    /traceFlags\.0: 1 is not allowed; allowed: 1810, 3004, 3213, 3400, 3502, 3504, 3605/,
  ],
  [idle("storage.placement.log=Z"), /storage\.placement\.log: "Z" .*"?Q"?, "?J"?, "?P"?/],
  [idle("timeline.0.command.kind=grow"), /timeline\.0\.command\.kind: "grow" is not allowed/],
  [idle("timeline.0.atSeconds=9999"), /timeline\.0\.atSeconds: 9999/],
  [idle("mode=real"), /storage\.volumes\.0/],
  [[...idle(), "--seed", "-1"], /seed: -1 is not allowed; allowed: an integer from 0/],
  [[...idle(), "--seed", "9007199254740992"], /seed: 9007199254740992 is not allowed/],
  [[...idle(), "--mode", "fast"], /mode: "fast" is not allowed; allowed: "virtual", "real"/],
  [[...idle(), "--pace", "quick"], /pace: "quick" is not allowed/],
  [[...idle(), "--duration", "0"], /durationSeconds: 0 is not allowed/],
  [[...idle(), "--sed", "1"], /unknown option '--sed'/],
  [[...idle(), "--out", "empty.json"], /--out empty\.json: cannot be used as a folder/],
  [["run"], /missing required argument 'scenario'/],
  [["import", "noise.log"], /noise\.log: .*expected an ERRORLOG/],
  [["import", "none.log"], /none\.log: cannot be read \(ENOENT\)/],
  [["presets", "none"], /"none" is not a preset; allowed: creation-idle/],
  [["schema", "none"], /"none" is not known; allowed: scenario, command, frame, summary/],
  [["clean", "folder"], /nothing in it is known to be ours; nothing was removed/],
  [["crate"], /unknown command 'crate'/],
])("%j gets one message, no stack, and exit code 2", async (args, message) => {
  const { status, stdout, stderr } = await snapscope(args, { cwd: scratch });
  expect(stderr).toMatch(message);
  expect(stderr.match(/^error: /gm)).toHaveLength(1);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect([status, stdout]).toEqual([2, ""]);
});

it("is the exit code of the process as well, with nothing on its stdout", async () => {
  const { status, stdout, stderr } = await snapscopeProcess(["presets", "none"], { cwd: scratch });
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/^error: .*"none" is not a preset; allowed: creation-idle/);
});
