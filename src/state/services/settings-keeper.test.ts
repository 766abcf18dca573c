import { describe, expect, it, vi } from "vitest";
import { SettingsKeeper } from "./settings-keeper.ts";

/** A host whose timer is fired by hand, and whose services can be away. */
function host() {
  const saved: [string, unknown][] = [];
  let task: (() => void) | null = null;
  const state = { reachable: true };
  const keeper = new SettingsKeeper({
    save: async (key, value) => {
      if (!state.reachable) return false;
      saved.push([key, value]);
      return true;
    },
    later: (next) => {
      task = next;
      return () => {
        task = null;
      };
    },
  });
  const pass = async (): Promise<void> => {
    task?.();
    await keeper.flush();
  };
  return { keeper, saved, state, pass, waits: () => task !== null };
}

describe("settings", () => {
  it("are seen at once and saved later, the newest value only", async () => {
    const { keeper, saved, pass } = host();
    keeper.put("theme", "dark");
    keeper.put("theme", "light");
    expect(keeper.get("theme")).toBe("light");
    expect(saved).toEqual([]);
    await pass();
    expect(saved).toEqual([["theme", "light"]]);
  });

  it("are saved at once when the page goes", async () => {
    const { keeper, saved, waits } = host();
    keeper.put("theme", "dark");
    await keeper.flush();
    expect(saved).toEqual([["theme", "dark"]]);
    expect(waits()).toBe(false);
  });

  it("wait until the services are back", async () => {
    const { keeper, saved, state, pass } = host();
    state.reachable = false;
    keeper.put("note", "kept");
    await pass();
    expect(saved).toEqual([]);
    state.reachable = true;
    await keeper.flush();
    expect(saved).toEqual([["note", "kept"]]);
    await keeper.flush();
    expect(saved).toHaveLength(1);
  });

  it("do not let a load undo what was written here and is not saved yet", () => {
    const { keeper } = host();
    keeper.put("theme", "dark");
    keeper.load({ theme: "light", rail: "narrow" });
    expect(keeper.get("theme")).toBe("dark");
    expect(keeper.get("rail")).toBe("narrow");
  });

  it("save a value that is written while the one before is on its way", async () => {
    const { keeper, saved } = host();
    keeper.put("draft", 1);
    const first = keeper.flush();
    keeper.put("draft", 2);
    await first;
    await keeper.flush();
    expect(saved.at(-1)).toEqual(["draft", 2]);
  });

  it("are unsaved until they are known to be kept, and newer ones after that", async () => {
    const { keeper, state } = host();
    keeper.put("draft", 1);
    const first = keeper.flush();
    expect(keeper.unsaved()).toEqual({ draft: 1 });
    await Promise.resolve();
    keeper.put("draft", 2);
    await first;
    expect(keeper.unsaved()).toEqual({ draft: 2 });
    state.reachable = false;
    await keeper.flush();
    expect(keeper.unsaved()).toEqual({ draft: 2 });
    state.reachable = true;
    await keeper.flush();
    expect(keeper.unsaved()).toEqual({});
  });

  it("tell readers of changes only", () => {
    const { keeper } = host();
    const reader = vi.fn();
    keeper.subscribe(reader);
    keeper.put("theme", "dark");
    keeper.put("theme", "dark");
    expect(reader).toHaveBeenCalledOnce();
  });
});
