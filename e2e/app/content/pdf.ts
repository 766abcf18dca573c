/** A PDF as poppler's tools read it. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

export interface Pdf {
  readonly pages: number;
  readonly tagged: boolean;
  /** Its headings stand beside it in a reader. */
  readonly outlined: boolean;
  /** A4 upright, in points. */
  readonly pageSize: string;
  readonly text: string;
}

export function readPdf(file: string): Pdf {
  const info = execFileSync("pdfinfo", [file], { encoding: "utf8" });
  const said = (name: string) => new RegExp(`^${name}:\\s*(.*)$`, "m").exec(info)?.[1] ?? "";
  return {
    pages: Number(said("Pages")),
    tagged: said("Tagged") === "yes",
    outlined: readFileSync(file).includes("/Outlines"),
    pageSize: said("Page size"),
    text: execFileSync("pdftotext", ["-layout", file, "-"], { encoding: "utf8" }),
  };
}
