import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { fakeEngine, Scratch } from "../testing/scratch-services.ts";
import { diagnose } from "./diagnosis.ts";
import { addonChecks, electronCheck, nodeCheck, uiCheck } from "./program-checks.ts";
import { displayCheck, folderCheck, libraryCheck } from "./surroundings-checks.ts";

const folder = mkdtempSync(join(tmpdir(), "snapscope-diagnosis-"));
const services = new Scratch();
afterAll(async () => {
  await services.dispose();
  rmSync(folder, { recursive: true, force: true });
});

describe("diagnose", () => {
  it("is content where all that is needed is there, and leaves nothing behind", async () => {
    const empty = join(folder, "empty");
    const diagnosis = await diagnose({ ...fakeEngine, SNAPSCOPE_DATA: empty });
    expect(diagnosis.checks.filter(({ status }) => status === "missing")).toEqual([]);
    expect(diagnosis.ok).toBe(true);
    expect(new Set(diagnosis.checks.map(({ id }) => id)).size).toBe(diagnosis.checks.length);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("is not where the engine is missing, and names the command that builds it", async () => {
    const environment = { SNAPSCOPE_ADDON: join(folder, "none.node"), SNAPSCOPE_DATA: folder };
    const { ok, checks } = await diagnose(environment);
    expect(ok).toBe(false);
    expect(checks.find(({ id }) => id === "engine")).toMatchObject({ status: "missing" });
    expect(checks.find(({ id }) => id === "engine")?.fix).toContain("SNAPSCOPE_ADDON");
  });
});

describe("the program's parts", () => {
  it("wants a Node that SQLite can run in", () => {
    expect(nodeCheck("22.14.0").status).toBe("ok");
    expect(nodeCheck("24.1.0").status).toBe("ok");
    expect(nodeCheck("22.13.1").status).toBe("missing");
    expect(nodeCheck("20.20.0").fix).toContain("22.14");
  });

  it("says what is wrong with an engine that cannot be loaded", async () => {
    const broken = join(folder, "broken.node");
    writeFileSync(broken, "not native code");
    const [check] = await addonChecks({ SNAPSCOPE_ADDON: broken });
    expect(check).toMatchObject({ status: "missing", fix: "build it anew with: npm run build" });
    rmSync(broken);
  });

  it("tells a package of Electron from its binary", () => {
    const electron = join(folder, "electron");
    expect(electronCheck(electron)).toMatchObject({ status: "note", fix: "npm ci" });
    mkdirSync(electron);
    writeFileSync(join(electron, "package.json"), '{"version":"1.2.3"}');
    expect(electronCheck(electron).fix).toContain("install-electron");
    writeFileSync(join(electron, "path.txt"), "electron");
    expect(electronCheck(electron)).toMatchObject({ status: "ok", found: "1.2.3" });
    rmSync(electron, { recursive: true });
  });

  it("knows whether the user interface is built", () => {
    expect(uiCheck(folder).fix).toContain("npm run build");
    writeFileSync(join(folder, "index.html"), "");
    expect(uiCheck(folder).status).toBe("ok");
    rmSync(join(folder, "index.html"));
  });
});

describe("the surroundings", () => {
  it("counts the runs of a library", async () => {
    const { close } = await services.open();
    await close();
    const check = await libraryCheck({ SNAPSCOPE_DATA: services.folder });
    expect(check).toMatchObject({ status: "ok", found: expect.stringContaining("0 runs") });
  });

  it("reports a library that is none, and leaves it", async () => {
    const data = join(folder, "data");
    mkdirSync(data);
    writeFileSync(join(data, "library.db"), "this is no database, whatever its name says");
    const check = await libraryCheck({ SNAPSCOPE_DATA: data });
    expect(check).toMatchObject({ status: "missing", found: expect.stringContaining("damaged") });
    rmSync(data, { recursive: true });
  });

  it("reports a data folder that cannot be one", async () => {
    const file = join(folder, "file");
    writeFileSync(file, "");
    const check = await folderCheck({ SNAPSCOPE_DATA: join(file, "data") });
    expect(check).toMatchObject({ status: "missing" });
    expect(check.fix).toContain("SNAPSCOPE_DATA");
    rmSync(file);
  });

  it("takes note of a missing display on Linux only", () => {
    expect(displayCheck({}, "linux").status).toBe("note");
    expect(displayCheck({ DISPLAY: ":0" }, "linux")).toMatchObject({ status: "ok", found: ":0" });
    expect(displayCheck({ WAYLAND_DISPLAY: "wayland-0" }, "linux").status).toBe("ok");
    expect(displayCheck({}, "win32").status).toBe("ok");
  });
});
