// Every relative link of the documents leads to a file or folder that is there.
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const documents = globSync(["*.md", "docs/**/*.md"], { cwd: root });

/** Links but for addresses of the web and headings of the same page. */
const linksOf = (text) =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link]) => link.replace(/#.*$/, ""))
    .filter((link) => link !== "" && !/^[a-z]+:/.test(link));

describe("links of documents", () => {
  it.each(documents)("%s", (document) => {
    const text = readFileSync(join(root, document), "utf8");
    const dead = linksOf(text).filter((link) => !existsSync(join(root, dirname(document), link)));
    expect(dead).toEqual([]);
  });

  it("are found", () => {
    const found = linksOf("[a](b.md) [c](https://x.y/z) [d](#e) ![f](../g.png#h)");
    expect(found).toEqual(["b.md", "../g.png"]);
  });
});
