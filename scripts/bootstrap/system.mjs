// System packages: finds what is missing, installs it as root on Debian and its kin, and names it
// in one command elsewhere.
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { SetupError, say, seconds } from "./report.mjs";
import { runStep } from "./run.mjs";

const includes = (header) => [`/usr/include/${header}`, `/usr/local/include/${header}`];

/**
 * One need: `programs` (any of them on the path) or `paths` (any of them exists), and the package
 * that brings it, per package manager. A library without a name for a manager is fetched by CMake
 * there. `only` names the one platform that has such a need.
 */
const needs = {
  compiler: {
    programs: ["c++", "g++", "clang++", "cl"],
    names: { apt: "g++", dnf: "gcc-c++", pacman: "gcc", brew: "llvm" },
  },
  cmake: {
    programs: ["cmake"],
    names: { apt: "cmake", dnf: "cmake", pacman: "cmake", brew: "cmake", winget: "Kitware.CMake" },
  },
  ninja: {
    programs: ["ninja", "ninja-build"],
    names: {
      apt: "ninja-build",
      dnf: "ninja-build",
      pacman: "ninja",
      brew: "ninja",
      winget: "Ninja-build.Ninja",
    },
  },
  xxhash: { paths: includes("xxhash.h"), names: { apt: "libxxhash-dev" } },
  json: { paths: includes("nlohmann/json.hpp"), names: { apt: "nlohmann-json3-dev" } },
  uring: {
    paths: includes("liburing.h"),
    names: { apt: "liburing-dev", dnf: "liburing-devel", pacman: "liburing" },
    only: "linux",
  },
  zstd: {
    paths: includes("zstd.h"),
    names: { apt: "libzstd-dev", dnf: "libzstd-devel", pacman: "zstd" },
    only: "linux",
  },
  gtest: { paths: includes("gtest/gtest.h"), names: { apt: "libgtest-dev" } },
  clangFormat: { programs: ["clang-format-19"], names: { apt: "clang-format-19" } },
  clang: { programs: ["clang++-19"], names: { apt: "clang-19" } },
  clangTidy: { programs: ["clang-tidy-19"], names: { apt: "clang-tidy-19" } },
  sanitizers: {
    paths: ["/usr/lib/llvm-19/lib/clang/19/lib/linux"],
    names: { apt: "libclang-rt-19-dev" },
  },
  mingw: {
    programs: ["x86_64-w64-mingw32-g++-posix"],
    names: { apt: "g++-mingw-w64-x86-64-posix" },
  },
  gtestSources: { paths: ["/usr/src/googletest"], names: { apt: "googletest" } },
  wine: { programs: ["wine"], names: { apt: "wine" } },
  chromium: {
    programs: ["chromium", "chromium-browser", "google-chrome"],
    names: { apt: "chromium", dnf: "chromium", pacman: "chromium" },
    only: "linux",
  },
  // Chromium without a window of its own: the browser's tests cost a third less. Debian has it.
  headlessShell: {
    programs: ["chromium-headless-shell"],
    names: { apt: "chromium-headless-shell" },
    only: "linux",
    optional: true,
  },
  xvfb: {
    programs: ["xvfb-run"],
    names: { apt: "xvfb", dnf: "xorg-x11-server-Xvfb", pacman: "xorg-server-xvfb" },
    only: "linux",
  },
  xauth: {
    programs: ["xauth"],
    names: { apt: "xauth", dnf: "xauth", pacman: "xorg-xauth" },
    only: "linux",
  },
  unzip: {
    programs: ["unzip"],
    names: { apt: "unzip", dnf: "unzip", pacman: "unzip" },
    only: "linux",
  },
  poppler: {
    programs: ["pdftotext"],
    names: { apt: "poppler-utils", dnf: "poppler-utils", pacman: "poppler", brew: "poppler" },
  },
  fonts: {
    paths: ["/usr/share/fonts/truetype/dejavu", "/usr/share/fonts/dejavu-sans-fonts"],
    names: { apt: "fonts-dejavu-core", dnf: "dejavu-sans-fonts", pacman: "ttf-dejavu" },
    only: "linux",
  },
};

const build = ["compiler", "cmake", "ninja", "xxhash", "json", "uring", "zstd"];
const windows = ["mingw", "gtestSources", "wine"];
const browser = ["chromium", "xvfb", "xauth", "unzip", "poppler", "fonts"];
export const needsOf = {
  build,
  test: [...build, "gtest"],
  e2e: [...build, ...browser, "headlessShell"],
  allTests: [...build, "gtest", ...browser],
  fuzz: [...build, "clang", "sanitizers"],
  windows: [...build, ...windows],
  format: ["clangFormat"],
  ci: [
    ...build,
    "gtest",
    ...browser,
    "headlessShell",
    "clangFormat",
    "clang",
    "clangTidy",
    "sanitizers",
    ...windows,
  ],
};

const managers = [
  { name: "apt", found: () => existsSync("/etc/debian_version"), install: aptCommand },
  { name: "dnf", found: () => onPath("dnf"), install: (names) => `sudo dnf install -y ${names}` },
  { name: "pacman", found: () => onPath("pacman"), install: (names) => `sudo pacman -S ${names}` },
  { name: "brew", found: () => onPath("brew"), install: (names) => `brew install ${names}` },
  { name: "winget", found: () => onPath("winget"), install: (names) => `winget install ${names}` },
];

function aptCommand(names) {
  return `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${names}`;
}

function onPath(program) {
  const suffixes = process.platform === "win32" ? [".exe", ".cmd", ".bat"] : [""];
  return (process.env.PATH ?? "").split(delimiter).some((folder) =>
    suffixes.some((suffix) => {
      try {
        accessSync(join(folder, program + suffix), constants.X_OK);
        return true;
      } catch {
        return false;
      }
    }),
  );
}

function isPresent(need) {
  if (need.programs) return need.programs.some(onPath);
  return need.paths.some((path) => existsSync(path));
}

/**
 * The packages that bring what is missing, under the names of `manager`. What is optional is not missed;
 * `optional` names the packages of that alone.
 */
export function missingPackages(keys, manager, present = isPresent, optional = false) {
  return keys
    .map((key) => needs[key])
    .filter((need) => need.names[manager] !== undefined && (need.optional ?? false) === optional)
    .filter((need) => !present(need))
    .map((need) => need.names[manager]);
}

/** The one command that installs `packages`, for `manager`. */
export function installCommand(packages, manager) {
  return managers.find(({ name }) => name === manager).install(packages.join(" "));
}

const isKnownToApt = (name) =>
  spawnSync("apt-cache", ["show", name], { stdio: "ignore" }).status === 0;

function missingPrograms(keys) {
  return keys
    .map((key) => needs[key])
    .filter((need) => need.programs && !need.optional && !isPresent(need));
}

export async function ensureSystem(purpose) {
  const keys = needsOf[purpose].filter(
    (key) => (needs[key].only ?? process.platform) === process.platform,
  );
  const manager = managers.find(({ found }) => found())?.name;
  const packages = manager === undefined ? [] : missingPackages(keys, manager);
  if (packages.length > 0 && manager === "apt" && process.getuid?.() === 0) {
    const start = Date.now();
    say(`installing system packages: ${packages.join(" ")} ...`);
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const wait = ["-o", "DPkg::Lock::Timeout=300"];
    await runStep("apt-update", "apt-get", [...wait, "update"], { env });
    // Not worth a set-up of their own, but taken along where this system has them.
    const extras = missingPackages(keys, manager, isPresent, true).filter(isKnownToApt);
    const install = ["install", "-y", "--no-install-recommends", ...packages, ...extras];
    await runStep("apt-install", "apt-get", [...wait, ...install], { env });
    say(`installing system packages: ${seconds(start)}`);
  } else if (packages.length > 0) {
    throw new SetupError(
      `system packages are missing. Install them, then try again:\n\n  ${installCommand(packages, manager)}`,
    );
  }
  const lacking = missingPrograms(keys).map((need) => need.programs.join(" or "));
  if (lacking.length > 0) throw new SetupError(`not found on the path: ${lacking.join(", ")}`);
}
