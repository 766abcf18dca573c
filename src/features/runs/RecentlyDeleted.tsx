/** Runs that were deleted since the last start, each to be brought back. Nothing where there are none. */
import {
  Button,
  Menu,
  MenuDivider,
  MenuGroup,
  MenuGroupHeader,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Tooltip,
} from "@fluentui/react-components";
import { BinRecycleRegular } from "@fluentui/react-icons";
import type { ReactNode } from "react";
import { countOf } from "../../../app/domain/format/numbers.ts";
import { formatMoment } from "../../../app/domain/format/times.ts";
import { restoreRuns, useRemovedRuns } from "../../state/library/runs.ts";
import { useConnection } from "../../state/services/services.ts";

const title = "Recently deleted";
/** Those deleted last; all others come back with them. */
const mostShown = 15;

/** `named`: the button has its title, not only its icon. */
export function RecentlyDeleted({ named = false }: { readonly named?: boolean }): ReactNode {
  const removed = useRemovedRuns();
  const connected = useConnection() === "open";
  if (removed.length === 0) return null;
  const all = removed.map(({ entry }) => entry.id);
  const button = (
    <Button
      appearance={named ? "secondary" : "subtle"}
      icon={<BinRecycleRegular />}
      disabledFocusable={!connected}
      aria-label={title}
    >
      {named ? title : undefined}
    </Button>
  );
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        {named ? (
          button
        ) : (
          <Tooltip content={title} relationship="label">
            {button}
          </Tooltip>
        )}
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuGroup>
            <MenuGroupHeader>
              Choose what to bring back: the rest goes at the next start
            </MenuGroupHeader>
            {removed.slice(0, mostShown).map(({ entry, removedAt }) => (
              <MenuItem
                key={entry.id}
                secondaryContent={`deleted ${formatMoment(removedAt)}`}
                onClick={() => void restoreRuns([entry.id])}
              >
                {entry.name}
              </MenuItem>
            ))}
          </MenuGroup>
          {removed.length > 1 && (
            <>
              <MenuDivider />
              <MenuItem onClick={() => void restoreRuns(all)}>
                {`All ${countOf(removed.length, "run")}`}
              </MenuItem>
            </>
          )}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
