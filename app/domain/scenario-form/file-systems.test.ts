import { describe, expect, it } from "vitest";
import { fileSystemNames } from "../../contract/windows-versions.ts";
import { draftOf, setValue, typeUnreadable, undo } from "./draft.ts";
import { fileSystemOf, fileSystemText, setFileSystem } from "./file-systems.ts";
import { presetScenario } from "./testing/presets.ts";

const draft = draftOf(presetScenario("creation-under-load"));
const chosen = ({ present }: typeof draft) => fileSystemOf(present.scenario.storage);

describe("the file system of a form", () => {
  it.each(fileSystemNames)("%s is known by the limit and the error that it sets", (name) => {
    expect(chosen(setFileSystem(draft, name))).toBe(name);
  });

  it("is nobody's once the limit, or the error past it, is another one", () => {
    const ntfs = setFileSystem(draft, "ntfs");
    expect(ntfs.present.scenario.storage).toMatchObject({
      sparseFileLimitMiB: 93_696,
      sparseFileLimitError: "665",
    });
    expect(chosen(setValue(ntfs, ["storage", "sparseFileLimitMiB"], 93_695))).toBeNull();
    expect(chosen(setValue(ntfs, ["storage", "sparseFileLimitError"], "1450"))).toBeNull();
    const refs = setFileSystem(draft, "refs");
    expect(chosen(setValue(refs, ["storage", "sparseFileLimitError"], "1450"))).toBe("refs");
  });

  it("is one step, and leaves what is being typed elsewhere", () => {
    const typing = typeUnreadable(draft, ["storage", "quotaMiB"], "many");
    const set = setFileSystem(typing, "ntfsLargeRecords");
    expect(set.present.unreadable).toEqual({ "storage.quotaMiB": "many" });
    expect(undo(set).present).toEqual(typing.present);
  });

  it("is told with what it holds", () => {
    expect(fileSystemNames.slice(0, 3).map(fileSystemText)).toEqual([
      "NTFS, up to 91.5 GiB",
      "NTFS with large file records, up to 366 GiB",
      "ReFS, no limit",
    ]);
  });
});
