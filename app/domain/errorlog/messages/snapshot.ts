import {
  byNumber,
  byPattern,
  byStart,
  firstQuoted,
  group,
  lineEnd,
  name,
  numberOf,
  path,
  type Recogniser,
} from "./recogniser.ts";

export type SnapshotMessage =
  | { readonly kind: "creatingFile"; readonly path: string }
  | { readonly kind: "closingFile"; readonly fileId: number; readonly path: string }
  | { readonly kind: "openingFile"; readonly fileId: number; readonly path: string }
  /** 3420. */
  | { readonly kind: "snapshotSuspect"; readonly snapshot: string }
  /** 5128. */
  | { readonly kind: "sparseFileFull"; readonly path: string }
  /** 1823. */
  | { readonly kind: "snapshotNotStarted" }
  /** A database is taken back to its snapshot. */
  | {
      readonly kind: "reverting";
      readonly database: string;
      readonly snapshot: string | null;
    };

/** The product ends a path with a full stop; a path that ends in one has two. */
const fileStep = (verb: string) =>
  new RegExp(`^${verb} file \\((\\d{1,6})\\):${path}\\.?${lineEnd}`);

export const snapshotRecognisers: readonly Recogniser[] = [
  byPattern(["Creating file "], new RegExp(`^Creating file ${path}\\.?${lineEnd}`), (match) => ({
    kind: "creatingFile",
    path: group(match, 1),
  })),
  byPattern(["Closing file ("], fileStep("Closing"), (match) => ({
    kind: "closingFile",
    fileId: numberOf(match, 1),
    path: group(match, 2),
  })),
  byPattern(["Opening file ("], fileStep("Opening"), (match) => ({
    kind: "openingFile",
    fileId: numberOf(match, 1),
    path: group(match, 2),
  })),
  byPattern(
    ["Database snapshot '"],
    new RegExp(`^Database snapshot '${name}' has failed an IO operation and is marked suspect\\.`),
    (match) => ({ kind: "snapshotSuspect", snapshot: group(match, 1) }),
  ),
  byPattern(
    ["Write to sparse file '"],
    new RegExp(`^Write to sparse file '${path}' failed due to lack of disk space`),
    (match) => ({ kind: "sparseFileFull", path: group(match, 1) }),
  ),
  byStart("A database snapshot cannot be created because it failed to start", {
    kind: "snapshotNotStarted",
  }),
  byPattern(
    ["Reverting database '"],
    new RegExp(
      `^Reverting database '${name}' to the point in time of database snapshot '${name}' with split point`,
    ),
    (match) => ({ kind: "reverting", database: group(match, 1), snapshot: group(match, 2) }),
  ),
  byNumber([3420], (text) => {
    const snapshot = firstQuoted(text);
    return snapshot === null ? null : { kind: "snapshotSuspect", snapshot };
  }),
  byNumber([5128], (text) => {
    const file = firstQuoted(text);
    return file === null ? null : { kind: "sparseFileFull", path: file };
  }),
  byNumber([1823], () => ({ kind: "snapshotNotStarted" })),
];
