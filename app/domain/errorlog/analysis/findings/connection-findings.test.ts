import { describe, expect, it } from "vitest";
import { at, clock, found, titles } from "./testing/day.ts";

const error = (seconds: number, number: number, text = "Something about a connection.") => [
  at(clock(seconds), "spid51", `Error: ${number}, Severity: 20, State: 29.`),
  at(clock(seconds), "spid51", text),
];
const stop = (seconds: number) =>
  at(
    clock(seconds),
    "spid6s",
    "SQL Server is terminating because of a system shutdown. This is an informational message only. No user action is required.",
  );

describe("connectionError", () => {
  it("is information where one connection ended, a warning from the second on, and never severe", () => {
    expect(found("connectionError", ...error(3600, 17_806))).toMatchObject([
      { weight: "information", title: "17806: a Windows log-on was broken off (SSPI) once" },
    ]);
    expect(found("connectionError", ...error(3600, 17_806), ...error(7200, 17_806))).toMatchObject([
      { weight: "warning", occurrences: 2 },
    ]);
    expect(titles("severeError", ...error(3600, 17_806))).toEqual([]);
    expect(titles("severeError", ...error(3600, 9001))).toHaveLength(1);
  });

  it("is information around a shut-down, before and after its message", () => {
    const near = [3590, 3595, 3601, 3602].flatMap((seconds) =>
      seconds < 3600 ? error(seconds, 18_056) : [],
    );
    const after = [3601, 3602].flatMap((seconds) => error(seconds, 18_056));
    const around = found("connectionError", ...near, stop(3600), ...after);
    expect(around).toMatchObject([
      {
        weight: "information",
        title:
          "18056: a pooled connection could not be reused 4 times, 4 times around a shut-down of the server",
      },
    ]);
    const early = found("connectionError", ...error(60, 18_056), ...error(70, 18_056), stop(3600));
    expect(early.map(({ weight }) => weight)).toEqual(["warning"]);
    const late = found("connectionError", stop(60), ...error(3600, 18_056), ...error(3601, 18_056));
    expect(late.map(({ weight }) => weight)).toEqual(["warning"]);
  });

  it("knows the error by its header where the text could not be made", () => {
    const terse =
      "Error: 18056, Severity: 20, State: 29. (Params:). The error is printed in terse mode because there was error during formatting. Tracing, ETW, notifications etc are skipped.";
    expect(titles("connectionError", at(clock(60), "spid51", terse))).toHaveLength(1);
  });
});

describe("failedLogons", () => {
  const failures = (count: number, account: string, reason: string, state = 1) =>
    Array.from({ length: count }, (_, index) => [
      at(clock(3600 + 60 * index), "Logon", `Error: 18456, Severity: 14, State: ${state}.`),
      at(
        clock(3600 + 60 * index),
        "Logon",
        `Login failed for user '${account}'.${reason} [CLIENT: 10.0.0.7]`,
      ),
    ]).flat();
  const anonymous =
    " Reason: Token-based server access validation failed with an infrastructure error. Login lacks connect endpoint permission.";

  it.each([
    ["NT AUTHORITY\\ANONYMOUS LOGON", anonymous, 11, "setspn"],
    [
      "app",
      " Reason: Could not find a login matching the name provided.",
      5,
      "No login of that name",
    ],
    ["app", " Reason: Password did not match that for the login provided.", 8, "old password"],
    [
      "app",
      " Reason: Failed to open the explicitly specified database 'Sales'.",
      38,
      "the database that it asks for",
    ],
    ["app", " Reason: The account is disabled.", 1, "is disabled"],
    ["app", " Reason: The password of the account has expired.", 1, "has expired"],
    [
      "app",
      " Reason: An attempt to login using SQL authentication failed. Server is configured for Windows authentication only.",
      58,
      "Windows authentication only",
    ],
    ["app", anonymous, 11, "CONNECT SQL"],
    // A text without a reason, as before 2008: the state tells.
    ["app", "", 5, "No login of that name"],
    ["app", "", 38, "the database that it asks for"],
  ])("advise by the reason that a record gives: %s%s", (account, reason, state, advice) => {
    const lines = failures(120, account, reason, state);
    const texts = found("failedLogons", ...lines).map(({ text }) => text);
    expect(texts).toHaveLength(2);
    for (const text of texts) expect(text).toContain(advice);
  });

  it("advise in a storm by the reason of most", () => {
    const storm = (reason: string) =>
      Array.from({ length: 30 }, (_, index) =>
        at(
          clock(3600 + index),
          "Logon",
          `Login failed for user 'app'. Reason: ${reason} [CLIENT: 10.0.0.7]`,
        ),
      );
    const texts = (reason: string) =>
      found("failedLogons", ...storm(reason)).map(({ text }) => text)[0];
    expect(texts("Could not find a login matching the name provided.")).toContain(
      "No login of that name",
    );
    expect(texts("It is raining.")).toContain("usually follows a changed password");
  });
});
