// npm run check and npm run format. Every check runs, whatever the ones before it said.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { inRoot, root } from "./paths.mjs";
import { runCommand } from "./run.mjs";

const clangFormat = "clang-format-19";
const bin = (name) => inRoot("node_modules", ".bin", name);

/** C++ files below native/, as paths from the checkout; generated ones format themselves. */
export function nativeFiles(folder = "native") {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return nativeFiles(path);
    return /\.(h|cpp)$/.test(path) && !path.endsWith("_generated.h") ? [path] : [];
  });
}

export async function runChecks({ node, env }) {
  const checks = [
    ["C++ format", clangFormat, ["--dry-run", "--Werror", ...nativeFiles()]],
    ["TypeScript format and lint", bin("biome"), ["check", "--error-on-warnings"]],
    ["types", bin("tsc"), ["--noEmit"]],
    ["types of the UI", bin("tsc"), ["--noEmit", "-p", "src/tsconfig.json"]],
    ["dependencies", node, ["scripts/check-dependencies.mjs"]],
    ["generated files", node, ["scripts/generate-contract.mjs", "--check"]],
    ["embedded fonts", node, ["scripts/embed-report-fonts.mjs", "--check"]],
  ];
  const failed = [];
  for (const [name, program, args] of checks) {
    console.log(`== ${name}`);
    if ((await runCommand(program, args, { env })) !== 0) failed.push(name);
  }
  console.log(
    failed.length === 0
      ? `\n${checks.length} checks passed`
      : `\n${failed.length} of ${checks.length} checks failed: ${failed.join(", ")}`,
  );
  return failed.length === 0 ? 0 : 1;
}

export async function runFormat({ env }) {
  const native = await runCommand(clangFormat, ["-i", ...nativeFiles()], { env });
  const typescript = await runCommand(bin("biome"), ["check", "--write"], { env });
  return native || typescript;
}
