/** What fills the window, and takes the keys: they are those of a clicker. */
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
} from "react";
import styles from "./Stage.module.css";
import type { Press } from "./use-walk.ts";
import { useFullScreen, useWholeFocus } from "./use-whole-window.ts";

/** What a press does now: of what is on the stage. */
type Presses = { current: (press: Press) => void };

const StagePresses = createContext<Presses | null>(null);

const nothing = (): void => undefined;

/** Until something else is on the stage. */
export function useStagePress(onPress: (press: Press) => void): void {
  const presses = useContext(StagePresses);
  useEffect(() => {
    if (presses === null) return;
    presses.current = onPress;
    return () => {
      presses.current = nothing;
    };
  });
}

const byKey: Readonly<Record<string, Press>> = {
  " ": "onward",
  PageDown: "onward",
  ArrowRight: "onward",
  PageUp: "backward",
  ArrowLeft: "backward",
  Home: "first",
  End: "last",
  // Of a clicker: its start, and what makes the screen black.
  Enter: "choose",
  F5: "choose",
  b: "choose",
  ".": "choose",
};

/** What would take the focus out of the presentation. F5, which would load the page anew, is a press. */
const withheld: ReadonlySet<string> = new Set(["Tab"]);

interface StageFrameProps {
  onLeave(): void;
  readonly children: ReactNode;
}

export function StageFrame({ onLeave, children }: StageFrameProps): ReactNode {
  const root = useRef<HTMLDivElement>(null);
  const presses = useRef<(press: Press) => void>(nothing);
  useFullScreen(root, onLeave);
  useWholeFocus(root);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const press = byKey[event.key];
    if (press === undefined && event.key !== "Escape" && !withheld.has(event.key)) return;
    event.preventDefault();
    // A key that is held down is one press.
    if (event.repeat) return;
    if (event.key === "Escape") onLeave();
    else if (press !== undefined) presses.current(press);
  };
  return (
    <StagePresses value={presses}>
      <div
        ref={root}
        className={styles.stage}
        role="dialog"
        aria-modal="true"
        aria-label="Presentation"
        aria-keyshortcuts="Space PageDown PageUp Home End Escape"
        tabIndex={-1}
        onKeyDown={onKeyDown}
        onClick={() => presses.current("onward")}
      >
        {children}
      </div>
    </StagePresses>
  );
}
