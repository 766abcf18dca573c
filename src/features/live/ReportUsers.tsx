/** How many sessions read a snapshot, as reports do. Other numbers than these are for the timeline. */
import {
  Button,
  Menu,
  MenuGroup,
  MenuGroupHeader,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from "@fluentui/react-components";
import { ChevronDownRegular, DocumentTableSearchRegular } from "@fluentui/react-icons";
import { countOf } from "../../../app/domain/format/numbers.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { sendCommand } from "./commands.ts";
import styles from "./SteerRow.module.css";
import { existingSnapshots } from "./steering.ts";

export interface ReportUsersProps {
  readonly runId: string;
  readonly timeline: Timeline;
  readonly enabled: boolean;
}

const choices = [0, 10, 50, 200];

export function ReportUsers({ runId, timeline, enabled }: ReportUsersProps) {
  const names = existingSnapshots(timeline);
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button
          size="small"
          icon={<DocumentTableSearchRegular />}
          disabled={!enabled || names.length === 0}
        >
          Report users
          <ChevronDownRegular className={styles.chevron ?? ""} />
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {names.map((name) => (
            <MenuGroup key={name}>
              <MenuGroupHeader>{name}</MenuGroupHeader>
              {choices.map((users) => (
                <MenuItem
                  key={users}
                  onClick={() => void sendCommand(runId, { kind: "setReportUsers", name, users })}
                >
                  {users === 0 ? "Nobody reads it" : countOf(users, "session")}
                </MenuItem>
              ))}
            </MenuGroup>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
