// @vitest-environment happy-dom
import { afterEach, expect, it } from "vitest";
import { writeSetting } from "../services/settings.ts";
import { listenForKeys, register, unregister } from "./actions.ts";

afterEach(() => {
  unregister("screen");
  writeSetting("keys.single", true);
});

it("letters and signs by themselves mean nothing where they are switched off", () => {
  const done: string[] = [];
  register(
    "screen",
    ["w", "?", "Space", "ArrowLeft", "Ctrl+K"].map((keys) => ({
      id: keys,
      title: keys,
      group: "View",
      keys,
      run: () => void done.push(keys),
    })),
  );
  const stop = listenForKeys(window);
  const pressAll = () => {
    for (const press of [
      { key: "w" },
      { key: "?", shiftKey: true },
      { key: " " },
      { key: "ArrowLeft" },
      { key: "k", ctrlKey: true },
    ])
      document.body.dispatchEvent(new KeyboardEvent("keydown", { ...press, bubbles: true }));
    return done.splice(0);
  };
  expect(pressAll()).toEqual(["w", "?", "Space", "ArrowLeft", "Ctrl+K"]);
  writeSetting("keys.single", false);
  expect(pressAll()).toEqual(["Space", "ArrowLeft", "Ctrl+K"]);
  stop();
});
