/** The command that the form shows, pasted into the shell of this platform, does that run. */
import { execFileSync } from "node:child_process";
import { afterAll, describe, expect, it } from "vitest";
import { resolveScenario } from "../../app/contract/resolve-scenario.ts";
import type { Shell } from "../../app/contract/rpc/services.ts";
import { summarySchema } from "../../app/contract/summary.ts";
import { commandWords, shellCommand } from "../../app/domain/scenario-form/command-line.ts";
import { presetScenario } from "../../app/domain/scenario-form/testing/presets.ts";
import { commandLineWords } from "../../app/services/project-paths.ts";
import { makeScratch, removeScratch } from "./testing/snapscope.ts";

const cwd = makeScratch();
afterAll(() => removeScratch(cwd));

const shell: Shell = process.platform === "win32" ? "cmd" : "sh";
const pasted = (command: string): string =>
  execFileSync(command, { cwd, encoding: "utf8", shell: true, stdio: ["ignore", "pipe", "pipe"] });

describe("the command that the form shows", () => {
  it("does that run, from any folder and whatever is in its texts", () => {
    const from = presetScenario("creation-idle");
    const name = `it's "mine" & $HOME %PATH% \\`;
    const edited = { ...from, name, durationSeconds: 2, warmupSeconds: 0, timeline: [] };
    const to = resolveScenario({ ...edited, description: "one\ntwo" }, "edited");
    if (!to.ok) throw new Error(to.error.message);
    const program = commandLineWords(process.platform) ?? [];
    const command = shellCommand(commandWords(program, "creation-idle", from, to.value), shell);
    const { scenario } = summarySchema.parse(JSON.parse(pasted(`${command} --json`)));
    expect(scenario).toEqual(to.value);
  });
});
