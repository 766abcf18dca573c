/**
 * The bars of a row of phases, on the page and in a report. What is written in them and beside them is
 * of the row: a page measures its texts, a report has other ones.
 */
import type { ReactNode } from "react";
import { givenPhases, type PhaseName } from "../contract/phase.ts";
import { cssVar } from "../theme/tokens.ts";
import { barHeightIn, type PlacedBar } from "./bar-layout.ts";
import { crossHatch, hatch, stack } from "./Patterns.tsx";
import { phaseColour } from "./phase-colour.ts";
import { round } from "./plane.ts";

interface PhaseBarsProps {
  readonly bars: readonly PlacedBar[];
  /** Left edge of the plot in the drawing. */
  readonly left: number;
  readonly top: number;
  /** The height of bars that have the row to themselves; those that overlap in time share it. */
  readonly height: number;
  /** Phases of one creation stand side by side, some of them in colours that are alike. */
  readonly phasesShareRow?: boolean;
  /** A phase too short to be seen as a bar is a lozenge about its middle: not to scale, but there. */
  readonly lozenges?: boolean;
  readonly selectedBandId?: string | null;
  /** What a bar is, in words, where there is no pointer to ask with. */
  readonly titleOf?: (bar: PlacedBar) => string;
}

export function PhaseBars({ bars, left, top, height, ...look }: PhaseBarsProps): ReactNode {
  return bars.map((bar) => {
    const { band } = bar;
    const shared = barHeightIn(bar, { top, height });
    const box: Box = {
      x: round(left + bar.left),
      y: round(shared.y),
      width: round(bar.right - bar.left),
      height: round(shared.height),
    };
    const title = look.titleOf?.(bar) ?? "";
    const isLozenge =
      look.lozenges === true && bar.count === 1 && !band.instant && box.width < lozenge;
    return (
      <g key={band.id} data-band={band.id} data-phase={band.phase ?? "command"}>
        {band.phase === null ? (
          <CommandBar box={box} open={band.endMs === null} />
        ) : isLozenge ? (
          <path className={`phase ${band.phase}`} {...lookOf(band.phase)} d={lozengeIn(box)} />
        ) : (
          <rect className={`phase ${band.phase}`} {...lookOf(band.phase)} rx={2} {...box}>
            {title !== "" && <title>{title}</title>}
          </rect>
        )}
        <Marking bar={bar} box={box} phasesShareRow={look.phasesShareRow ?? false} />
        {band.id === look.selectedBandId && (
          <rect
            className="selected"
            fill="none"
            stroke={cssVar("accent")}
            strokeWidth={2}
            rx={3}
            {...grown(box, 2)}
          />
        )}
      </g>
    );
  });
}

/** What a scenario gives is an empty box: nothing in it was computed. */
const lookOf = (phase: PhaseName) =>
  givenPhases.has(phase)
    ? { fill: cssVar("raised"), stroke: cssVar("control-edge"), strokeDasharray: "3 2" }
    : { fill: phaseColour(phase) };

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const grown = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

/** Spans a whole creation: an outline, which stays open at its end while the creation goes on. */
function CommandBar({ box, open }: { readonly box: Box; readonly open: boolean }): ReactNode {
  const { x, y, width, height } = grown(box, -0.5);
  const side = { fill: cssVar("raised"), stroke: cssVar("control-edge") };
  return open ? (
    <path {...side} d={`M${x + width},${y}H${x}V${y + height}H${x + width}`} />
  ) : (
    <rect {...side} rx={2} {...{ x, y, height }} width={Math.max(width, 1)} />
  );
}

/** Narrower bars of phases are not seen as such, px. */
const lozenge = 8;

function lozengeIn({ x, y, width, height }: Box): string {
  const [middleX, middleY] = [round(x + width / 2), round(y + height / 2)];
  const half = lozenge / 2;
  return `M${middleX - half} ${middleY}l${half} ${-half}l${half} ${half}l${-half} ${half}z`;
}

/** A pattern needs this much to be seen as one. */
const narrow = 8;

interface MarkingProps {
  readonly bar: PlacedBar;
  readonly box: Box;
  readonly phasesShareRow: boolean;
}

/** What is told beside the colour: a pattern of the phase, that a bar stands for several, a failure. */
function Marking({ bar: { band, count }, box, phasesShareRow }: MarkingProps): ReactNode {
  const { phase, figures } = band;
  const ownPattern =
    phase === "undo" ? crossHatch : phase === "redo" && phasesShareRow ? hatch : null;
  const pattern = count > 1 ? stack : box.width >= narrow ? ownPattern : null;
  return (
    <>
      {pattern !== null && <rect fill={`url(#${pattern})`} {...box} />}
      {figures.failed === true && (
        <rect fill={cssVar("error")} {...box} y={box.y + box.height - 3} height={3} />
      )}
    </>
  );
}
