/** Takes files that are dropped anywhere on the window. */
import { ArrowDownloadRegular } from "@fluentui/react-icons";
import { type ReactNode, useLayoutEffect, useState } from "react";
import { droppedFiles } from "../state/files/dropped-files.ts";
import { acceptedFiles } from "../state/files/file-kinds.ts";
import { openFiles } from "../state/files/open-files.ts";
import { messageOf } from "../state/services/services.ts";
import { notify } from "../state/shell/notifications.ts";
import styles from "./DropTarget.module.css";

const hasFiles = (event: DragEvent): boolean =>
  event.dataTransfer?.types.includes("Files") ?? false;

const tellUnread = (error: unknown): void =>
  notify({
    intent: "error",
    title: "What was dropped was not opened",
    body: `${messageOf(error)}. Drop the files themselves, or make the folder readable.`,
  });

export function DropTarget(): ReactNode {
  const [over, setOver] = useState(false);
  // Before the first paint: what is dropped on a window without a listener replaces the application.
  useLayoutEffect(() => {
    // Entering a child leaves its parent: only the balance says whether the window is left.
    let depth = 0;
    const change = (by: number): void => {
      depth = Math.max(0, depth + by);
      setOver(depth > 0);
    };
    const listeners = {
      dragenter: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        // Where what lies under the pointer changes, this event stands for the move over it, and a
        // drop right after it goes by its answer.
        event.preventDefault();
        change(1);
      },
      dragleave: (event: DragEvent) => {
        if (hasFiles(event)) change(-1);
      },
      dragover: (event: DragEvent) => {
        // Without this the browser would open the file in place of the application.
        if (hasFiles(event)) event.preventDefault();
      },
      drop: (event: DragEvent) => {
        change(-depth);
        if (event.defaultPrevented || !hasFiles(event)) return;
        event.preventDefault();
        droppedFiles(event.dataTransfer).then(openFiles).catch(tellUnread);
      },
    };
    for (const [name, listener] of Object.entries(listeners)) {
      window.addEventListener(name as "drop", listener);
    }
    return () => {
      for (const [name, listener] of Object.entries(listeners)) {
        window.removeEventListener(name as "drop", listener);
      }
    };
  }, []);
  if (!over) return null;
  return (
    <div className={styles.overlay}>
      <div className={styles.box}>
        <ArrowDownloadRegular fontSize={24} aria-hidden />
        <strong>Drop to open</strong>
        <span>{acceptedFiles}. All logs that are dropped together share one timeline.</span>
      </div>
    </div>
  );
}
