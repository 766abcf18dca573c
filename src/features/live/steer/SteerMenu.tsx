/** Menus of the steer row, and menus within them. */
import {
  Button,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  type MenuProps,
  MenuTrigger,
} from "@fluentui/react-components";
import { ChevronDownRegular } from "@fluentui/react-icons";
import { type ReactElement, type ReactNode, useState } from "react";
import styles from "./SteerRow.module.css";

type Checked = Pick<MenuProps, "checkedValues" | "onCheckedValueChange" | "hasCheckmarks">;

export interface SteerMenuProps extends Checked {
  readonly text: string;
  readonly icon: ReactElement;
  /** It closes when the run takes nothing any more. */
  readonly enabled: boolean;
  readonly children: ReactNode;
}

export function SteerMenu({ text, icon, enabled, children, ...checked }: SteerMenuProps) {
  const [open, setOpen] = useState(false);
  return (
    <Menu {...checked} open={open && enabled} onOpenChange={(_, next) => setOpen(next.open)}>
      <MenuTrigger disableButtonEnhancement>
        <Button size="small" icon={{ className: styles.icon, children: icon }} disabled={!enabled}>
          {text}
          <ChevronDownRegular className={styles.chevron ?? ""} />
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>{children}</MenuList>
      </MenuPopover>
    </Menu>
  );
}

export interface SubMenuProps extends Checked {
  readonly text: string;
  readonly icon: ReactElement;
  /** Why nothing of it can be done; null: it can. */
  readonly closed?: string | null;
  readonly children: ReactNode;
}

export function SubMenu({ text, icon, closed = null, children, ...checked }: SubMenuProps) {
  return (
    <Menu {...checked}>
      <MenuTrigger disableButtonEnhancement>
        <MenuItem icon={icon} disabled={closed !== null} title={closed ?? undefined}>
          {text}
        </MenuItem>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>{children}</MenuList>
      </MenuPopover>
    </Menu>
  );
}
