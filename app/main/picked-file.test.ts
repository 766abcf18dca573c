import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { pickedFile } from "./picked-file.ts";

it("has the text of a scenario with it, and of no other file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "snapscope-picked-"));
  const written = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  try {
    const scenario = written("night.json", '{"name":"Night"}');
    expect(await pickedFile(scenario)).toEqual({
      name: "night.json",
      path: scenario,
      size: 16,
      text: '{"name":"Night"}',
    });
    expect(await pickedFile(written("ERRORLOG", "log"))).not.toHaveProperty("text");
    const large = written("large.json", " ".repeat(1024 * 1024 + 1));
    expect(await pickedFile(large)).not.toHaveProperty("text");
    await expect(pickedFile(folder)).rejects.toThrow("is no file; open the files in it");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
