// What an Electron runs that was given no application of its own: loads the modules named by -r, then
// the application in the folder that the command line names. The official Electron has its own; this
// one is copied into the test Electron, which comes without.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { app } from "electron";

const require = createRequire(import.meta.url);

/** The folder, after the modules before it have been loaded. */
function takeArguments(argv) {
  for (let at = 0; at < argv.length; at += 1) {
    if (argv[at] === "-r") {
      at += 1;
      require(argv[at]);
    } else if (!argv[at].startsWith("-")) {
      return resolve(argv[at]);
    }
  }
  throw new Error("usage: electron [-r module] folder");
}

// A copy: what is loaded may change process.argv.
const folder = takeArguments(process.argv.slice(1));
const { main, name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
app.setAppPath(folder);
app.setName(name);
app.setVersion(version);
// Awaited here, since Electron is ready only when this module is.
await import(pathToFileURL(join(folder, main)).href);
