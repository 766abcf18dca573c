import { describe, expect, it } from "vitest";
import { at, flush, found, startOfServer, suspect, titles } from "./testing/day.ts";

describe("unfinishedCreation", () => {
  const begun = at("01:00:00.00", "spid51", "Creating file P:\\a.ss.");
  const steps = [
    at("01:00:02.00", "spid51", "Starting up database 'a'."),
    at("01:00:02.00", "spid51", "RECOVERY (a, 7): Analysis starting"),
  ];
  const later = (time: string) => at(time, "spid9s", flush(100));

  it("tells a creation that is under way from one of which nothing came any more", () => {
    expect(found("unfinishedCreation", begun, ...steps, later("01:30:00.00"))).toMatchObject([
      { weight: "information", title: expect.stringContaining("30 min after it began") },
    ]);
    expect(found("unfinishedCreation", begun, later("03:00:00.00"))).toMatchObject([
      {
        weight: "warning",
        title: expect.stringMatching(
          /^The creation of the snapshot with file a\.ss never completed/,
        ),
      },
    ]);
  });

  it("speaks of one that the server's end cut short", () => {
    expect(titles("unfinishedCreation", begun, ...steps, ...startOfServer("01:30"))).toEqual([
      "The creation of snapshot a was cut short: the server started anew",
    ]);
  });

  it("expects no end that only trace flag 3400 would print", () => {
    expect(titles("unfinishedCreation", begun, steps[0] ?? "", later("09:00:00.00"))).toEqual([]);
  });

  it("speaks of 1823", () => {
    expect(
      found(
        "unfinishedCreation",
        at("01:00:00.00", "spid51", "Error: 1823, Severity: 16, State: 2."),
        at(
          "01:00:00.00",
          "spid51",
          "A database snapshot cannot be created because it failed to start.",
        ),
      ),
    ).toMatchObject([{ weight: "critical", occurrences: 1 }]);
  });
});

describe("hiddenSteps", () => {
  it("names the trace flags that would show more", () => {
    const [hidden] = found(
      "hiddenSteps",
      at("01:00:00.00", "spid51", "Creating file P:\\a.ss."),
      at("01:00:01.00", "spid51", "Opening file (1):P:\\a.ss."),
      at("01:00:02.00", "spid51", "Starting up database 'a'."),
      at("02:00:00.00", "spid52", suspect("b")),
      at("02:00:00.00", "spid52", suspect("a")),
    );
    expect(hidden).toMatchObject({
      weight: "information",
      title: "The log shows 1 creation of a snapshot in part and 1 snapshot without the creation",
      text: expect.stringContaining("3504 (checkpoint), 3400 (steps of recovery) and 1810 (files)"),
    });
  });
});

describe("suspectSnapshot", () => {
  const header = (number: number, severity: number) =>
    at("01:00:00.00", "spid51", `Error: ${number}, Severity: ${severity}, State: 1.`);
  const lost = [header(3420, 21), at("01:00:00.00", "spid51", suspect("Sales_0100"))];

  it.each([
    [
      "Write to sparse file 'P:\\Sales.ss' failed due to lack of disk space.",
      ": its volume was full",
      "size of its source",
    ],
    [
      "P:\\Sales.ss: Operating system error 112(There is not enough space on the disk.) encountered.",
      ": its volume was full",
      "size of its source",
    ],
    [
      "P:\\Sales.ss: Operating system error 665(The requested operation could not be completed due to a file system limitation) encountered.",
      ": a limit of the file system for sparse files was met (OS error 665)",
      "fragments",
    ],
    [
      "P:\\Sales.ss: Operating system error 21(The device is not ready.) encountered.",
      ": a write failed with OS error 21",
      "volume that holds",
    ],
  ])("names the cause: %s", (text, cause, advice) => {
    const [finding] = found("suspectSnapshot", at("01:00:00.00", "spid51", text), ...lost);
    expect(finding).toMatchObject({
      weight: "critical",
      title: `Sales_0100: the snapshot is suspect and lost${cause}`,
      text: expect.stringContaining(advice),
      occurrences: 2,
    });
    expect(finding?.evidence.map(({ line }) => line)).toEqual([2, 4]);
  });

  it("names no cause that is not near", () => {
    const old = at(
      "00:30:00.00",
      "spid51",
      "Write to sparse file 'P:\\Sales.ss' failed due to lack of disk space.",
    );
    expect(titles("suspectSnapshot", old, ...lost, lost[1] ?? "")).toEqual([
      "Sales_0100: the snapshot is suspect and lost",
    ]);
  });
});
