/** Whether the form still shows the section that was gone to, or its user has scrolled on. */

/** How far a column is scrolled, and of how much, px. */
export interface Scrolled {
  readonly top: number;
  readonly height: number;
  readonly viewHeight: number;
}

export function scrolledOf({ scrollTop, scrollHeight, clientHeight }: HTMLElement): Scrolled {
  return { top: scrollTop, height: scrollHeight, viewHeight: clientHeight };
}

/** What has grown or shrunk since moves the form too; a user who scrolls does so more than once. */
export const staysThere = (wentTo: Scrolled, now: Scrolled): boolean =>
  now.top === wentTo.top || now.height !== wentTo.height || now.viewHeight !== wentTo.viewHeight;
