import { codeOf, isLabelAt } from "./characters.ts";
import { byNumber, firstQuoted, type Recogniser } from "./recogniser.ts";

export type LogonMessage =
  /** 18456, 18452 and kin. */
  | {
      readonly kind: "logonFailed";
      /** "" where the message names none. */
      readonly account: string;
      readonly reason: string | null;
      /** Address as printed: "10.0.0.7", "<local machine>". */
      readonly client: string | null;
    }
  | { readonly kind: "logonSucceeded"; readonly account: string; readonly client: string | null };

const failedUser = "Login failed for user '";
const failedNobody = "Login failed.";
const succeededUser = "Login succeeded for user '";
const clientLabel = "[CLIENT: ";

const usual = { reason: "'. Reason: ", client: " [CLIENT: " } as const;
const [blank, fullStop] = [codeOf(" "), codeOf(".")] as const;

/**
 * "Login failed for user 'sa'. Reason: Password did not match. [CLIENT: 10.0.0.7]": logs have these
 * by the thousand. What is not quite so is for `readFailed`.
 */
function readUsualFailure(text: string): LogonMessage | null {
  const accountEnd = text.indexOf("'", failedUser.length);
  if (!isLabelAt(text, accountEnd, usual.reason)) return null;
  const reasonAt = accountEnd + usual.reason.length;
  const reasonEnd = text.indexOf("[", reasonAt) - 1;
  const client = lastClient(text, reasonEnd);
  const isPlain =
    reasonEnd > reasonAt &&
    text.charCodeAt(reasonEnd) === blank &&
    text.charCodeAt(reasonEnd - 1) > blank;
  if (client === null || !isPlain || text.includes("\n")) return null;
  const account = text.slice(failedUser.length, accountEnd);
  return { kind: "logonFailed", account, reason: text.slice(reasonAt, reasonEnd), client };
}

/** The address, where nothing follows it. */
function lastClient(text: string, at: number): string | null {
  if (!isLabelAt(text, at, usual.client)) return null;
  const from = at + usual.client.length;
  const end = text.indexOf("]", from);
  return end === text.length - 1 ? text.slice(from, end) : null;
}

/** Reads a success as fast as `readUsualFailure` does a failure: "Login succeeded for user 'sa'. Connection made ... [CLIENT: 10.0.0.7]". */
function readUsualSuccess(text: string): LogonMessage | null {
  const accountEnd = text.indexOf("'", succeededUser.length);
  if (text.charCodeAt(accountEnd + 1) !== fullStop) return null;
  const client = lastClient(text, text.indexOf("[", accountEnd) - 1);
  if (accountEnd < 0 || client === null) return null;
  return { kind: "logonSucceeded", account: text.slice(succeededUser.length, accountEnd), client };
}

/** 18456 and kin in every build: "Login failed for user 'sa'. Reason: ... [CLIENT: 10.0.0.7]". */
function readFailed(text: string): LogonMessage | null {
  const lineEnd = text.indexOf("\n");
  return readFailedLine(lineEnd < 0 ? text : text.slice(0, lineEnd).trimEnd());
}

function readFailedLine(text: string): LogonMessage | null {
  const client = clientOf(text);
  const end = client === null ? text.length : client.at;
  if (text.startsWith(failedUser)) {
    const accountEnd = endOfAccount(text, failedUser.length);
    if (accountEnd < 0) return null;
    const account = text.slice(failedUser.length, accountEnd);
    const reason = reasonOf(text.slice(accountEnd + 1, end));
    return { kind: "logonFailed", account, reason, client: client?.address ?? null };
  }
  if (!text.startsWith(failedNobody)) return null;
  const reason = reasonOf(text.slice(failedNobody.length, end));
  return { kind: "logonFailed", account: "", reason, client: client?.address ?? null };
}

/** An account may hold a quote, but none is followed by what follows the account's own. */
function endOfAccount(text: string, from: number): number {
  for (let at = text.indexOf("'", from); at >= 0; at = text.indexOf("'", at + 1)) {
    const next = text[at + 1];
    if (next === undefined || ". \r\n".includes(next)) return at;
  }
  return -1;
}

interface Client {
  readonly at: number;
  readonly address: string;
}

function clientOf(text: string): Client | null {
  const at = text.lastIndexOf(clientLabel);
  if (at < 0) return null;
  const end = text.indexOf("]", at);
  return end < 0 ? null : { at, address: text.slice(at + clientLabel.length, end) };
}

/** Without its label and the marks around it; null where the message gives none. */
function reasonOf(text: string): string | null {
  const reason = text
    .replace(/^[.\s]+/, "")
    .replace(/^Reason: ?/, "")
    .trimEnd();
  return reason === "" ? null : reason;
}

function readSucceeded(text: string): LogonMessage | null {
  if (!text.startsWith(succeededUser)) return null;
  const accountEnd = endOfAccount(text, succeededUser.length);
  if (accountEnd < 0) return null;
  const account = text.slice(succeededUser.length, accountEnd);
  return { kind: "logonSucceeded", account, client: clientOf(text)?.address ?? null };
}

/**
 * "[CLIENT : 10.0.0.7]", "[CLIENTE: ...]", "［客户端：10.0.0.7］": the address is the last thing in brackets
 * of the first line, whatever stops the sentence behind it.
 */
const anyClient =
  /[[［][^[\]［］:：\r\n]{2,24}[:：]\s{0,2}([^[\]［］\r\n]{1,64}?)\s?[\]］][.。\s]{0,4}$/;

/** A logon that fails, in another language: account and address stand in the same marks. */
const readLocalised: Recogniser["read"] = (text) => ({
  kind: "logonFailed",
  account: firstQuoted(text) ?? "",
  reason: null,
  client: anyClient.exec(text.split(/[\r\n]/, 1)[0] ?? "")?.[1] ?? null,
});

/** Numbers whose text is that a logon failed. */
const failures = [
  18401, 18451, 18452, 18456, 18458, 18459, 18460, 18461, 18462, 18463, 18464, 18465, 18466, 18467,
  18468, 18470, 18471, 18486, 18487, 18488,
];

export const logonRecognisers: readonly Recogniser[] = [
  { starts: [failedUser], read: readUsualFailure },
  { starts: [succeededUser], read: readUsualSuccess },
  { starts: [failedUser, failedNobody], read: readFailed },
  { starts: [succeededUser], read: readSucceeded },
  byNumber(failures, readLocalised),
];
