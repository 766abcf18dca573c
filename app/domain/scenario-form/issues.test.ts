import { describe, expect, it } from "vitest";
import { contentOf, draftOf, setValue, typeUnreadable } from "./draft.ts";
import { addVolume, setMode } from "./edits.ts";
import { issueOfMessage, issuesByPlace, issuesOf } from "./issues.ts";
import { presetNames, presetScenario } from "./testing/presets.ts";

const base = draftOf(presetScenario("creation-under-load"));
const issuesWith = (path: (string | number)[], value: unknown) =>
  issuesOf(setValue(base, path, value).present);

describe("issuesOf", () => {
  it.each(presetNames)("finds none in %s", (name) => {
    expect(issuesOf(contentOf(presetScenario(name)))).toEqual([]);
  });

  it("says at its place what is allowed", () => {
    expect(issuesWith(["workload", "users"], -1)).toEqual([
      {
        path: ["workload", "users"],
        place: "workload.users",
        message:
          "-1 is not allowed; allowed: an integer from 0 to 10,000 (user sessions at the start)",
      },
    ]);
  });

  it("finds what is wrong in a list", () => {
    const path = ["storage", "volumes", 1, "device", "readServiceUs"];
    expect(issuesWith(path, 0)).toMatchObject([
      { place: "storage.volumes.1.device.readServiceUs", path },
    ]);
  });

  it("names rules between fields beside broken ranges", () => {
    const draft = setValue(setValue(base, ["workload", "users"], -1), ["warmupSeconds"], 500);
    expect(issuesOf(draft.present).map(({ place }) => place)).toEqual([
      "workload.users",
      "warmupSeconds",
    ]);
  });

  it("comes in the order of the form", () => {
    const draft = setValue(typeUnreadable(base, ["seed"], "x"), ["database", "rowBytes"], 1);
    const issues = issuesOf(setValue(draft, ["workload", "users"], -1).present);
    expect(issues.map(({ place }) => place)).toEqual([
      ...["database.rowBytes", "workload.users", "seed"],
    ]);
  });

  it("has one for each place", () => {
    const places = issuesOf(
      setValue(addVolume(base), ["storage", "volumes", 3, "name"], "Q").present,
    ).map(({ place }) => place);
    expect(places).toEqual(["storage.volumes.3.name"]);
  });

  it("tells empty fields from text that is no number", () => {
    const empty = typeUnreadable(base, ["workload", "users"], " ");
    const wrong = typeUnreadable(empty, ["timeline", 0, "atSeconds"], "soon");
    const issues = issuesByPlace(issuesOf(wrong.present));
    expect(issues.get("workload.users")).toMatch(/^is empty; allowed: an integer from 0 to 10,000/);
    expect(issues.get("timeline.0.atSeconds")).toMatch(
      /^"soon" is not a number; allowed: a number/,
    );
  });

  it("says how a number is written that is of another language", () => {
    const decimal = typeUnreadable(base, ["timeline", 0, "atSeconds"], "1,5");
    const whole = typeUnreadable(decimal, ["workload", "users"], "1.000");
    const issues = issuesByPlace(issuesOf(whole.present));
    expect(issues.get("timeline.0.atSeconds")).toMatch(
      /^"1,5" is not a number; a point is before decimals here, .* as in 1,234\.5; allowed: a number/,
    );
    expect(issues.get("workload.users")).toMatch(/^"1\.000" is not a whole number; a point is /);
  });

  it("asks for a quota that the files fit in", () => {
    const draft = setValue(setMode(base, "real"), ["storage", "quotaMiB"], 64);
    expect(issuesOf(draft.present)).toMatchObject([{ place: "storage.quotaMiB" }]);
  });
});

describe("issueOfMessage", () => {
  const { scenario } = base.present;

  it("finds the field that a refusal names", () => {
    expect(
      issueOfMessage("scenario: workload.users: -1 is not allowed; allowed: more", scenario),
    ).toEqual({
      path: ["workload", "users"],
      place: "workload.users",
      message: "-1 is not allowed; allowed: more",
    });
  });

  it("finds a field of a list, and one that the message starts with", () => {
    expect(issueOfMessage("storage.volumes.0.name: is odd", scenario)?.path).toEqual([
      "storage",
      "volumes",
      0,
      "name",
    ]);
  });

  it("finds none where no field is named", () => {
    expect(issueOfMessage("The engine cannot be loaded: file: not found", scenario)).toBeNull();
  });
});
