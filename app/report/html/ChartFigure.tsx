/** A chart with its number and its caption. */
import type { ReactNode } from "react";

interface ChartFigureProps {
  readonly number: number;
  readonly caption: string;
  readonly chart: ReactNode;
  /** Drawn for a column beside others, not for the width of a page. */
  readonly narrow?: boolean;
  /** The data behind it, where no table has them. */
  readonly children?: ReactNode;
}

export function ChartFigure(props: ChartFigureProps): ReactNode {
  const { number, caption, chart, narrow = false, children } = props;
  const look = narrow ? "chart narrow" : "chart";
  return (
    <figure id={`figure-${number}`}>
      {/* A region that scrolls needs focus to be scrolled by keys. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section className={look} aria-label={`Figure ${number}`} tabIndex={0}>
        {chart}
      </section>
      <figcaption>{`Figure ${number}. ${caption}`}</figcaption>
      {children}
    </figure>
  );
}
