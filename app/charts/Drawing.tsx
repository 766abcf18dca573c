/** A drawing with what a reader gets who cannot see it. */
import type { ReactNode } from "react";
import { chartWidth } from "./plane.ts";

interface DrawingProps {
  /** Unique in the document. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** User units; all of the charts of time have the same. */
  readonly width?: number | undefined;
  readonly height: number;
  readonly children: ReactNode;
}

export function Drawing(props: DrawingProps): ReactNode {
  const { id, title, description, width = chartWidth, height, children } = props;
  return (
    <svg role="img" aria-labelledby={`${id}-t ${id}-d`} viewBox={`0 0 ${width} ${height}`}>
      <title id={`${id}-t`}>{title}</title>
      <desc id={`${id}-d`}>{description}</desc>
      {children}
    </svg>
  );
}
