/** The papers' figures as a UI shows them, computes them again, and takes a scenario from them. */
import * as z from "zod";
import type { FigureAnswer, HashComparison } from "../figure.ts";
import type { Result } from "../result.ts";
import type { Scenario } from "../scenario.ts";
import type { ExportedFile } from "./exports.ts";
import type { StudyRequest } from "./studies.ts";

export const ofFigureSchema = z.strictObject({
  id: z.string().max(100).describe("id of a figure"),
});
export const figurePointSchema = ofFigureSchema.extend({
  point: z.string().max(100).describe("id of one of its points"),
});
export type FigurePointRef = z.infer<typeof figurePointSchema>;

/** What a study of a figure's plan gave, beside what came with the program. */
export interface FigureHere {
  readonly answer: FigureAnswer;
  /** Null: nothing came with the program. */
  readonly hashes: HashComparison | null;
}

export interface FiguresService {
  /** All of them, by the results that come with the program. */
  list(): Promise<Result<readonly FigureAnswer[]>>;
  /** The study that computes a figure as it was computed for the program: to be started as any. */
  plan(id: string): Promise<Result<StudyRequest>>;
  /** What one point runs, first repeat. */
  scenario(point: FigurePointRef): Promise<Result<Scenario>>;
  /** The newest study in the library that computes it, whatever it is called; null: there is none. */
  studyOf(id: string): Promise<Result<string | null>>;
  /** What the completed runs of a study of its plan come to. */
  here(id: string, studyId: string, signal?: AbortSignal): Promise<Result<FigureHere>>;
  /** One HTML file, with the table and what was judged. */
  export(id: string, signal?: AbortSignal): Promise<Result<ExportedFile>>;
}
