/** The figures of the papers, in the order of the papers. */
import { guessOf } from "../../contract/issues.ts";
import { failure, type Result, success } from "../../contract/result.ts";
import { dellArrayRestoreFigures } from "./dell-array-restore.ts";
import { dellLoadFigures } from "./dell-load.ts";
import { dellRestoreFigure } from "./dell-restore.ts";
import { dellSmartCopyFigures } from "./dell-smart-copies.ts";
import type { FigureDefinition } from "./figure-definition.ts";
import { asOfFigure, creationFigures } from "./sqlcat-creation.ts";
import { errorlogFigure } from "./sqlcat-errorlog.ts";
import { indexFigures } from "./sqlcat-indexes.ts";
import { loadFigures } from "./sqlcat-load.ts";
import { revertFigure } from "./sqlcat-revert.ts";
import { sqlskillsFigures } from "./sqlskills.ts";
import { tuningBackupFigure } from "./tuning-post-backup.ts";
import { tuningScanFigure } from "./tuning-post-scan.ts";

export const figures: readonly FigureDefinition[] = [
  errorlogFigure,
  ...creationFigures,
  ...loadFigures,
  ...indexFigures,
  asOfFigure,
  revertFigure,
  ...sqlskillsFigures,
  ...dellLoadFigures,
  ...dellSmartCopyFigures,
  dellRestoreFigure,
  ...dellArrayRestoreFigures,
  tuningBackupFigure,
  tuningScanFigure,
];

export function figureById(id: string): Result<FigureDefinition> {
  const found = figures.find((figure) => figure.id === id);
  if (found !== undefined) return success(found);
  const ids = figures.map((figure) => figure.id);
  return failure(
    "notFound",
    `${JSON.stringify(id)} is no figure; ${guessOf(id, ids)}allowed: ${ids.join(", ")}`,
  );
}
