/** Sends what a page has no path of to the services, piece by piece: no file is held as a whole. */

import { type Result, success } from "../../../app/contract/result.ts";
import type { UploadsService } from "../../../app/contract/rpc/captures.ts";
import { answerTo } from "../services/ask.ts";

/** Large enough to keep a loopback connection busy, small enough to be cancelled between two. */
export const pieceBytes = 4 * 1024 * 1024;

const remote: UploadsService = {
  begin: () => answerTo((services) => services.uploads.begin.mutate()),
  append: (upload, bytes) =>
    answerTo((services) => services.uploads.append.mutate({ upload, bytes })),
  abandon: (upload) => answerTo((services) => services.uploads.abandon.mutate({ upload })),
};

export interface UploadOptions {
  readonly signal: AbortSignal;
  /** Bytes of this file that have arrived. */
  onSent(bytes: number): void;
}

/** The upload's id; null when it was cancelled, and nothing of it is left. */
export async function upload(
  content: Blob,
  { signal, onSent }: UploadOptions,
  service: UploadsService = remote,
): Promise<Result<string | null>> {
  const begun = await service.begin();
  if (!begun.ok) return begun;
  const id = begun.value.upload;
  // The services remove what is left over when they end: a lost connection needs no more.
  const abandon = () => service.abandon(id);
  // A piece that is on its way is not waited for: to cancel must be felt at once.
  const cancelled = new Promise<null>((resolve) => {
    signal.addEventListener("abort", () => resolve(null), { once: true });
  });
  try {
    for (let from = 0; from < content.size && !signal.aborted; from += pieceBytes) {
      const piece = content.slice(from, from + pieceBytes);
      const bytes = new Uint8Array(await piece.arrayBuffer());
      const appended = await Promise.race([service.append(id, bytes), cancelled]);
      if (appended === null) break;
      if (!appended.ok) {
        await abandon();
        return appended;
      }
      onSent(Math.min(from + pieceBytes, content.size));
    }
  } catch (error) {
    await abandon();
    throw error;
  }
  if (!signal.aborted) return success(id);
  await abandon();
  return success(null);
}
