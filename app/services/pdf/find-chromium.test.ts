import { describe, expect, it } from "vitest";
import { chromiumFix, findChromium } from "./find-chromium.ts";

const find = (
  platform: NodeJS.Platform,
  environment: NodeJS.ProcessEnv,
  programs: readonly string[],
) => findChromium({ platform, environment, isProgram: (path) => programs.includes(path) });

const pathOf = (found: ReturnType<typeof find>) => (found.ok ? found.value : found.error.message);

describe("findChromium", () => {
  it("takes the one that is named before any other", () => {
    const environment = { SNAPSCOPE_CHROMIUM: "/opt/own", PATH: "/usr/bin" };
    expect(pathOf(find("linux", environment, ["/opt/own", "/usr/bin/chromium"]))).toBe("/opt/own");
  });

  it("refuses one that is named and is no program, instead of taking another", () => {
    const environment = { SNAPSCOPE_CHROMIUM: "/opt/none", PATH: "/usr/bin" };
    expect(pathOf(find("linux", environment, ["/usr/bin/chromium"]))).toMatch(
      /^SNAPSCOPE_CHROMIUM=\/opt\/none: is no program/,
    );
  });

  it("looks along PATH in its order, and not into the current folder", () => {
    const environment = { PATH: ".:bin:/a:/b" };
    const programs = ["chromium", "bin/chromium", "/b/chromium", "/a/google-chrome"];
    expect(pathOf(find("linux", environment, programs))).toBe("/a/google-chrome");
  });

  it("knows where Windows and macOS have it", () => {
    const chrome = "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe";
    const edge = "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe";
    const environment = {
      PROGRAMFILES: "C:\\Program Files",
      "PROGRAMFILES(X86)": "C:\\Program Files (x86)",
    };
    expect(pathOf(find("win32", environment, [edge, chrome]))).toBe(chrome);
    expect(pathOf(find("win32", environment, [edge]))).toBe(edge);
    const mac = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
    expect(pathOf(find("darwin", { HOME: "/Users/x" }, [mac]))).toBe(mac);
  });

  it("says how to get one where there is none", () => {
    expect(pathOf(find("linux", {}, []))).toContain("apt-get install chromium");
    expect(pathOf(find("win32", {}, []))).toContain("install Chrome or Edge");
    expect(chromiumFix("darwin")).toContain("SNAPSCOPE_CHROMIUM");
  });
});
