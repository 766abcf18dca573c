// The one thing of an application that is not the product's own when tests run it in an Electron whose
// Node is older than better-sqlite3 allows: that package. The application itself knows nothing of it.
//
//   node scripts/test-electron/sqlite/install.mjs <node_modules of the application>
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inRoot } from "../../bootstrap/paths.mjs";

const here = (name) => inRoot("scripts", "test-electron", "sqlite", name);

/** Puts the stand-in into the `node_modules` of an application; this Node will run the real package. */
export function installSqliteStandIn(nodeModules) {
  const folder = join(nodeModules, "better-sqlite3");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of ["client.mjs", "pipe.mjs"]) copyFileSync(here(name), join(folder, name));
  const manifest = { name: "better-sqlite3", exports: "./client.mjs" };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  const sqlite = inRoot("node_modules", "better-sqlite3");
  writeFileSync(
    join(folder, "installed.json"),
    JSON.stringify({ node: process.execPath, server: here("server.mjs"), sqlite }),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) installSqliteStandIn(process.argv[2]);
