/** Lessons: files that come with the program, and the runs that they are told over. */
import type { Lesson } from "../lesson.ts";
import type { Result } from "../result.ts";
import type { RunEntry } from "./runs.ts";

export interface LessonEntry {
  /** Name of its file. */
  readonly id: string;
  /** Null: the file is wrong. */
  readonly lesson: Lesson | null;
  /** What is wrong with it and where, for a person. */
  readonly problem: string | null;
}

export interface LessonRequest {
  readonly id: string;
  /** Position of what is changed; null: nothing. */
  readonly choice: number | null;
}

export interface LessonsService {
  list(): Promise<readonly LessonEntry[]>;
  /** Its runs in their order: a completed one of the library where there is one, else one that begins now. */
  begin(request: LessonRequest): Promise<Result<readonly RunEntry[]>>;
}
