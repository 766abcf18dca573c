/** Says that the services are away; goes by itself when they are back. */
import { MessageBar, MessageBarBody, MessageBarTitle } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { useConnection } from "../state/services/services.ts";
import { desktop } from "../state/shell/platform.ts";

/** A page cannot know of a server that was started anew at another address. */
const ofBrowser = (): string =>
  desktop() === null
    ? " If Snapscope was started again, it printed another address: open that one."
    : "";

export function ConnectionBanner(): ReactNode {
  const connection = useConnection();
  if (connection === "open") return null;
  return (
    <MessageBar intent="warning" politeness="assertive" layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>Connection to the services lost.</MessageBarTitle>
        {connection === "refused"
          ? "Snapscope was started again with another key. Copy the address that it printed into the address bar of this page."
          : `What is on screen stays; runs under way go on if their program does. Trying again.${ofBrowser()}`}
      </MessageBarBody>
    </MessageBar>
  );
}
