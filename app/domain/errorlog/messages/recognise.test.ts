import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bySize } from "../../../contract/testing/test-size.ts";
import { messageKinds, phaseByKind, phaseOfKind } from "./kinds.ts";
import { databaseOf, leadLength, mayMean, recognise } from "./recognise.ts";
import { lineGroups, lines } from "./testing/all-lines.ts";

const mayMeanText = (text: string): boolean =>
  mayMean(text.charCodeAt(0), text.charCodeAt(1), text.charCodeAt(2));

describe.each(Object.entries(lineGroups))("messages of the group %s", (_group, ofGroup) => {
  it.each(ofGroup.map((one) => [one.text.slice(0, 90), one] as const))("%s", (_title, one) => {
    expect(recognise(one.text, one.error ?? null)).toEqual(one.means);
  });
});

describe("recognising a message", () => {
  it("has an example of every kind", () => {
    const shown = new Set<string>(lines.map(({ means }) => means.kind));
    expect(messageKinds.filter((kind) => !shown.has(kind))).toEqual([]);
  });

  it("is announced by the first characters of every text that is known by itself", () => {
    for (const { text, means, error } of lines) {
      if (error !== undefined || means.kind === "other") continue;
      expect(mayMeanText(text), text).toBe(true);
    }
  });

  it("knows nothing that the first characters did not announce", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), (text) => {
        if (!mayMeanText(text)) expect(recognise(text, null)).toEqual({ kind: "other" });
      }),
      { numRuns: bySize({ small: 500, full: 2000 }) },
    );
  });

  it("announces few of the beginnings that a text can have", () => {
    const ordinary = ["The", "Use", "Lic", "Acc", "XE ", "CLR", "Net", "Ser", "Fil", "Dat"];
    expect(ordinary.filter((text) => mayMeanText(text)).length).toBeLessThan(6);
    expect(mayMean("é".charCodeAt(0), 65, 65)).toBe(false);
    expect(mayMean(Number.NaN, Number.NaN, Number.NaN)).toBe(false);
  });

  it("keeps what a text means when a number is given that it does not need", () => {
    for (const { text, means, error } of lines) {
      if (error !== undefined || means.kind === "other") continue;
      expect(recognise(text, 50_000), text).toEqual(means);
    }
  });

  it("takes a text of an error that nothing knows for its text", () => {
    expect(recognise("Something that is not known.", 4242)).toEqual({ kind: "errorText" });
    expect(recognise("", 4242)).toEqual({ kind: "errorText" });
  });

  it("reads a message that other lines follow as it reads it alone", () => {
    for (const { text, means, error } of lines) {
      if (error !== undefined || text === "") continue;
      for (const lineEnd of ["\n", "\r\n", "\r\r\n"]) {
        const { kind } = recognise(`${text}${lineEnd}ForceFlush is enabled.`, null);
        // A truncated banner would take the line for its edition.
        expect(kind, text).toBe(means.kind);
      }
    }
  });

  it("never throws, whatever the end of a known beginning", () => {
    const ends = fc.string({ unit: "binary", maxLength: 80 });
    const numbers = fc.constantFrom(null, 823, 824, 833, 844, 845, 3041, 3420, 5128, 9002, 18_456);
    fc.assert(
      fc.property(fc.constantFrom(...lines), fc.nat(200), ends, numbers, (one, at, end, number) => {
        const message = recognise(one.text.slice(0, at) + end, number);
        expect(messageKinds).toContain(message.kind);
        phaseOfKind(message);
        databaseOf(message);
      }),
      { numRuns: bySize({ small: 1000, full: 5000 }) },
    );
  });
});

/**
 * Long texts that begin as a known one does and go on with what a pattern could stumble over. Time
 * that grows with the square of the length would use up the runner's limit many times over.
 */
describe("the time to recognise a text", () => {
  const fillers = ["(", "'", "1", " ", ", 1", ": ", "a", "\\", "' in database '", "] on [", "'."];

  it.each(fillers)(
    "does not grow faster than the text that is filled with %j",
    (filler) => {
      const tail = filler.repeat(Math.ceil(100_000 / filler.length));
      for (const { text, error } of lines) {
        for (const at of [leadLength, Math.floor(text.length / 2), text.length]) {
          recognise(text.slice(0, at) + tail, error ?? null);
        }
      }
    },
    60_000,
  );

  it("does not grow faster than a line of megabytes", () => {
    const tail = "(".repeat(1_000_000);
    for (const { text, error } of lines) recognise(text + tail, error ?? null);
    const errors = [823, 845, 3041, 3420, 5128, 9002, 17_053, 18_204, 18_210, 18_456];
    for (const number of errors) recognise(" '".repeat(5_000_000), number);
  }, 60_000);
});

describe("what a kind of message tells", () => {
  it("has a place of its own in the list of kinds", () => {
    expect(new Set(messageKinds).size).toBe(messageKinds.length);
  });

  it("is the phase that it belongs to", () => {
    const phaseOf = (text: string) => phaseOfKind(recognise(text, null));
    expect(phaseOf("Starting up database 'Sales'.")).toBe("startup");
    expect(phaseOf("Backup(Sales): Writing a checkpoint")).toBe("backup");
    expect(phaseOf("Restore(Sales): Planning begins")).toBe("restore");
    expect(phaseOf("RESTORE DATABASE is terminating abnormally.")).toBe("restore");
    expect(phaseOf("BACKUP DATABASE is terminating abnormally.")).toBe("backup");
    expect(phaseOf("Login failed for user 'sa'.")).toBeNull();
    const progress = (phase: number) =>
      phaseOf(
        `Recovery of database 'Sales' (5) is 17% complete (approximately 5 seconds remain). Phase ${phase} of 3.`,
      );
    expect([1, 2, 3].map(progress)).toEqual(["analysis", "redo", "undo"]);
  });

  it("is the phase of its kind, unless its text has a say", () => {
    for (const { means } of lines) {
      const byKind = phaseByKind(means.kind);
      if (byKind !== "byText") expect(phaseOfKind(means)).toBe(byKind);
    }
    expect(phaseByKind("backupStep")).toBe("byText");
  });

  it("is the database or snapshot that it names", () => {
    const of = (text: string) => databaseOf(recognise(text, null));
    expect(of("Starting up database 'Sales'.")).toBe("Sales");
    expect(
      of(
        "Database snapshot 'Noon' has failed an IO operation and is marked suspect. It must be dropped.",
      ),
    ).toBe("Noon");
    expect(of("Login failed for user 'sa'.")).toBeNull();
    expect(of("BACKUP failed to complete the command exec dbo.nightly.")).toBeNull();
  });
});
