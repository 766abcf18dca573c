/**
 * What stands beside the data. In a wide window it is a column that can be put away; below 1,200 px a
 * drawer, which opens over the data and leaves only its handle beside them.
 */
import { PanelRightContractRegular, PanelRightExpandRegular } from "@fluentui/react-icons";
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import * as z from "zod";
import { useSetting } from "../../state/services/settings.ts";
import { useActions } from "../../state/shell/actions.ts";
import styles from "./SideRail.module.css";

export interface SideRailProps {
  /** What is in it: "State of the run". */
  readonly label: string;
  /** On its handle: "Run". */
  readonly handle: string;
  readonly children: ReactNode;
}

const narrow = "(width < 1200px)";

const onNarrow = (listener: () => void): (() => void) => {
  const query = matchMedia(narrow);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
};

const useIsNarrow = (): boolean =>
  useSyncExternalStore(onNarrow, () => matchMedia(narrow).matches);

export function SideRail({ label, handle, children }: SideRailProps): ReactNode {
  const isNarrow = useIsNarrow();
  const [keptOpen, keepOpen] = useSetting("rail.open", z.boolean(), true);
  // A drawer hides data: it is never open but by the user's own act.
  const [drawerOpen, openDrawer] = useState(false);
  const isOpen = isNarrow ? drawerOpen : keptOpen;
  const toggle = (): void => (isNarrow ? openDrawer(!drawerOpen) : keepOpen(!keptOpen));
  const rail = useRef<HTMLElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const title = isOpen ? `Hide: ${label}` : `Show: ${label}`;
  useActions([{ id: "view.rail", title, group: "View", keys: "Ctrl+B", run: toggle }]);
  useEffect(() => {
    if (isNarrow && drawerOpen) rail.current?.focus();
  }, [isNarrow, drawerOpen]);
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== "Escape" || !isNarrow || event.defaultPrevented) return;
    event.preventDefault();
    openDrawer(false);
    opener.current?.focus();
  }
  const Icon = isOpen ? PanelRightContractRegular : PanelRightExpandRegular;
  return (
    <div className={styles.side} data-narrow={isNarrow} data-open={isOpen}>
      <button
        ref={opener}
        type="button"
        className={styles.handle}
        aria-expanded={isOpen}
        aria-keyshortcuts="Control+B"
        aria-label={title}
        title={`${title} (Ctrl+B)`}
        onClick={toggle}
      >
        <Icon fontSize={16} aria-hidden />
        {!isOpen && <span aria-hidden="true">{handle}</span>}
      </button>
      {isOpen && (
        <aside
          ref={rail}
          className={styles.rail}
          aria-label={label}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus to be scrolled by keys
          tabIndex={0}
          onKeyDown={onKeyDown}
        >
          {children}
        </aside>
      )}
    </div>
  );
}
