/** A side of a comparison: what it is, and what can be done to it. */
import {
  Menu,
  MenuButton,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from "@fluentui/react-components";
import type { ReactNode } from "react";
import { sideRole } from "../../../app/domain/comparison/side-role.ts";
import { countOf } from "../../../app/domain/format/numbers.ts";
import { SideLine } from "../../components/compare/SideLine.tsx";
import { type ComparedSidePlace, useNavigation } from "../../state/shell/navigation.ts";
import styles from "./CompareBar.module.css";

interface SidePillProps {
  /** Among the sides: the first is the base. */
  readonly place: number;
  readonly side: ComparedSidePlace;
  readonly recordings: number;
  replace(): void;
  /** Null: it is the only one. */
  readonly remove: (() => void) | null;
  /** Makes it the base; null: it is. */
  readonly first: (() => void) | null;
}

export function SidePill(props: SidePillProps): ReactNode {
  const { place, side, recordings, replace, remove, first } = props;
  const openReplay = useNavigation((state) => state.openReplay);
  const [recording] = side.recordings;
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <MenuButton shape="circular" className={styles.pill ?? ""} title={side.name}>
          <SideLine side={place} />
          <span className={styles.role}>{sideRole(place)}</span>
          <span className={styles.name}>{side.name}</span>
          {recordings !== 1 && <span className={styles.role}>{countOf(recordings, "run")}</span>}
        </MenuButton>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {first !== null && <MenuItem onClick={first}>Make it the base</MenuItem>}
          {recording !== undefined && (
            <MenuItem onClick={() => openReplay(recording)}>Open in Replay</MenuItem>
          )}
          <MenuItem onClick={replace}>Replace it…</MenuItem>
          {remove !== null && <MenuItem onClick={remove}>Take it out</MenuItem>}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
