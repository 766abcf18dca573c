/** The name of a lane: what it is on hover and focus, and on a press where it stands among the others. */
import {
  Menu,
  MenuDivider,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Tooltip,
} from "@fluentui/react-components";
import { memo, type ReactNode } from "react";
import type { Term } from "../../../app/domain/glossary/glossary.ts";
import {
  type LaneArrangement,
  withMoved,
  withoutLane,
  withPinned,
} from "../../../app/domain/timeline/lane-layout.ts";
import { waitLaneOfId } from "../../../app/domain/timeline/wait-lanes.ts";
import { TermText } from "../rail/TermHelp.tsx";
import styles from "./LaneStack.module.css";

/** What the lanes of a stack can be made. */
export interface LaneArranging {
  readonly shown: LaneArrangement;
  readonly onShow: (shown: LaneArrangement) => void;
  /** Adds the lanes, as they stand, to the report. */
  readonly onReport?: (() => void) | undefined;
  /** Has one draw what one expects of a lane. */
  readonly onExpect?: ((laneId: string) => void) | undefined;
  /** Leads from a lane of waits to the pages pushed then; null: there is no page map. */
  readonly pages?: { readonly title: string; show(laneId: string): void } | null;
}

interface LaneMenuProps {
  readonly id: string;
  readonly title: string;
  readonly term: Term;
  readonly arranging: LaneArranging;
}

export const LaneMenu = memo(function LaneMenu(props: LaneMenuProps): ReactNode {
  const { id, title, term, arranging } = props;
  const { shown, onShow, onReport, onExpect, pages = null } = arranging;
  const place = shown.lanes.indexOf(id);
  const isPinned = shown.pinned.includes(id);
  const move = (by: number) => withMoved(shown, id, place + by);
  const item = (text: string, next: LaneArrangement): ReactNode => (
    <MenuItem
      disabled={next.lanes.every((other, at) => other === shown.lanes[at])}
      onClick={() => onShow(next)}
    >
      {text}
    </MenuItem>
  );
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Tooltip
          relationship="description"
          positioning="below-start"
          content={<TermText term={term} />}
        >
          <button type="button" className={styles.name}>
            {title}
          </button>
        </Tooltip>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItem onClick={() => onShow(withPinned(shown, id, !isPinned))}>
            {isPinned ? "No longer pin above the others" : "Pin above the others"}
          </MenuItem>
          {item("Move up", move(-1))}
          {item("Move down", move(1))}
          <MenuItem onClick={() => onShow(withoutLane(shown, id))}>Hide this lane</MenuItem>
          {onExpect !== undefined && (
            <MenuItem onClick={() => onExpect(id)}>Draw what you expect</MenuItem>
          )}
          {pages !== null && waitLaneOfId(id) !== null && (
            <>
              <MenuDivider />
              <MenuItem onClick={() => pages.show(id)}>{pages.title}</MenuItem>
            </>
          )}
          {onReport !== undefined && (
            <>
              <MenuDivider />
              <MenuItem onClick={onReport}>Add the lanes to the report</MenuItem>
            </>
          )}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
});
