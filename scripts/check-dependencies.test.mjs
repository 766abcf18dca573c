import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkDependencies, findCycle, importsOf } from "./check-dependencies.mjs";

const rules = {
  native: [
    { name: "base", imports: [], packages: ["xxhash.h"] },
    { name: "page", imports: ["base"], packages: [] },
    { name: "wal", imports: ["base"], packages: [] },
    { name: "test", imports: ["*"], packages: ["gtest"] },
  ],
  typescript: [
    { name: "app/contract", imports: [], packages: ["zod"] },
    { name: "app/cli", imports: ["app/contract"], packages: ["node:", "commander"] },
    { name: "src/features", imports: ["app/contract"], packages: [], siblingsApart: true },
  ],
  testPackages: ["vitest", "node:"],
  banned: [
    {
      symbols: ["\\bstd::j?thread\\b"],
      because: "one thread",
      allow: [{ path: "native/wal/" }],
    },
  ],
};

describe("checkDependencies", () => {
  let root;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "snapscope-dependencies-"));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const write = (path, text) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const problemsOf = (path, text) => {
    write(path, text);
    return checkDependencies(root, rules);
  };

  it("accepts what the rules allow", () => {
    write(
      "native/page/page.h",
      '#include <vector>\n\n#include "base/ids.h"\n#include "page/row.h"\n',
    );
    write("native/base/hash.cpp", "#include <xxhash.h>\n");
    write("native/test/page/page_test.cpp", '#include <gtest/gtest.h>\n#include "page/page.h"\n');
    write("app/cli/main.ts", 'import { x } from "../contract/x.ts";\nimport fs from "node:fs";\n');
    expect(checkDependencies(root, rules)).toEqual([]);
  });

  it("finds a forbidden include and names line, edge and what is allowed", () => {
    const [found] = problemsOf("native/page/page.cpp", '#include <vector>\n#include "wal/log.h"\n');
    expect(found).toMatchObject({ file: "native/page/page.cpp", line: 2 });
    expect(found.problem).toBe("page -> wal is not allowed; page may use: base");
  });

  it("finds an include that is not relative to native", () => {
    const [found] = problemsOf("native/page/page.cpp", '#include "row.h"\n');
    expect(found.problem).toContain("does not start with a folder");
  });

  it("finds a third-party header where the rules do not name it", () => {
    const [found] = problemsOf("native/page/page.cpp", "#include <nlohmann/json.hpp>\n");
    expect(found.problem).toContain("package nlohmann/json.hpp is not allowed");
  });

  it("finds a forbidden import, also a type, a re-export and a dynamic one", () => {
    const text = [
      'import type { A } from "../cli/a.ts";',
      'export * from "../cli/b.ts";',
      'const c = await import("../cli/c.ts");',
    ].join("\n");
    const found = problemsOf("app/contract/x.ts", text);
    expect(found.map(({ line }) => line)).toEqual([1, 2, 3]);
    expect(found[0].problem).toBe(
      "app/contract -> app/cli is not allowed; app/contract may use: nothing",
    );
  });

  it("finds a package that a folder may not use, but lets its tests use test packages", () => {
    const [found] = problemsOf("app/contract/x.ts", 'import { Command } from "commander";\n');
    expect(found.problem).toContain("package commander is not allowed");
    write("app/contract/x.ts", "");
    expect(problemsOf("app/contract/x.test.ts", 'import { it } from "vitest";\n')).toEqual([]);
  });

  it("keeps features apart", () => {
    const [found] = problemsOf("src/features/live/a.ts", 'import { b } from "../replay/b.ts";\n');
    expect(found.problem).toBe("src/features/live -> src/features/replay: never each other");
  });

  it("ignores comments and strings, and finds banned symbols in code", () => {
    const text = ['// #include "wal/log.h"', '/* std::thread */ const char* s = "std::thread";'];
    expect(problemsOf("native/page/a.cpp", text.join("\n"))).toEqual([]);
    const [found] = problemsOf("native/page/a.cpp", "int x;\nstd::jthread worker;\n");
    expect(found).toMatchObject({ line: 2 });
    expect(found.problem).toContain("std::jthread is banned here: one thread");
    write("native/page/a.cpp", "");
    expect(problemsOf("native/wal/a.cpp", "std::jthread worker;\n")).toEqual([]);
  });

  it("finds what the folders of a rule may not say, in code alone", () => {
    const saying = structuredClone(rules);
    saying.bannedInTypescript = [
      {
        in: ["src/features/"],
        symbols: ['kind === "run"'],
        because: "all are alike",
        allow: [{ path: "src/features/open/" }],
      },
    ];
    const text = '// kind === "run"\nexport const is = ({ kind }) => kind === "run";\n';
    for (const path of ["src/features/a.ts", "src/features/a.test.ts", "src/features/open/a.ts"]) {
      write(path, text);
    }
    write("app/cli/a.ts", text);
    const found = checkDependencies(root, saying);
    expect(found).toMatchObject([{ file: "src/features/a.ts", line: 2 }]);
    expect(found[0].problem).toContain("is banned here: all are alike");
  });

  it("finds files that import one another, also for their types, each circle once", () => {
    write("app/contract/a.ts", 'import type { B } from "./b.ts";\nimport { c } from "./c.ts";\n');
    write("app/contract/b.ts", 'import { c } from "./c.ts";\n');
    write("app/contract/c.ts", "\n");
    expect(checkDependencies(root, rules)).toEqual([]);
    write("app/contract/c.ts", '\nimport type { A } from "./a.ts";\n');
    const found = checkDependencies(root, rules);
    expect(found.map(({ file, line }) => `${file}:${line}`)).toHaveLength(2);
    expect(found[0]).toMatchObject({ file: "app/contract/a.ts", line: 1 });
    expect(found[0].problem).toContain(
      "app/contract/a.ts -> app/contract/b.ts -> app/contract/c.ts -> app/contract/a.ts",
    );
    const because = "they are one";
    const union = { ...rules, cyclesInTypescript: { allow: [{ path: "app/contract/", because }] } };
    expect(checkDependencies(root, union)).toEqual([]);
  });

  it("finds a file outside every folder of the rules", () => {
    const [found] = problemsOf("native/misc/a.cpp", "");
    expect(found.problem).toContain("in no folder");
  });

  it("finds a cycle in the rules themselves", () => {
    const cyclic = structuredClone(rules);
    cyclic.native[0].imports = ["page"];
    const [found] = checkDependencies(root, cyclic);
    expect(found.problem).toBe("cycle allowed: base -> page -> base");
  });
});

describe("findCycle", () => {
  it("returns nothing for a tree that meets again", () => {
    const edges = new Map([
      ["a", ["b", "c"]],
      ["b", ["d"]],
      ["c", ["d"]],
    ]);
    expect(findCycle(edges)).toBeUndefined();
  });
});

describe("importsOf", () => {
  it("reads imports over several lines", () => {
    expect(importsOf('import {\n  a,\n  b,\n} from "./x.ts";\nimport "./y.ts";')).toMatchObject([
      { name: "./x.ts" },
      { name: "./y.ts" },
    ]);
  });
});

describe("importsOf, beside strings and comments", () => {
  it("reads neither", () => {
    const text = `const a = 'import "./x.ts"';\n// import "./y.ts";\n/* export * from "./z.ts" */`;
    expect(importsOf(text)).toEqual([]);
  });
});

describe("the project's rules", () => {
  const own = JSON.parse(readFileSync(new URL("./dependency-rules.json", import.meta.url), "utf8"));

  it("have no cycle and name only folders that they define", () => {
    const folders = new Set([...own.native, ...own.typescript].map(({ name }) => name));
    for (const { imports } of [...own.native, ...own.typescript])
      for (const name of imports.filter((one) => !one.endsWith("*")))
        expect(folders).toContain(name);
    const edges = [...own.native, ...own.typescript].map((rule) => [rule.name, rule.imports]);
    expect(findCycle(new Map(edges))).toBeUndefined();
  });

  it("find a coroutine parameter that can bind a temporary, and no other", () => {
    const rule = own.banned.find(({ because }) => because.includes("coroutine's"));
    const [pattern] = rule.symbols.map((symbol) => new RegExp(symbol));
    const bad = [
      "Task<void> Run(Worker& worker, const Request& request);",
      "Task<Result<Lsn>> Log::Append(const std::vector<int>& records) {",
      "Task<void> Take(\n    Request&& request);",
    ];
    const good = [
      "Task<void> Run(Worker& worker, Request request) const;",
      "Task<void> Run();\nvoid Other(const Request& request);",
      "Task<const Page&> Get(PageId id);",
    ];
    expect(bad.filter((text) => !pattern.test(text))).toEqual([]);
    expect(good.filter((text) => pattern.test(text))).toEqual([]);
  });

  it("find a conditional operator whose task is awaited, and no other", () => {
    const rule = own.banned.find(({ because }) => because.includes("conditional operator"));
    const finds = (text) => rule.symbols.some((symbol) => new RegExp(symbol).test(text));
    const bad = [
      "co_await (full ? RunFull() : RunLog());",
      "const Status done = full ? co_await RunFull() : co_await RunLog();",
    ];
    const good = [
      "auto running = full ? RunFull() : RunLog();\nco_await std::move(running);",
      "CO_TRY(co_await Run(full ? kFull : kLog));\nreturn ok ? 1 : 2;",
    ];
    expect(bad.filter((text) => !finds(text))).toEqual([]);
    expect(good.filter(finds)).toEqual([]);
  });

  it("are the ones that the tour of the engine shows", () => {
    const tour = readFileSync(new URL("../docs/internals/README.md", import.meta.url), "utf8");
    const rows = [...tour.matchAll(/^\| `([a-z_]+)` \|.*\| → ?([a-z_ ]*?) *\|$/gm)];
    const shown = rows.map(([, name, uses]) => [name, uses === "" ? [] : uses.split(" ")]);
    const enforced = own.native.filter(({ imports }) => !imports.includes("*"));
    expect(shown).toEqual(enforced.map(({ name, imports }) => [name, imports]));
  });
});
