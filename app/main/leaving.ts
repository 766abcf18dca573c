/** Whether leaving the page would end what runs, and how the user is asked first. */

/** reload: the page alone is loaded anew. system: somebody ends the session, and waits for nobody. */
export type Leave = "reload" | "close" | "quit" | "system";

export interface LeaveQuestion {
  readonly message: string;
  readonly detail: string;
  readonly buttons: readonly [stay: string, leave: string];
}

/** Null: nothing ends by it, or nobody is there to answer. */
export function questionBefore(leave: Leave, platform: NodeJS.Platform): LeaveQuestion | null {
  // On macOS the application lives on without a window, and what runs in it as well.
  const ends = leave === "quit" || (leave === "close" && platform !== "darwin");
  if (!ends) return null;
  const [act, button] =
    leave === "quit" ? ["quit", "Quit anyway"] : ["close the window", "Close anyway"];
  return {
    message: "An experiment is running.",
    detail: `If you ${act} it ends here. What it has recorded so far is kept.`,
    buttons: ["Keep it running", button],
  };
}
