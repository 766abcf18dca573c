import { describe, expect, it } from "vitest";
import { changeOf } from "./checks.mjs";

describe("changeOf", () => {
  const hasTests = (folder) => folder !== "support" && folder !== "fuzz";

  it("takes the test programs of the folders that a change lies in, once each", () => {
    const paths = [
      "native/wal/log.cpp",
      "native/test/wal/log_test.cpp",
      "native/btree/tree.h",
      "native/test/support/run_support.h",
      "native/fuzz/page_fuzz.cpp",
      "native/CMakeLists.txt",
    ];
    expect(changeOf(paths, hasTests).folders).toEqual(["btree", "wal"]);
  });

  it("holds against each format what that format is of", () => {
    const paths = [
      "native/wal/log.cpp",
      "native/telemetry/events_generated.h",
      "app/cli/main.ts",
      "biome.json",
      "README.md",
    ];
    expect(changeOf(paths, hasTests)).toMatchObject({
      native: ["native/wal/log.cpp"],
      biome: ["app/cli/main.ts", "biome.json"],
      scripts: ["app/cli/main.ts"],
    });
  });

  it("is nothing where there is no commit to compare with", () => {
    expect(changeOf(undefined, hasTests)).toBeUndefined();
  });
});
