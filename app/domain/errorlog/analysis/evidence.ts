/** Records that something is concluded from: the first of them, and how many there are. */
import type { Evidence } from "../../../contract/capture.ts";
import type { EventPlace } from "../events.ts";

/** Characters of a record's text that a list of evidence shows. */
export const maxEvidenceText = 400;
/** Records that are shown for one finding; the others are counted. */
export const maxEvidence = 20;

/** `atMs` is NaN for records without a time. */
export const toEvidence = ({ fileIndex, line, record, atMs, text }: EventPlace): Evidence => ({
  file: fileIndex,
  line,
  record,
  atMs: timeOrNull(atMs),
  text: text.slice(0, maxEvidenceText),
});

export const timeOrNull = (atMs: number): number | null => (Number.isFinite(atMs) ? atMs : null);

export class Occurrences {
  readonly evidence: Evidence[] = [];
  count = 0;
  /** NaN: none has a time. Numbers throughout, because fields that may be null are slow to set. */
  #startMs = Number.NaN;
  #endMs = Number.NaN;

  get startMs(): number | null {
    return timeOrNull(this.#startMs);
  }

  get endMs(): number | null {
    return timeOrNull(this.#endMs);
  }

  add(place: EventPlace): void {
    this.count += 1;
    this.show(place);
    this.touch(place.atMs);
  }

  /** Adds evidence, while there is room, of what is counted elsewhere. */
  show(place: EventPlace): void {
    // The text is cut only for those that are kept: a storm has millions of others.
    if (!this.isFull) this.evidence.push(toEvidence(place));
  }

  get isFull(): boolean {
    return this.evidence.length >= maxEvidence;
  }

  addEvidence(evidence: Evidence): void {
    this.count += 1;
    if (this.evidence.length < maxEvidence) this.evidence.push(evidence);
    this.touch(evidence.atMs ?? Number.NaN);
  }

  /** Widens the stretch of time without adding a record. */
  touch(atMs: number): void {
    if (!Number.isFinite(atMs)) return;
    // The negations hold for NaN too.
    if (!(atMs >= this.#startMs)) this.#startMs = atMs;
    if (!(atMs <= this.#endMs)) this.#endMs = atMs;
  }

  copy(): Occurrences {
    const copy = new Occurrences();
    copy.evidence.push(...this.evidence);
    copy.count = this.count;
    copy.touch(this.#startMs);
    copy.touch(this.#endMs);
    return copy;
  }
}
