/**
 * What screens fetch from the services: one cache for the window, shared by all who ask the same. What
 * could not be had, or may have changed, is asked for again when a lost connection is back.
 */
import {
  onlineManager,
  type Query,
  QueryClient,
  skipToken,
  type UseQueryOptions,
  useQuery,
} from "@tanstack/react-query";
import { answerTo, type Call } from "./ask.ts";
import { connectionState, messageOf, onConnection } from "./services.ts";

export const fetched = new QueryClient({
  defaultOptions: {
    queries: {
      // A question that fails over a connection would fail again, until the connection is another.
      retry: false,
      refetchOnWindowFocus: false,
      staleTime: Number.POSITIVE_INFINITY,
      // Columns of samples and whole reports are not compared value by value.
      structuralSharing: false,
    },
  },
});

/** Questions wait while there is no connection to the services, whatever the network does. */
export function askWhileConnected(): void {
  onlineManager.setEventListener((setOnline) => {
    setOnline(connectionState() === "open");
    return onConnection((state) => setOnline(state === "open"));
  });
}

/** Something fetched for a screen: loading, there, or not to be had and why. */
export interface Loading<T> {
  readonly status: "loading" | "ready" | "failed";
  readonly value: T | null;
  readonly message: string | null;
  /** The value is the answer to an earlier question, and stands in for this one's. */
  readonly standsIn: boolean;
  /** Asked for, the first time or anew: a value that is there may not be the last word. */
  readonly isAsked: boolean;
  /** Asks once more. */
  again(): void;
}

export interface Question<T> {
  /** What is asked, in full: another key is another question. Null: nothing. */
  readonly key: readonly unknown[] | null;
  readonly ask: Call<T>;
}

type Options<T> = Pick<
  UseQueryOptions<T>,
  "staleTime" | "gcTime" | "placeholderData" | "refetchInterval"
>;

/** For `staleTime`: asked again by each screen that begins to use it. */
export const alwaysAsked = 0;

/** An answer that is there stays of use when it cannot be had anew. */
export function useFetched<T>({ key, ask }: Question<T>, options: Options<T> = {}): Loading<T> {
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    ...options,
    queryKey: key ?? [],
    queryFn: key === null ? skipToken : ({ signal }) => valueOrThrow(ask, signal),
  });
  const message = error === null ? null : messageOf(error);
  const status = data !== undefined ? "ready" : message === null ? "loading" : "failed";
  return {
    status,
    value: data ?? null,
    message,
    standsIn: isPlaceholderData,
    isAsked: isFetching,
    again: () => void refetch(),
  };
}

/** A question without an answer is an error to the cache, which keeps its words. */
async function valueOrThrow<T>(ask: Call<T>, signal: AbortSignal): Promise<T> {
  const answer = await answerTo(ask, signal);
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value;
}

/** Changes a fetched value at hand, and asks the services for theirs. */
export function changeFetched<T>(key: readonly unknown[], change: (before: T | undefined) => T) {
  fetched.setQueryData<T>(key, change);
  void fetched.invalidateQueries({ queryKey: key });
}

/**
 * For `placeholderData`: the answer before stands in while the first `count` parts of its key are those of
 * the new one.
 */
export const standingIn =
  (key: readonly unknown[] | null, count: number) =>
  <T>(before: T | undefined, question: Query<T> | undefined): T | undefined => {
    const same = (parts: readonly unknown[] | undefined) => JSON.stringify(parts?.slice(0, count));
    return same(question?.queryKey) === same(key ?? []) ? before : undefined;
  };

/** While one types, no question is sent for every letter. Rejects when nobody waits any more. */
export function typingPause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
