// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from "vitest";
import { failure } from "../../../app/contract/result.ts";
import { takeNotifications } from "../shell/notifications.ts";
import { askedServices, bare } from "../testing/asked-services.tsx";
import { answerTo, ask, askToDo, type Call, follow } from "./ask.ts";

const failed = "The log was not opened";
const lost = new Error("The connection to the services was lost before they answered.");
const opened: Call<unknown> = (services, signal) =>
  services.captures.openSample.mutate(undefined, { signal });

const told = () =>
  takeNotifications().map(({ title, body, action }) => ({ title, body, offers: action?.label }));

beforeEach(() => void takeNotifications());

it("returns the answer, and tells nothing", async () => {
  askedServices({ "captures.openSample": "the log" });
  expect(await ask(failed, opened)).toBe("the log");
  expect(await askToDo(failed, opened)).toBe(true);
  expect(told()).toEqual([]);
});

it("tells why the services refused, where another try would be refused again", async () => {
  askedServices({ "captures.openSample": bare(failure("notFound", "There is no such file.")) });
  expect(await ask(failed, opened, { again: () => undefined })).toBeNull();
  expect(await askToDo(failed, opened)).toBe(false);
  const refusal = { title: failed, body: "There is no such file.", offers: undefined };
  expect(told()).toEqual([refusal, refusal]);
});

it("says or offers to try again what was lost on its way", async () => {
  askedServices({ "captures.openSample": lost });
  const again = vi.fn();
  expect(await ask(failed, opened)).toBeNull();
  expect(await ask(failed, opened, { again })).toBeNull();
  const [said, offered] = takeNotifications();
  expect(said).toMatchObject({ title: failed, body: `${lost.message} Try again.` });
  expect(offered).toMatchObject({ body: lost.message, action: { label: "Try again" } });
  offered?.action?.run();
  expect(again).toHaveBeenCalledOnce();
});

it.each([
  ["an answer", "the log"],
  ["a refusal", bare(failure("notFound", "There is no such file."))],
  ["a lost connection", lost],
])("is null without a word once it is cancelled, though %s comes", async (_, answer) => {
  const came = Promise.withResolvers<unknown>();
  const asked = askedServices({ "captures.openSample": came.promise });
  const abort = new AbortController();
  const answered = ask(failed, opened, { signal: abort.signal });
  expect(asked.awaited("captures.openSample")).toEqual([true]);
  abort.abort();
  expect(asked.awaited("captures.openSample")).toEqual([false]);
  came.resolve(answer);
  expect(await answered).toBeNull();
  expect(told()).toEqual([]);
});

it("has a failure in place of a lost connection, for who shows it", async () => {
  askedServices({ "captures.openSample": lost });
  expect(await answerTo(opened)).toEqual(failure("protocol", lost.message));
});

it("follows what the services tell until nobody listens", () => {
  const asked = askedServices({});
  const onData = vi.fn();
  const unfollow = follow(
    (services, listener) => services.library.changes.subscribe(undefined, listener),
    { onData, onFailed: () => undefined },
  );
  asked.tell("library.changes", "a change");
  unfollow();
  asked.tell("library.changes", "another");
  expect(onData.mock.calls).toEqual([["a change"]]);
  expect(asked.awaited("library.changes")).toEqual([false]);
});
