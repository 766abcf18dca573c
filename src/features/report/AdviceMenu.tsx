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
import { noAdvice } from "../../../app/contract/advice.ts";
import type { RunEntry } from "../../../app/contract/rpc/runs.ts";
import { countOf } from "../../../app/domain/format/numbers.ts";
import { askRecommended } from "../../state/comparison/compare-with.ts";
import { useAdvice } from "../../state/recordings/advice.ts";
import { useConnection } from "../../state/services/services.ts";

/** Nothing where nothing is recommended. */
export function AdviceMenu({ run }: { readonly run: RunEntry }): ReactNode {
  const connected = useConnection() === "open";
  const { recommendations } = useAdvice(run).value ?? noAdvice;
  if (recommendations.length === 0) return null;
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <MenuButton icon={<LightbulbRegular />} disabled={!connected}>
          {countOf(recommendations.length, "recommendation")}
        </MenuButton>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {recommendations.map((recommendation) => (
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
