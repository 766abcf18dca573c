import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { programRootOf } from "../addon/addon-path.ts";
import { dataFolder, defaultExperimentsFolder } from "./platform-folders.ts";
import { captureWorkerEntry, engineEntry, presetsFolder, sampleLogPath } from "./project-paths.ts";

const scratch = mkdtempSync(join(tmpdir(), "snapscope-paths-"));
afterAll(() => rmSync(scratch, { recursive: true }));

describe("the program's files", () => {
  it("are where the paths say", () => {
    expect(readdirSync(presetsFolder)).toContain("creation-under-load.json");
    expect(readFileSync(sampleLogPath, "utf8")).toMatch(/^2006-10-23 21:48:07\.22 /);
    expect(statSync(engineEntry).isFile()).toBe(true);
    expect(statSync(captureWorkerEntry).isFile()).toBe(true);
    expect(engineEntry).not.toBe(captureWorkerEntry);
  });

  it("are found from a bundle that lies deeper, past packages of others", () => {
    const [app, bundle] = [join(scratch, "app"), join(scratch, "app", "out", "services")];
    mkdirSync(bundle, { recursive: true });
    writeFileSync(join(app, "package.json"), '{"name": "snapscope"}');
    writeFileSync(join(app, "out", "package.json"), '{"type": "module"}');
    expect(programRootOf(join(bundle, "main.js"))).toBe(app);
  });

  it("cannot be found from elsewhere", () => {
    expect(() => programRootOf(join(scratch, "main.js"))).toThrow("no folder above it holds");
  });
});

describe("the user's data", () => {
  it.each([
    ["linux", { XDG_DATA_HOME: "/data" }, "/data/snapscope"],
    ["linux", { SNAPSCOPE_DATA: "/mine", XDG_DATA_HOME: "/data" }, "/mine"],
    ["win32", { LOCALAPPDATA: "/local" }, "/local/Snapscope"],
  ] as const)("lie by the platform's custom: %s %j", (platform, environment, folder) => {
    expect(dataFolder(platform, environment)).toBe(folder);
    expect(defaultExperimentsFolder(platform, environment)).toBe(`${folder}/experiments`);
  });

  it.each([
    ["darwin", {}, "Library/Application Support/Snapscope"],
    ["linux", { XDG_DATA_HOME: "relative", SNAPSCOPE_DATA: "" }, ".local/share/snapscope"],
    ["win32", {}, "AppData/Local/Snapscope"],
  ] as const)("lie in the home folder else: %s %j", (platform, environment, end) => {
    expect(dataFolder(platform, environment)).toMatch(new RegExp(`${end}$`));
  });
});
