/** The mark of the application at 16 px: pages of a file, one of them copied, seen through a lens. */
import type { ReactNode } from "react";

export function Logo(): ReactNode {
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
      <g fill="var(--control-edge)">
        <rect x="0.5" y="0.5" width="4" height="4" rx="1" />
        <rect x="0.5" y="6" width="4" height="4" rx="1" />
        <rect x="0.5" y="11.5" width="4" height="4" rx="1" />
        <rect x="6" y="0.5" width="4" height="4" rx="1" />
      </g>
      <rect x="7.5" y="6" width="4" height="4" rx="1" fill="var(--data-snapshot-writes)" />
      <circle cx="10" cy="8.5" r="5" fill="none" stroke="var(--text-1)" strokeWidth="1.5" />
      <path d="M13.6 12.1 17 15.5" stroke="var(--text-1)" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
