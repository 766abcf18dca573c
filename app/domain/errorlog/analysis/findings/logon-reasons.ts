/**
 * Why log-ons fail, and what to do about each reason. The text tells since 2008; in another language,
 * or before, the number and state of the error do: product documentation lists the states of 18456.
 */
import type { ErrorNumbers } from "../../events.ts";
import type { MessageOf } from "../follower.ts";

export type LogonReason =
  | "anonymous"
  | "noLogin"
  | "password"
  | "database"
  | "disabled"
  | "lockedOut"
  | "expired"
  | "untrusted"
  | "windowsOnly"
  | "access"
  | "administratorsOnly"
  | "unknown";

const byText: readonly (readonly [LogonReason, RegExp])[] = [
  ["noLogin", /could not find a login matching/i],
  ["password", /password did not match|the password is invalid/i],
  ["database", /failed to open the (?:explicitly specified )?database|open user default database/i],
  ["disabled", /account is disabled/i],
  ["lockedOut", /locked out/i],
  ["expired", /password of the account (?:has expired|must be changed)/i],
  ["untrusted", /untrusted domain|not associated with a trusted SQL Server connection/i],
  ["windowsOnly", /configured for (?:Windows|Integrated) authentication only/i],
  ["access", /(?:token|login)-based server access validation failed|lacks connect/i],
  ["administratorsOnly", /script upgrade mode|single.user mode|administrator can connect/i],
];

const byNumber: ReadonlyMap<number, LogonReason> = new Map([
  [18_401, "administratorsOnly"],
  [18_452, "untrusted"],
  [18_461, "administratorsOnly"],
  [18_470, "disabled"],
  [18_486, "lockedOut"],
  [18_487, "expired"],
  [18_488, "expired"],
]);

/** Reasons by the state of 18456. */
const byState: ReadonlyMap<number, LogonReason> = new Map([
  [2, "noLogin"],
  [5, "noLogin"],
  [7, "disabled"],
  [8, "password"],
  [9, "password"],
  [11, "access"],
  [12, "access"],
  [18, "expired"],
  [38, "database"],
  [40, "database"],
  [46, "database"],
  [58, "windowsOnly"],
]);

const anonymous = /(?:^|\\)ANONYMOUS LOGON$/i;

export function reasonOf(
  { account, reason }: MessageOf<"logonFailed">,
  error: ErrorNumbers | null,
): LogonReason {
  if (anonymous.test(account)) return "anonymous";
  const told = reason === null ? undefined : byText.find(([, words]) => words.test(reason));
  if (told !== undefined) return told[0];
  if (error === null) return "unknown";
  const ofNumber = byNumber.get(error.number);
  if (ofNumber !== undefined || error.number !== 18_456) return ofNumber ?? "unknown";
  return byState.get(error.state) ?? "unknown";
}

const advice: Readonly<Record<LogonReason, string>> = {
  anonymous:
    "ANONYMOUS LOGON is nobody's account: a machine in between could not hand its user's identity on. Register the service principal names of the servers (setspn -L lists them), allow the account in between to delegate, or let it connect with a login of its own.",
  noLogin:
    "No login of that name exists here. It was dropped or never brought along, as after a move of databases or a fail-over, or a program has the wrong server or name.",
  password:
    "Either a job or service still uses an old password, which then comes at even intervals, or somebody guesses it. For sa the latter is more likely: disable or rename it, and let policy lock accounts.",
  database:
    "The login is good, but the database that it asks for is not there, offline, renamed or closed to it. Look at the state of the database at these times, and at the login's default database.",
  disabled:
    "The login is disabled, and something goes on using it. Find out what runs on the client before it is enabled again.",
  lockedOut:
    "Policy locked the login after wrong passwords: find out who sent those before it is unlocked.",
  expired:
    "The password has expired or must be changed. A service cannot do so: give it a login whose password does not expire, and change it by plan.",
  untrusted:
    "Windows did not vouch for the account: it is of a domain that is not trusted or a local one of another machine, or Kerberos failed for a wrong service principal name or clock.",
  windowsOnly:
    "The server takes Windows authentication only, and the program sends a login and a password. Change the program, or the server's authentication mode, which needs a restart.",
  access:
    "The login exists, but may not connect: CONNECT SQL or the endpoint is denied to it or to one of its groups. An administrator of the machine may need a program that runs elevated.",
  administratorsOnly:
    "The server let only administrators in at that time: it ran in single-user mode, or upgraded its system databases.",
  unknown: "The records do not say why; number and state of the error lead to it.",
};

export const adviceOnLogon = (reason: LogonReason): string => advice[reason];

/** The most frequent one; of equals the first. */
export function mainReason(counts: ReadonlyMap<LogonReason, number>): LogonReason {
  let main: readonly [LogonReason, number] = ["unknown", 0];
  for (const [reason, count] of counts) if (count > main[1]) main = [reason, count];
  return main[0];
}
