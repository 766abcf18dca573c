import { afterAll, describe, expect, it } from "vitest";
import { makeScratch, removeScratch, snapscope } from "./testing/snapscope.ts";

const cwd = makeScratch();
afterAll(() => removeScratch(cwd));
const call = (...args: string[]) => snapscope(["figures", ...args], { cwd });

describe("snapscope figures", () => {
  it("lists the figures of both papers, and how their checks stand", async () => {
    const { status, stdout } = await call();
    expect(status).toBe(0);
    expect(stdout).toMatch(/^sqlcat-10 +SQLCAT 2007, Figure 10 /m);
    expect(stdout).toMatch(
      /^sqlskills-1 +SQLskills 2013, Figure 1 .* 6 +\d pass.* engine revision \d+\b/m,
    );
  });

  it("shows one with its inputs, what was measured and what was judged", async () => {
    const { status, stdout } = await call("show", "sqlskills-1");
    expect(status).toBe(0);
    expect(stdout).toMatch(/^A snapshot makes writing a million rows/m);
    expect(stdout.replaceAll(/\s+/g, " ")).toContain("We compare trends with the paper’s");
    expect(stdout).toMatch(/^Width of a row .* assumed$/m);
    expect(stdout).toMatch(
      /^Computed .* UTC, 6 runs of each point, seeds 1, .*\s+by\s+engine\s+revision\s+\d+\b/m,
    );
    expect(stdout).toMatch(/^RAID 5 over iSCSI, 1 snapshot +6 /m);
    expect(stdout).toMatch(
      /^PASS: With one snapshot it takes at least twice as long on the disks/m,
    );
    expect(stdout).toMatch(/^No snapshot +6 +1\.80 s +733 ms +−59\.3 %$/m);
  });

  it("tells by which mechanism something does not come out, above what it explains", async () => {
    const { stdout } = await call("show", "sqlskills-2");
    const [, told = ""] = stdout.split("Writes to several snapshots run in parallel here");
    expect(told).toMatch(/^FAIL: On RAID 5 over iSCSI there is more PREEMPTIVE_OS_WRITEFILE/m);
  });

  it("prints of each check its statement, measured values and verdict", async () => {
    const { stdout } = await call("check", "sqlskills-1", "--json");
    const checks = JSON.parse(stdout);
    expect(checks).toHaveLength(5);
    expect(checks[4]).toMatchObject({
      figure: "sqlskills-1",
      id: "disks",
      statement: expect.stringContaining("at least twice as long"),
      verdict: "pass",
      measured: [{ what: expect.any(String), text: expect.stringMatching(/ s$/) }, {}],
    });
  });

  it("exits with 1 where a check fails", async () => {
    const { status, stdout } = await call("check", "--all");
    expect(status).toBe(/^ *FAIL: /m.test(stdout) ? 1 : 0);
    expect(stdout).toMatch(/^\d+ checks: \d+ pass/m);
  });

  // The engine runs: the figure with the fewest seconds of processor time.
  it("says check by check whether other seeds give the shipped verdicts", async () => {
    const args = ["sqlcat-8", "--seed", "101", "--repeats", "1", "--json"];
    const { status, stdout } = await call("run", ...args);
    const { hashes, verdicts } = JSON.parse(stdout);
    expect(hashes).toEqual({ compared: 0, otherRevisions: [], different: [] });
    expect(verdicts).toMatchObject({
      shippedSeeds: [1, 2, 3, 4, 5, 6],
      seeds: [101],
      checks: [{ id: "longer", shipped: "pass", here: "notProven", isSame: false }],
    });
    // One repeat contradicts nothing that six have proven.
    expect(status).toBe(0);
  }, 120_000);

  it("refuses what it does not know, with what is allowed", async () => {
    const refused = async (...args: string[]) => {
      const { status, stderr } = await call(...args);
      expect(status).toBe(2);
      return stderr;
    };
    expect(await refused("show", "sqlkills-1")).toContain('did you mean "sqlskills-1"');
    expect(await refused("check")).toContain("no figure is named");
    expect(await refused("check", "sqlcat-1", "--all")).toContain("leave out sqlcat-1");
    expect(await refused("run", "sqlcat-1", "--repeats", "0")).toContain("--repeats 0");
    expect(await refused("run", "sqlcat-1", "--seed", "-1")).toContain("--seed -1");
    expect(await refused("verify", "sqlskills-1", "--point", "three")).toContain(
      "allowed: none, raid5-1, raid5-2, pcie-1, pcie-2",
    );
    expect(await refused("verify", "sqlskills-1", "--seed", "7")).toContain(
      "--seed 7: is no seed of sqlskills-1; allowed: 1, 2, 3, 4, 5, 6",
    );
    expect(await refused("verify", "--point", "none")).toContain("--point none: of which figure?");
    expect(await refused("verify", "--seed", "1")).toContain("--seed 1: of which figure?");
  });
});
