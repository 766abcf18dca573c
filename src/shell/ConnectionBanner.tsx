/** Says that the services are away; goes by itself when they are back. */
import { MessageBar, MessageBarBody, MessageBarTitle } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { useConnection } from "../state/services.ts";

export function ConnectionBanner(): ReactNode {
  if (useConnection() === "open") return null;
  return (
    <MessageBar intent="warning" politeness="assertive" layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>Connection to the services lost.</MessageBarTitle>
        What is on screen stays; runs under way go on if their program does. Trying again.
      </MessageBarBody>
    </MessageBar>
  );
}
