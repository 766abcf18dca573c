import { expect, it } from "vitest";
import { saveFilters } from "./file-filters.ts";

it("offers the kind of the file that is saved, so that its extension is kept", () => {
  const first = (name: string) => saveFilters(name)[0];
  expect(first("Night.snapscope-run")).toEqual({
    name: "Snapscope run",
    extensions: ["snapscope-run"],
  });
  expect(first("ERRORLOG.2.csv")?.extensions).toEqual(["csv"]);
  expect(first("records.tsv")).toEqual({ name: "tsv file", extensions: ["tsv"] });
  expect(saveFilters("ERRORLOG")).toEqual([{ name: "All files", extensions: ["*"] }]);
});
