/** A PDF as poppler's tools read it. */
import { execFileSync } from "node:child_process";

export interface Pdf {
  readonly pages: number;
  readonly tagged: boolean;
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
    pageSize: said("Page size"),
    text: execFileSync("pdftotext", ["-layout", file, "-"], { encoding: "utf8" }),
  };
}
