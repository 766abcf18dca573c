import { describe, expect, it } from "vitest";
import { failure, success } from "../../../app/contract/result.ts";
import type { UploadsService } from "../../../app/contract/rpc/captures.ts";
import { pieceBytes, upload } from "./uploads.ts";

class FakeUploads implements UploadsService {
  readonly pieces: Uint8Array[] = [];
  readonly abandoned: string[] = [];
  append: UploadsService["append"] = async (_upload, bytes) => {
    this.pieces.push(bytes);
    return success(null);
  };

  async begin() {
    return success({ upload: "u1" });
  }

  async abandon(id: string) {
    this.abandoned.push(id);
    return success(null);
  }
}

const content = (bytes: number) => new Blob([new Uint8Array(bytes).fill(7)]);
const ignore = { signal: new AbortController().signal, onSent: () => undefined };

describe("an upload", () => {
  it("comes in pieces, in order, and as a whole", async () => {
    const service = new FakeUploads();
    const sent: number[] = [];
    const size = 2 * pieceBytes + 5;
    const options = { ...ignore, onSent: (bytes: number) => sent.push(bytes) };
    expect(await upload(content(size), options, service)).toEqual(success("u1"));
    expect(service.pieces.map(({ byteLength }) => byteLength)).toEqual([pieceBytes, pieceBytes, 5]);
    expect(sent).toEqual([pieceBytes, 2 * pieceBytes, size]);
    expect(service.abandoned).toEqual([]);
  });

  it("that is cancelled sends no further piece and leaves nothing", async () => {
    const service = new FakeUploads();
    const abort = new AbortController();
    const options = { signal: abort.signal, onSent: () => abort.abort() };
    expect(await upload(content(3 * pieceBytes), options, service)).toEqual(success(null));
    expect(service.pieces).toHaveLength(1);
    expect(service.abandoned).toEqual(["u1"]);
  });

  it("that is cancelled does not wait for the piece on its way", async () => {
    const service = new FakeUploads();
    const abort = new AbortController();
    service.append = () => {
      abort.abort();
      return new Promise(() => undefined);
    };
    const options = { ...ignore, signal: abort.signal };
    expect(await upload(content(1), options, service)).toEqual(success(null));
    expect(service.abandoned).toEqual(["u1"]);
  });

  it("that is refused says why and leaves nothing", async () => {
    const service = new FakeUploads();
    const full = failure("ioError", "no space left");
    service.append = async () => full;
    expect(await upload(content(1), ignore, service)).toEqual(full);
    expect(service.abandoned).toEqual(["u1"]);
  });

  it("of a file that cannot be read any more leaves nothing", async () => {
    const service = new FakeUploads();
    const gone = new Error("file is gone");
    const unreadable = { size: 1, slice: () => ({ arrayBuffer: () => Promise.reject(gone) }) };
    await expect(upload(unreadable as unknown as Blob, ignore, service)).rejects.toBe(gone);
    expect(service.abandoned).toEqual(["u1"]);
  });
});
