/** Large files made of small ones. */
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { corpusBytes } from "../../corpus/corpus-files.ts";
import { expectations } from "../../corpus/expectations/all.ts";

const blockCharacters = 100_000;

export class LargeFiles {
  readonly #folder = mkdtempSync(join(tmpdir(), "snapscope-large-"));
  #count = 0;

  /** `head` once, then `piece` until the file has at least so many bytes. Returns its path. */
  of(piece: string, bytes: number, head = ""): string {
    this.#count += 1;
    const path = join(this.#folder, `file-${this.#count}`);
    const file = openSync(path, "w");
    try {
      let written = writeSync(file, head);
      const block = Buffer.from(
        piece.repeat(Math.max(1, Math.floor(blockCharacters / piece.length))),
      );
      while (written < bytes) written += writeSync(file, block);
    } finally {
      closeSync(file);
    }
    return path;
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true });
  }
}

/** The corpus's logs in UTF-8, one behind the other: every kind of message is in it. */
export const mixedContent = expectations
  .flatMap(({ open, files }) => {
    const [file] = files;
    const usual = file?.form === "product" && file.encoding === "utf-8" && open.length === 1;
    return usual && file.errors + file.records > 0 ? open : [];
  })
  .filter((name) => !/^(?:encoding|line-ends|records)-/.test(name))
  .map((name) => corpusBytes(name).toString("utf8"))
  .map((text) => (text.endsWith("\n") ? text : `${text}\n`))
  .join("");
