/**
 * Questions of the page to the services. Each has a signal, by which it ends in the services once nobody
 * waits for the answer, and a user who acted is told when there is none. What a screen shows is asked for by
 * `useFetched`; what changes while one looks is followed.
 */
import { type Failure, failure, type Result, success } from "../../../app/contract/result.ts";
import type { ServicesClient } from "../../client/client.ts";
import { notify } from "../shell/notifications.ts";
import { messageOf, services } from "./services.ts";

/** A question, put to the services as they are reached then. Once the signal is aborted nobody waits. */
export type Call<T> = (services: ServicesClient, signal: AbortSignal) => Promise<Result<T>>;

export interface AskOptions {
  /** Ends the question: null is returned then, and nothing is told. */
  readonly signal?: AbortSignal | undefined;
  /** Does the same once more: offered where the services could not be reached. */
  again?(): void;
}

/** The answer, for who shows a failure in its place. Never rejects: services out of reach are a failure. */
export async function answerTo<T>(
  call: Call<T>,
  signal: AbortSignal = new AbortController().signal,
): Promise<Result<T>> {
  try {
    return await call(services(), signal);
  } catch (error) {
    return failure("protocol", messageOf(error));
  }
}

/** The answer. Null: there is none, and the user was told what did not happen, why, and what to do. */
export async function ask<T>(
  failed: string,
  call: Call<T>,
  { signal, again }: AskOptions = {},
): Promise<T | null> {
  const answer = await answerTo(call, signal);
  if (signal?.aborted) return null;
  if (answer.ok) return answer.value;
  tellFailure(failed, answer.error, again);
  return null;
}

/** Whether it was done; if not, the user was told. For calls that answer nothing. */
export async function askToDo(
  failed: string,
  call: Call<unknown>,
  options: AskOptions = {},
): Promise<boolean> {
  const done: Call<true> = async (...to) => {
    const answer = await call(...to);
    return answer.ok ? success(true) : answer;
  };
  return (await ask(failed, done, options)) === true;
}

/** A refusal says itself what would be allowed; what was lost on its way may do at a second try. */
function tellFailure(failed: string, { code, message }: Failure, again?: () => void): void {
  const isLost = code === "protocol";
  notify({
    intent: "error",
    title: failed,
    body: isLost && again === undefined ? `${message.replace(/\.?$/, ".")} Try again.` : message,
    ...(isLost && again !== undefined ? { action: { label: "Try again", run: again } } : {}),
  });
}

export interface Follower<T> {
  /** The services have taken the question; again after a lost connection. */
  onStarted?(): void;
  onData(value: T): void;
  /** Nothing more comes. */
  onComplete?(): void;
  /** Nothing more comes, and why, for a person. */
  onFailed(message: string): void;
}

type Subscribe<T> = (
  services: ServicesClient,
  listener: Omit<Follower<T>, "onFailed"> & { onError(error: unknown): void },
) => { unsubscribe(): void };

/** What the services tell from now on; the returned function ends that. */
export function follow<T>(
  subscribe: Subscribe<T>,
  { onFailed, ...listener }: Follower<T>,
): () => void {
  const onError = (error: unknown): void => onFailed(messageOf(error));
  const subscription = subscribe(services(), { ...listener, onError });
  return () => subscription.unsubscribe();
}
