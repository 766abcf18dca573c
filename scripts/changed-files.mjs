// Which files a change touches, as git tells.
import { execFileSync } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

function git(...args) {
  const stdio = ["ignore", "pipe", "ignore"];
  return execFileSync("git", args, { cwd: root, encoding: "utf8", stdio }).trim();
}

function succeeds(...args) {
  try {
    return git(...args);
  } catch {
    return undefined;
  }
}

/** The merge base with `branch` when one is given, else the commit before this; undefined: none. */
export function commitBefore(branch) {
  return branch
    ? succeeds("merge-base", branch, "HEAD")
    : succeeds("rev-parse", "--verify", "HEAD~1");
}

/**
 * Files that differ from `commit`, not committed ones included, as paths from the checkout; undefined
 * when there is nothing to compare with.
 */
export function changedSince(commit) {
  if (commit === undefined) return undefined;
  const lists = [
    git("diff", "--name-only", "--diff-filter=d", commit),
    git("ls-files", "--others", "--exclude-standard"),
  ];
  return lists
    .join("\n")
    .split("\n")
    .filter((path) => path !== "");
}
