/**
 * Push logs of recordings: which page got into a sparse file, when and why. One is read while somebody looks at
 * it, and shared by all who do; the last that was read to its end is kept for who comes back.
 */
import { useEffect, useMemo, useSyncExternalStore } from "react";
import type { PushPiece, RecordingRef } from "../../../app/contract/rpc/recordings.ts";
import type { PushLog } from "../../../app/domain/page-map/push-log.ts";
import { PushReader } from "../../../app/domain/page-map/push-reader.ts";
import { follow } from "../services/ask.ts";
import { useConnection } from "../services/services.ts";
import { recordingKey } from "./recording.ts";

export interface PushReading {
  readonly log: PushLog;
  /** All of it is here. */
  readonly ended: boolean;
  /** Why there is no more of it; null: there is no problem. */
  readonly message: string | null;
}

const unread: PushReading = { log: new PushReader().log, ended: false, message: null };

/** The push log of one recording, as it comes. */
export class PushFeed {
  readonly #recording: RecordingRef;
  readonly #listeners = new Set<() => void>();
  #reading = unread;
  #looking = 0;
  #leave: (() => void) | null = null;

  constructor(recording: RecordingRef) {
    this.#recording = recording;
  }

  /** One object until something comes. */
  get current(): PushReading {
    return this.#reading;
  }

  get isLookedAt(): boolean {
    return this.#looking > 0;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Reads it until the returned function is called, if nobody does so already. */
  look(): () => void {
    this.#looking += 1;
    if (!this.#reading.ended) this.#leave ??= this.#read();
    return () => {
      this.#looking -= 1;
      if (this.#looking > 0) return;
      this.#leave?.();
      this.#leave = null;
    };
  }

  /** From its beginning: what came before a connection was lost stands until as much has come again. */
  #read(): () => void {
    const reader = new PushReader();
    let frame: number | null = null;
    let problem: string | null = null;
    let ended = false;
    const tell = (): void => {
      frame = null;
      const { log } = reader;
      const isLess = log.count < this.#reading.log.count && problem === null && !ended;
      if (!isLess) this.#tell({ log, ended, message: problem });
    };
    // Pieces come faster than they can be shown.
    const tellSoon = (): void => {
      frame ??= requestAnimationFrame(tell);
    };
    const unfollow = follow<PushPiece>(
      (services, listener) =>
        services.recordings.pushes.subscribe({ recording: this.#recording }, listener),
      {
        onData: (piece) => {
          if (problem !== null) return;
          problem = taken(reader, piece);
          ended = piece.ended;
          tellSoon();
        },
        onFailed: (message) => {
          problem = message;
          tellSoon();
        },
      },
    );
    return () => {
      if (frame !== null) cancelAnimationFrame(frame);
      unfollow();
    };
  }

  #tell(reading: PushReading): void {
    this.#reading = reading;
    for (const listener of this.#listeners) listener();
  }
}

/** Null: all of the piece fits to those before. */
function taken(reader: PushReader, { batches }: PushPiece): string | null {
  for (const batch of batches) {
    const took = reader.take(batch);
    if (!took.ok) return took.error.message;
  }
  return null;
}

const feeds = new Map<string, PushFeed>();

/** A log may take 60 MB: of those that nobody looks at, one is kept. */
function feedOf(recording: RecordingRef): PushFeed {
  const key = recordingKey(recording);
  const feed = feeds.get(key) ?? new PushFeed(recording);
  for (const [other, { isLookedAt }] of feeds) if (!isLookedAt) feeds.delete(other);
  feeds.set(key, feed);
  return feed;
}

/** Of nobody who looks. */
const noFeed = new PushFeed({ kind: "run", id: "" });

/** Null: nobody wants to see it. */
export function usePushLog(recording: RecordingRef | null): PushReading {
  const key = recording === null ? null : recordingKey(recording);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the recording
  const feed = useMemo(() => (recording === null ? noFeed : feedOf(recording)), [key]);
  const connection = useConnection();
  useEffect(
    () => (connection === "open" && feed !== noFeed ? feed.look() : undefined),
    [feed, connection],
  );
  return useSyncExternalStore(feed.subscribe, () => feed.current);
}
