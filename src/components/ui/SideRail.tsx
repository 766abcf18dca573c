/**
 * What stands beside the data. In a wide window it is a column that can be put away; in a narrow one a
 * drawer, which opens over the data and leaves only its handle beside them.
 */
import { PanelRightContractRegular, PanelRightExpandRegular } from "@fluentui/react-icons";
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import styles from "./SideRail.module.css";

export interface SideRailProps {
  /** What is in it: "State of the run". */
  readonly label: string;
  /** On its handle: "Run". */
  readonly handle: string;
  readonly isNarrow: boolean;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

export function SideRail(props: SideRailProps): ReactNode {
  const { label, handle, isNarrow, isOpen, onToggle, children } = props;
  const rail = useRef<HTMLElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const isDrawn = isNarrow && isOpen;
  const title = `${isOpen ? "Hide" : "Show"}: ${label}`;
  useEffect(() => {
    if (isDrawn) rail.current?.focus();
  }, [isDrawn]);
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== "Escape" || !isDrawn || event.defaultPrevented) return;
    event.preventDefault();
    onToggle();
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
        onClick={onToggle}
      >
        <Icon fontSize={16} aria-hidden />
        {!isOpen && <span aria-hidden="true">{handle}</span>}
      </button>
      {isOpen && (
        <aside
          ref={rail}
          className={styles.rail}
          aria-label={label}
          data-over={isDrawn ? "" : undefined}
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
