/** A canvas, hidden from who hears the page by what holds it; painted anew, at most once a frame, whenever what it shows changes. */
import { type ReactNode, useEffect, useRef } from "react";

interface PaintedCanvasProps {
  readonly width: number;
  readonly height: number;
  /** Pixels of the screen per CSS pixel. */
  readonly scale: number;
  /** In CSS pixels, on a cleared canvas; another function paints another picture. */
  readonly paint: (context: CanvasRenderingContext2D) => void;
}

export function PaintedCanvas({ width, height, scale, paint }: PaintedCanvasProps): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const element = canvas.current;
      const context = element?.getContext("2d") ?? null;
      if (element === null || context === null) return;
      const [wide, high] = [Math.round(width * scale), Math.round(height * scale)];
      if (element.width !== wide) element.width = wide;
      if (element.height !== high) element.height = high;
      context.setTransform(scale, 0, 0, scale, 0, 0);
      context.clearRect(0, 0, width, height);
      paint(context);
    });
    return () => cancelAnimationFrame(frame);
  }, [width, height, scale, paint]);
  return <canvas ref={canvas} style={{ width, height, display: "block" }} />;
}
