/** How many sessions read a snapshot or a restored database, as reports do. Other numbers than these are for the timeline. */
import { MenuGroup, MenuGroupHeader, MenuItemRadio } from "@fluentui/react-components";
import { DocumentTableSearchRegular } from "@fluentui/react-icons";
import { countOf } from "../../../../app/domain/format/numbers.ts";
import {
  existingSnapshots,
  readableCopies,
  readersOf,
} from "../../../../app/domain/run/steering.ts";
import { sendCommand } from "../commands.ts";
import { SteerMenu } from "./SteerMenu.tsx";
import type { SteerProps } from "./steer-props.ts";

const choices = [0, 10, 50, 200];

export function ReadSnapshot({ runId, timeline, enabled }: SteerProps) {
  const names = [...existingSnapshots(timeline), ...readableCopies(timeline)];
  const checkedValues = Object.fromEntries(
    names.map((name) => [name, [String(readersOf(timeline, name))]]),
  );
  return (
    <SteerMenu
      text="Read snapshot"
      icon={<DocumentTableSearchRegular />}
      enabled={enabled && names.length > 0}
      checkedValues={checkedValues}
    >
      {names.map((name) => (
        <MenuGroup key={name}>
          <MenuGroupHeader>{name}</MenuGroupHeader>
          {choices.map((users) => (
            <MenuItemRadio
              key={users}
              name={name}
              value={String(users)}
              onClick={() => void sendCommand(runId, { kind: "setReportUsers", name, users })}
            >
              {users === 0 ? "Nobody reads it" : countOf(users, "session")}
            </MenuItemRadio>
          ))}
        </MenuGroup>
      ))}
    </SteerMenu>
  );
}
