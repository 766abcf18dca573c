/** Files of ours that are gzip over one JSON object: unpacked within bounds, and asked for their version first. */
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { parseJson } from "../../contract/issues.ts";
import { failure, type Result, success } from "../../contract/result.ts";

const bytesPerMiB = 1024 * 1024;
/** How large the document may be. A JavaScript string ends at 512 MiB, and a run of a day takes half of this. */
export const maxUnpackedBytes = 384 * bytesPerMiB;

export interface PackedKind {
  /** "exported run". */
  readonly name: string;
  /** "import it". */
  readonly purpose: string;
  readonly extension: string;
  /** The newest that this program knows. */
  readonly version: number;
}

const gunzipped = promisify(gunzip);

/** The document, of a version that this program knows as far as it tells one. It is large, and parsed once. */
export async function unpackJson(
  fileName: string,
  bytes: Uint8Array,
  kind: PackedKind,
): Promise<Result<unknown>> {
  const text = await unpack(fileName, bytes, kind);
  const document = text.ok ? parseJson(text.value, fileName) : text;
  if (!document.ok) return document;
  const version = versionOf(document.value);
  if (version === null || version <= kind.version) return document;
  return failure(
    "badInput",
    `${fileName}: has format ${version} of ${kind.name}s, and this version of Snapscope knows ` +
      `format ${kind.version}; update Snapscope to ${kind.purpose}`,
  );
}

async function unpack(
  fileName: string,
  bytes: Uint8Array,
  { name, extension }: PackedKind,
): Promise<Result<string>> {
  const article = /^[aeiou]/.test(name) ? "an" : "a";
  try {
    const unpacked = await gunzipped(bytes, { maxOutputLength: maxUnpackedBytes });
    return success(new TextDecoder("utf-8", { fatal: true }).decode(unpacked));
  } catch (error) {
    const tooLarge = (error as { code?: unknown }).code === "ERR_BUFFER_TOO_LARGE";
    const reason = error instanceof Error ? error.message : String(error);
    return failure(
      "badInput",
      tooLarge
        ? `${fileName}: unpacks to more than ${maxUnpackedBytes / bytesPerMiB} MiB, the most of ${article} ${name}`
        : `${fileName}: is no ${name}, or is damaged (${reason}); ` +
            `expected a ${extension} file as Snapscope exports it`,
    );
  }
}

/** A newer file would fail at whatever is new in it; its version is what a person needs to know. */
function versionOf(document: unknown): number | null {
  const { formatVersion } = (document ?? {}) as { formatVersion?: unknown };
  return typeof formatVersion === "number" ? formatVersion : null;
}
