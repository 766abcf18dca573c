// npm run package: the application as its users install it, as an unpacked folder in build/package,
// and a test that the packaged program runs.
import { cpSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { inRoot } from "./paths.mjs";
import { say, seconds } from "./report.mjs";
import { runCommand, runStep } from "./run.mjs";

/**
 * Packages with the Electron that tests use, since that is there; a release names its target instead:
 * `npx electron-builder --linux`, which gets the official one. Tests drive it by its debugger, which a
 * release has switched off.
 */
export async function packageApp({ node, env }, args) {
  const start = Date.now();
  await runStep("notices", node, [inRoot("scripts", "third-party-notices.mjs")], { env });
  const electron = inRoot("build", "electron-dist");
  rmSync(electron, { recursive: true, force: true });
  cpSync(dirname(env.SNAPSCOPE_TEST_ELECTRON), electron, {
    recursive: true,
    verbatimSymlinks: true,
    // The test Electron has a default application, and a stamp.
    filter: (path) => !/resources[/\\]app$|snapscope-stamp$/.test(path),
  });
  say("packaging ...");
  const builder = inRoot("node_modules", "electron-builder", "cli.js");
  await runStep(
    "package",
    node,
    [
      builder,
      `--${{ win32: "win", darwin: "mac" }[process.platform] ?? "linux"}`,
      "dir",
      "--publish=never",
      `-c.electronDist=${electron}`,
      "-c.electronFuses.enableNodeCliInspectArguments=true",
      ...args,
    ],
    { env },
  );
  rmSync(electron, { recursive: true, force: true });
  say(`packaging: ${seconds(start)}; it is in build/package`);
  return runCommand(node, [inRoot("scripts", "test-package.mjs")], { env });
}
