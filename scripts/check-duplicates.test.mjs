import { describe, expect, it } from "vitest";
import { areApart, duplicates, linesOf } from "./check-duplicates.mjs";

const passage = Array.from({ length: 6 }, (_, at) => `const value${at} = compute(${at});`);
const run = "app/services/library/a.ts";
const log = "app/services/captures/b.ts";

describe("passages that are written twice", () => {
  it("are found however they are indented, and with comments between", () => {
    const spread = passage.map((line) => `    ${line} \n  // why\n`).join("\n");
    const found = duplicates([
      [run, passage.join("\n")],
      [log, `import { x } from "./x.ts";\n\n${spread}`],
    ]);
    expect(found).toMatchObject([{ first: { name: run, number: 1 }, second: { name: log } }]);
  });

  it("are none where they are shorter, on one side, or nothing but brackets", () => {
    const text = passage.join("\n");
    const none = [
      [run, passage.slice(1).join("\n")],
      [log, text],
    ];
    expect(duplicates(none)).toEqual([]);
    const oneSide = [
      [run, text],
      ["app/services/live/c.ts", text],
    ];
    expect(duplicates(oneSide)).toEqual([]);
    const brackets = ["}", ")", "};", "</b>", "});", "]);"].join("\n");
    const both = [
      [run, brackets],
      [log, brackets],
    ];
    expect(duplicates(both)).toEqual([]);
  });

  it("may stand in what is neither of runs nor of logs", () => {
    expect([areApart(run, log), areApart(run, run), areApart("src/a.ts", log)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe("lines of code", () => {
  it("are what is neither import nor comment", () => {
    const text = 'import {\n  a,\n} from "./a.ts";\n/** Says\n * why. */\nconst b = a;\n// no\n';
    expect(linesOf(text)).toEqual([{ line: "const b = a;", number: 6 }]);
  });
});
