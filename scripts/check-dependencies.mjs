// Proves every C++ include and TypeScript import against scripts/dependency-rules.json, and that
// banned symbols stay where the rules allow them. Reports file:line, the edge and what is allowed.
//
//   node scripts/check-dependencies.mjs      exit 1 when anything is wrong
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join, posix } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { codeOnly, lineOf } from "./source-text.mjs";

const posixHeaders =
  /^(sys\/.*|fcntl|unistd|dirent|poll|sched|pthread|signal|spawn|limits|errno|linux\/.*|windows|winioctl|psapi)(\.h)?$/;
const notSources = new Set(["node_modules", "build", ".git", ".toolchain", ".bootstrap"]);

/** Files below `folder` of `root`, as slash-separated paths from `root`. */
function filesBelow(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return [path];
    return notSources.has(entry.name) ? [] : filesBelow(root, path);
  });
}

const allows = (list, name) =>
  list.some((item) => (item.endsWith("*") ? name.startsWith(item.slice(0, -1)) : item === name));

const orNothing = (list) => (list.length === 0 ? "nothing" : list.join(", "));

/** The rule with the longest folder that holds `path`. */
function ruleOf(rules, path) {
  return rules
    .filter(({ name }) => path.startsWith(`${name}/`))
    .sort((a, b) => b.name.length - a.name.length)[0];
}

/** What is wrong with one edge; undefined when it is allowed. */
function judgeFolder(rule, target) {
  if (target === rule.name || allows(rule.imports, target)) return undefined;
  return `${rule.name} -> ${target} is not allowed; ${rule.name} may use: ${orNothing(rule.imports)}`;
}

function judgePackage(rule, packages, used) {
  if (packages.some((name) => used === name || used.startsWith(`${name}/`))) return undefined;
  return `${rule.name} -> package ${used} is not allowed; ${rule.name} may use: ${orNothing(packages)}`;
}

/** The edges of one C++ file: [offset, folder or undefined, problem or undefined]. */
function nativeEdges(code, rule, rules) {
  const edges = [];
  for (const match of code.matchAll(/^[ \t]*#[ \t]*include[ \t]*([<"])([^>"\n]+)[>"]/gm)) {
    const [, kind, header] = match;
    if (kind === '"') {
      const target = header.split("/")[0];
      const known = header.includes("/") && rules.some(({ name }) => name === target);
      const problem = known
        ? judgeFolder(rule, target)
        : `"${header}" does not start with a folder of native/; write "folder/file.h"`;
      edges.push({ offset: match.index, target: known ? target : undefined, problem });
    } else if (/[./]/.test(header)) {
      const isNamed = rule.packages.includes(header);
      const used = posixHeaders.test(header) && !isNamed ? "posix" : header;
      edges.push({ offset: match.index, problem: judgePackage(rule, rule.packages, used) });
    }
  }
  return edges;
}

const importPattern =
  /\b(?:import|export)\b[^'"`;]*?\bfrom\s*(["'])([^"'\n]+)\1|\bimport\s*\(?\s*(["'])([^"'\n]+)\3/g;

/** The module names a TypeScript or JavaScript text imports, with their offsets. */
export function importsOf(text) {
  const outsideStrings = codeOnly(text, "ts", { strings: true });
  return [...codeOnly(text, "ts").matchAll(importPattern)]
    .filter((match) => outsideStrings[match.index] !== " ")
    .map((match) => ({ offset: match.index, name: match[2] ?? match[4] }));
}

const importedFile = (path, name) => posix.normalize(posix.join(posix.dirname(path), name));

function judgeProjectImport(path, rule, rules, name) {
  const file = importedFile(path, name);
  const target = ruleOf(rules, file);
  if (target === undefined) return { problem: `${name} is in no folder that the rules name` };
  if (target === rule && rule.siblingsApart) {
    const part = (whole) => whole.slice(rule.name.length + 1).split("/")[0];
    if (part(file) !== part(path))
      return {
        problem: `${rule.name}/${part(path)} -> ${rule.name}/${part(file)}: never each other`,
      };
  }
  return { target: target.name, problem: judgeFolder(rule, target.name) };
}

function judgePackageImport(path, rule, testPackages, name) {
  const isNode = name.startsWith("node:") || builtinModules.includes(name);
  const used = isNode
    ? "node:"
    : name
        .split("/")
        .slice(0, name.startsWith("@") ? 2 : 1)
        .join("/");
  const isTest = /\.test\.(ts|tsx|mjs)$/.test(path) || path.includes("/testing/");
  return judgePackage(rule, isTest ? [...rule.packages, ...testPackages] : rule.packages, used);
}

function typescriptEdges(text, path, rule, rules, testPackages) {
  return importsOf(text).map(({ offset, name }) =>
    name.startsWith(".")
      ? { offset, ...judgeProjectImport(path, rule, rules, name) }
      : { offset, problem: judgePackageImport(path, rule, testPackages, name) },
  );
}

/** Uses of banned symbols in one file; `in` names the only folders in which they are banned. */
function bannedUses(code, path, banned) {
  return banned
    .filter(
      ({ in: folders }) => folders === undefined || folders.some((one) => path.startsWith(one)),
    )
    .filter(({ allow }) => !allow.some(({ path: allowed }) => path.startsWith(allowed)))
    .flatMap(({ symbols, because, allow }) =>
      [...code.matchAll(new RegExp(symbols.join("|"), "g"))].map((match) => ({
        offset: match.index,
        problem: `${match[0].trim().replace(/\s+/g, " ")} is banned here: ${because}; allowed in: ${orNothing(allow.map((a) => a.path))}`,
      })),
    );
}

/** A cycle in `edges` (a name -> set of names), as a list that ends where it begins. */
export function findCycle(edges) {
  const done = new Set();
  const visit = (name, trail) => {
    const seenAt = trail.indexOf(name);
    if (seenAt >= 0) return [...trail.slice(seenAt), name];
    if (done.has(name)) return undefined;
    for (const next of edges.get(name) ?? []) {
      const cycle = next === name ? undefined : visit(next, [...trail, name]);
      if (cycle) return cycle;
    }
    done.add(name);
    return undefined;
  };
  for (const name of edges.keys()) {
    const cycle = visit(name, []);
    if (cycle) return cycle;
  }
  return undefined;
}

/** Each cycle of files that import one another, told where its first file imports the next. */
function fileCycles(files, { allow }) {
  const left = new Map([...files].map(([path, edges]) => [path, new Set(edges.keys())]));
  for (const [path, targets] of left) {
    for (const { path: folder } of allow) {
      if (!path.startsWith(folder)) continue;
      for (const target of targets) if (target.startsWith(folder)) targets.delete(target);
    }
  }
  const problems = [];
  for (let cycle = findCycle(left); cycle; cycle = findCycle(left)) {
    const [file, next] = cycle;
    const problem = `cycle of imports: ${cycle.join(" -> ")}; what both need belongs into a file of its own`;
    problems.push({ file, line: files.get(file).get(next), problem });
    left.get(file).delete(next);
  }
  return problems;
}

function languageOf(path) {
  if (/\.(h|cpp)$/.test(path)) return "cpp";
  return /\.(ts|tsx|mts|mjs|js)$/.test(path) ? "ts" : undefined;
}

/** Everything that is wrong below `root`: [{ file, line, problem }]. */
export function checkDependencies(root, rules) {
  const problems = [];
  const seen = new Map();
  /** Each file of TypeScript with what it imports of the project, and in which line. */
  const files = new Map();
  const collect = (path, text, rule, edges) => {
    for (const { offset, target, problem } of edges) {
      if (problem) problems.push({ file: path, line: lineOf(text, offset), problem });
      if (target) seen.set(rule.name, (seen.get(rule.name) ?? new Set()).add(target));
    }
  };
  const native = rules.native.map((rule) => ({ ...rule, path: `native/${rule.name}` }));
  const tops = ["native", ...new Set(rules.typescript.map(({ name }) => name.split("/")[0]))];
  for (const path of new Set(tops.flatMap((top) => filesBelow(root, top)))) {
    const language = languageOf(path);
    if (language === undefined) continue;
    const text = readFileSync(join(root, path), "utf8");
    const rule =
      language === "cpp"
        ? native.find((candidate) => path.startsWith(`${candidate.path}/`))
        : ruleOf(rules.typescript, path);
    if (rule === undefined) {
      problems.push({ file: path, line: 1, problem: "is in no folder that the rules name" });
    } else if (language === "cpp") {
      collect(path, text, rule, nativeEdges(codeOnly(text, "cpp"), rule, native));
      const code = codeOnly(text, "cpp", { strings: true });
      collect(path, text, rule, bannedUses(code, path, rules.banned));
    } else {
      const imported = importsOf(text).filter(({ name }) => name.startsWith("."));
      files.set(
        path,
        new Map(
          imported.map(({ offset, name }) => [importedFile(path, name), lineOf(text, offset)]),
        ),
      );
      collect(
        path,
        text,
        rule,
        typescriptEdges(text, path, rule, rules.typescript, rules.testPackages),
      );
      // Tests make whatever they need.
      if (!/\.test\.tsx?$/.test(path)) {
        const code = codeOnly(text, "ts");
        collect(path, text, rule, bannedUses(code, path, rules.bannedInTypescript ?? []));
      }
    }
  }
  problems.push(...fileCycles(files, rules.cyclesInTypescript ?? { allow: [] }));
  const allowed = [...rules.native, ...rules.typescript].map((rule) => [rule.name, rule.imports]);
  for (const [what, edges] of [
    ["allowed", new Map(allowed)],
    ["found", seen],
  ]) {
    const cycle = findCycle(edges);
    if (cycle)
      problems.push({
        file: "scripts/dependency-rules.json",
        line: 1,
        problem: `cycle ${what}: ${cycle.join(" -> ")}`,
      });
  }
  return problems;
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  const rules = JSON.parse(readFileSync(join(root, "scripts/dependency-rules.json"), "utf8"));
  const problems = checkDependencies(root, rules);
  for (const { file, line, problem } of problems) console.log(`${file}:${line}: ${problem}`);
  console.log(problems.length === 0 ? "dependencies: as allowed" : `${problems.length} problems`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
