/** A drawing with what a reader gets who cannot see it. */
import type { ReactNode } from "react";
import { chartWidth } from "./plane.ts";

interface DrawingProps {
  /** Unique in the document. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly height: number;
  readonly children: ReactNode;
}

export function Drawing({ id, title, description, height, children }: DrawingProps): ReactNode {
  return (
    <svg role="img" aria-labelledby={`${id}-t ${id}-d`} viewBox={`0 0 ${chartWidth} ${height}`}>
      <title id={`${id}-t`}>{title}</title>
      <desc id={`${id}-d`}>{description}</desc>
      {children}
    </svg>
  );
}
