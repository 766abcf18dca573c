/** What the run on the page speaks for changing, to be run and compared: a report in its frame has no buttons. */
import {
  Menu,
  MenuButton,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from "@fluentui/react-components";
import { LightbulbRegular } from "@fluentui/react-icons";
import type { ReactNode } from "react";
import type { RunEntry } from "../../../app/contract/rpc/runs.ts";
import { countOf } from "../../../app/domain/format/numbers.ts";
import { askRecommended } from "../../state/comparison/compare-with.ts";
import { useRecommendations } from "../../state/recordings/recommendations.ts";
import { useConnection } from "../../state/services/services.ts";

/** Nothing where nothing is recommended. */
export function AdviceMenu({ run }: { readonly run: RunEntry }): ReactNode {
  const connected = useConnection() === "open";
  const { value } = useRecommendations(run);
  if (value === null || value.length === 0) return null;
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <MenuButton icon={<LightbulbRegular />} disabled={!connected}>
          {countOf(value.length, "recommendation")}
        </MenuButton>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {value.map((recommendation) => (
            <MenuItem
              key={recommendation.rule}
              subText={recommendation.title}
              onClick={() => void askRecommended(run, recommendation)}
            >
              Run and compare…
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
