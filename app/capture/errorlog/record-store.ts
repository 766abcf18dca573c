/** Records of one file in order of time, whatever form the file has. Texts are made when asked for. */
export interface RecordStore {
  readonly count: number;
  /** Number of its first line in the file, from 1. */
  line(record: number): number;
  /** Local time, ms since 1970 of a clock without zones; NaN: none. */
  timeMs(record: number): number;
  sourceId(record: number): number;
  kindId(record: number): number;
  /** 0: no error. */
  severity(record: number): number;
  /** The message with its continuation lines, without what blanks and line ends follow it. */
  message(record: number): string;
  /** All characters of the file that belong to the record: time, source, message, line ends. */
  verbatim(record: number): string;
  /** Messages of [from, to), in order; neighbours are read together. */
  messages(from: number, to: number, visit: (record: number, message: string) => void): void;
}

/** A file that is read piece by piece. */
export interface ReadingFile extends RecordStore {
  /** Some 10 to 30 ms of work; false when there is no more. */
  readSlice(): boolean;
  readonly bytesRead: number;
}
