import {
  byNumber,
  byStart,
  firstQuoted,
  number,
  type Recogniser,
  says,
  text,
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

const step = { fileId: number, path: text };

/** The product ends a path with a full stop; a path that ends in one has two. */
export const snapshotRecognisers: readonly Recogniser[] = [
  says("creatingFile", String.raw`Creating file {path}\.?{end}`, { path: text }),
  says("closingFile", String.raw`Closing file \((\d{1,6})\):{path}\.?{end}`, step),
  says("openingFile", String.raw`Opening file \((\d{1,6})\):{path}\.?{end}`, step),
  says(
    "snapshotSuspect",
    String.raw`Database snapshot '{name}' has failed an IO operation and is marked suspect\.`,
    { snapshot: text },
  ),
  says("sparseFileFull", "Write to sparse file '{path}' failed due to lack of disk space", {
    path: text,
  }),
  byStart("A database snapshot cannot be created because it failed to start", {
    kind: "snapshotNotStarted",
  }),
  says(
    "reverting",
    "Reverting database '{name}' to the point in time of database snapshot '{name}' with split point",
    { database: text, snapshot: text },
  ),
  byNumber([3420], (message) => {
    const snapshot = firstQuoted(message);
    return snapshot === null ? null : { kind: "snapshotSuspect", snapshot };
  }),
  byNumber([5128], (message) => {
    const file = firstQuoted(message);
    return file === null ? null : { kind: "sparseFileFull", path: file };
  }),
  byNumber([1823], () => ({ kind: "snapshotNotStarted" })),
];
