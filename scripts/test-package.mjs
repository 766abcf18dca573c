// Starts the packaged app of build/package and sees that its parts work together: the page, the
// services, an engine, the printer. It must not use anything of the checkout, so it is moved away
// from it first.
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inRoot } from "./bootstrap/paths.mjs";
import { runCommand } from "./bootstrap/run.mjs";
import { playwrightSecondTries, writeSecondTries } from "./bootstrap/second-tries.mjs";
import { installedElectron } from "./bootstrap/start.mjs";
import { installSqliteStandIn } from "./test-electron/sqlite/install.mjs";

const packages = inRoot("build", "package");
const folder = readdirSync(packages).find((name) => name.endsWith("-unpacked"));
if (folder === undefined) throw new Error(`${packages}: there is no unpacked package`);
const elsewhere = mkdtempSync(join(tmpdir(), "snapscope-package-"));
try {
  cpSync(join(packages, folder), elsewhere, { recursive: true });
  const executable = join(elsewhere, process.platform === "win32" ? "Snapscope.exe" : "snapscope");
  if (!existsSync(executable)) throw new Error(`${executable} is missing`);
  if (installedElectron() === null) {
    // Packaged with the Electron of tests, whose Node is too old for this one package.
    installSqliteStandIn(join(elsewhere, "resources", "app.asar.unpacked", "node_modules"));
  }
  const playwright = inRoot("node_modules", "@playwright", "test", "cli.js");
  const config = inRoot("e2e", "package", "playwright.config.ts");
  // Where that has it.
  const report = inRoot("build", "e2e", "package-report.json");
  const test = [process.execPath, playwright, "test", "--config", config];
  const [program, ...args] = process.platform === "linux" ? ["xvfb-run", "-a", ...test] : test;
  const env = { ...process.env, SNAPSCOPE_PACKAGE: executable };
  rmSync(report, { force: true });
  process.exitCode = await runCommand(program, args, { env });
  const told = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : { suites: [] };
  const tries = playwrightSecondTries(told);
  for (const what of tries) console.log(`needed a second try: ${what}`);
  writeSecondTries(tries, { keep: true });
} finally {
  rmSync(elsewhere, { recursive: true, force: true });
}
