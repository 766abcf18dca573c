/** A file that lasts for one test file, with changing content. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export class ScratchFile {
  readonly #folder = mkdtempSync(join(tmpdir(), "snapscope-fuzz-"));

  /** Writes the bytes, and returns them for a capture to open. */
  holding(bytes: Uint8Array, name = "ERRORLOG"): { readonly name: string; readonly path: string } {
    const path = join(this.#folder, name);
    writeFileSync(path, bytes);
    return { name, path };
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true });
  }
}
