/**
 * The registry of actions: what a user can do now, in one list. The palette, the shortcut sheet, the
 * menus of the application and the key handler all read it, so that none of them knows a screen.
 */
import { useEffect, useId } from "react";
import { create } from "zustand";
import { describeFocus, mayRepeat, ownsShortcut } from "./key-ownership.ts";
import { isSingleCharacter, type KeyPress, matchesShortcut } from "./keys.ts";
import { isMac } from "./platform.ts";
import { usesSingleKeys } from "./single-keys.ts";

export const actionGroups = ["Go to", "Run", "Playback", "View", "File", "Help"] as const;
export type ActionGroup = (typeof actionGroups)[number];

export interface Action {
  readonly id: string;
  readonly title: string;
  readonly group: ActionGroup;
  /** "Ctrl+Enter", "Space", "Shift+ArrowRight", "?"; several where habits differ. */
  readonly keys?: string | readonly string[] | undefined;
  readonly enabled?: boolean | undefined;
  run(): void;
}

interface Registration {
  readonly owner: string;
  readonly actions: readonly Action[];
}

interface Registry {
  readonly registrations: readonly Registration[];
}

export const useRegistry = create<Registry>()(() => ({ registrations: [] }));

/** What the readers of the registry show; `run` may differ without their taking notice. */
const signature = (actions: readonly Action[]): string =>
  JSON.stringify(
    actions.map(({ id, title, group, keys, enabled }) => [id, title, group, keys, enabled]),
  );

/** The newest closures of each owner, which change with every render of it. */
const latest = new Map<string, readonly Action[]>();

export function register(owner: string, actions: readonly Action[]): void {
  latest.set(owner, actions);
  const { registrations } = useRegistry.getState();
  const known = registrations.find((registration) => registration.owner === owner);
  if (known !== undefined && signature(known.actions) === signature(actions)) return;
  const next = { owner, actions };
  useRegistry.setState({
    registrations:
      known === undefined
        ? [...registrations, next]
        : registrations.map((registration) => (registration === known ? next : registration)),
  });
}

export function unregister(owner: string): void {
  latest.delete(owner);
  useRegistry.setState(({ registrations }) => ({
    registrations: registrations.filter((registration) => registration.owner !== owner),
  }));
}

/** Actions exist while the component that names them is on the page. */
export function useActions(actions: readonly Action[]): void {
  const owner = useId();
  useEffect(() => register(owner, actions));
  useEffect(() => () => unregister(owner), [owner]);
}

/** All actions, the latest registered last; of one id only the latest. */
export function listActions(registrations: readonly Registration[]): readonly Action[] {
  const byId = new Map<string, Action>();
  for (const { actions } of registrations) {
    for (const action of actions) {
      byId.delete(action.id);
      byId.set(action.id, action);
    }
  }
  return [...byId.values()];
}

export const keysOf = ({ keys }: Action): readonly string[] =>
  keys === undefined ? [] : typeof keys === "string" ? [keys] : keys;

const isEnabled = (action: Action): boolean => action.enabled !== false;

/** Does an action by its id, with its newest closure. False when there is none, or not now. */
export function runAction(id: string): boolean {
  const newest = [...latest.values()].flat().filter((action) => action.id === id);
  const action = newest.at(-1);
  if (action === undefined || !isEnabled(action)) return false;
  action.run();
  return true;
}

/** The action that a key means now: the latest registered goes first, being the most specific. */
export function actionFor(
  press: KeyPress,
  actions: readonly Action[],
  owns: (shortcut: string) => boolean,
  mac: boolean,
): Action | undefined {
  return actions.findLast(
    (action) =>
      isEnabled(action) &&
      keysOf(action).some((keys) => matchesShortcut(keys, press, mac) && !owns(keys)),
  );
}

/** Actions that ask for the same key, by key: only the latest of each gets it. */
export function keyConflicts(actions: readonly Action[]): ReadonlyMap<string, readonly Action[]> {
  const byKey = new Map<string, Action[]>();
  for (const action of actions.filter(isEnabled)) {
    for (const keys of keysOf(action)) {
      byKey.set(keys, [...(byKey.get(keys) ?? []), action]);
    }
  }
  return new Map([...byKey].filter(([, claimants]) => claimants.length > 1));
}

/** The one key handler. Returns what removes it. */
export function listenForKeys(target: Window): () => void {
  const onKeyDown = (event: KeyboardEvent): void => {
    // A component that handled the key said so; a key that composes a character is not a shortcut.
    if (event.defaultPrevented || event.isComposing) return;
    if (event.repeat && !mayRepeat(event)) return;
    const focused = describeFocus(event.target);
    const actions = listActions(useRegistry.getState().registrations);
    const mac = isMac();
    const single = usesSingleKeys();
    const owns = (shortcut: string) =>
      (!single && isSingleCharacter(shortcut)) || ownsShortcut(focused, shortcut, mac);
    const action = actionFor(event, actions, owns, mac);
    if (action === undefined) return;
    event.preventDefault();
    runAction(action.id);
  };
  target.addEventListener("keydown", onKeyDown);
  return () => target.removeEventListener("keydown", onKeyDown);
}
