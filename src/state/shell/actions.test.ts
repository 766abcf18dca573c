import { afterEach, describe, expect, it, vi } from "vitest";
import {
  type Action,
  actionFor,
  keyConflicts,
  listActions,
  register,
  runAction,
  unregister,
  useRegistry,
} from "./actions.ts";

const action = (change: Partial<Action>): Action => ({
  id: "a",
  title: "A",
  group: "Run",
  run: () => undefined,
  ...change,
});
const all = () => listActions(useRegistry.getState().registrations);
const press = (key: string) => ({
  key,
  code: "",
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
});
const ownsNothing = () => false;

describe("the registry of actions", () => {
  afterEach(() => {
    unregister("shell");
    unregister("screen");
  });

  it("holds actions while their owner is there", () => {
    register("shell", [action({ id: "go" })]);
    register("screen", [action({ id: "play" })]);
    expect(all().map(({ id }) => id)).toEqual(["go", "play"]);
    unregister("screen");
    expect(all().map(({ id }) => id)).toEqual(["go"]);
    expect(runAction("play")).toBe(false);
  });

  it("runs the newest closure without telling readers of each render", () => {
    const [first, second, readers] = [vi.fn(), vi.fn(), vi.fn()];
    register("screen", [action({ run: first })]);
    const stop = useRegistry.subscribe(readers);
    register("screen", [action({ run: second })]);
    stop();
    expect(readers).not.toHaveBeenCalled();
    expect(runAction("a")).toBe(true);
    expect(first).not.toHaveBeenCalled();
    expect(second).toHaveBeenCalledOnce();
  });

  it("tells readers when what they show changes", () => {
    const readers = vi.fn();
    register("screen", [action({ enabled: true })]);
    const stop = useRegistry.subscribe(readers);
    register("screen", [action({ enabled: false })]);
    stop();
    expect(readers).toHaveBeenCalledOnce();
    expect(runAction("a")).toBe(false);
  });

  it("lists an id once, as registered last", () => {
    register("shell", [action({ title: "general" })]);
    register("screen", [action({ title: "special" })]);
    expect(all().map(({ title }) => title)).toEqual(["special"]);
  });

  it("gives a key to the latest action that is enabled", () => {
    const actions = [
      action({ id: "general", keys: "Space" }),
      action({ id: "special", keys: ["Enter", "Space"] }),
      action({ id: "off", keys: "Space", enabled: false }),
    ];
    expect(actionFor(press(" "), actions, ownsNothing, false)?.id).toBe("special");
    expect(actionFor(press("x"), actions, ownsNothing, false)).toBeUndefined();
    expect(actionFor(press(" "), actions, (keys) => keys === "Space", false)).toBeUndefined();
  });

  it("names keys that several actions ask for", () => {
    const conflicts = keyConflicts([
      action({ id: "one", keys: "F2" }),
      action({ id: "two", keys: "F2" }),
      action({ id: "off", keys: "F3", enabled: false }),
      action({ id: "three", keys: "F3" }),
    ]);
    expect([...conflicts.keys()]).toEqual(["F2"]);
    expect(conflicts.get("F2")?.map(({ id }) => id)).toEqual(["one", "two"]);
  });
});
