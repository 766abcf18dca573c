/** Drawings of the page as files that need nothing of it: SVG, and PNG at twice the size. */

import { legendPlaces } from "../../../app/charts/SeriesLegend.tsx";
import { textWidth } from "../../../app/charts/text-width.ts";
import type { NamedLine } from "./SeriesButtons.tsx";

/** What the page's style sheets give to the texts of a drawing. */
const texts = `text{font-family:var(--font-ui);font-size:12px;fill:var(--text-3)}
.name,.lane-title{fill:var(--text-1)}
.lane-title{font-weight:600;paint-order:stroke;stroke:var(--surface);stroke-width:3px}
.unit{fill:var(--text-3);font-weight:400}.flag-text{fill:var(--as-of-text);font-weight:600}`;

const scale = 2;

interface Size {
  readonly width: number;
  readonly height: number;
}

const sizeOf = (drawing: SVGSVGElement): Size => drawing.viewBox.baseVal;

/** Above it, what the page says of it around: its name, and how to read it. */
export type Caption = readonly [title: string, ...further: string[]];

const captionLine = 18;
const captionLeft = 8;

/**
 * A drawing as the page has it, below its caption, in its font and on the surface of its look: programs that open it know no
 * custom properties, whoever gets it has no page around it, and its texts were placed by how wide that font is. The font is
 * loaded when the first drawing is exported.
 */
export async function svgText(
  drawing: SVGSVGElement,
  caption: Caption,
  legend: readonly NamedLine[] = [],
): Promise<string> {
  const { fontFaces } = await import("../../../app/theme/font-faces.ts");
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const { width, height } = sizeOf(drawing);
  const lines = caption.flatMap((text, at) =>
    broken(text, width - 2 * captionLeft).map((line) => ({ line, isTitle: at === 0 })),
  );
  const names = legendPlaces(
    legend.map(({ name, note }) => [name, note].join(" ").trimEnd()),
    { left: captionLeft, right: width - captionLeft, headingEnd: width, height },
  );
  const room = lines.length * captionLine + captionLine / 2;
  // What is switched off is not told of where nobody can switch it on.
  for (const off of copy.querySelectorAll("[data-off]")) off.remove();
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("viewBox", `0 ${-room} ${width} ${height + room + names.height}`);
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height + room + names.height));
  const surface = `<rect y="${-room}" width="${width}" height="${height + room + names.height}" fill="var(--surface)"/>`;
  copy.insertAdjacentHTML(
    "afterbegin",
    `<style>${fontFaces(["Inter Variable"])}\n${texts}</style>${surface}`,
  );
  for (const [at, { line, isTitle }] of lines.entries()) {
    const place = { x: captionLeft, y: (at + 1) * captionLine - room };
    copy.append(
      svgElement("text", { ...place, ...(isTitle ? { class: "lane-title" } : {}) }, line),
    );
  }
  for (const { at, name, x, y } of names.entries) {
    const { stroke = "", strokeWidth = 1, strokeDasharray = "" } = legend[at]?.line ?? {};
    const look = { stroke, "stroke-width": strokeWidth, "stroke-dasharray": strokeDasharray };
    copy.append(
      svgElement("line", { ...look, x1: x, x2: x + 20, y1: y - 4, y2: y - 4 }),
      svgElement("text", { class: "name", x: x + 26, y }, name),
    );
  }
  const look = getComputedStyle(document.documentElement);
  return new XMLSerializer()
    .serializeToString(copy)
    .replaceAll(/var\((--[\w-]+)\)/g, (_, name: string) => look.getPropertyValue(name).trim());
}

export function svgElement(
  tag: string,
  attributes: Readonly<Record<string, string | number>>,
  text = "",
): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.textContent = text;
  return element;
}

/** Between words, as long as a line has room for; as wide as a title of these words, which is the widest. */
function broken(text: string, room: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && textWidth(`${last} ${word}`, "semibold") <= room) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else {
      lines.push(word);
    }
  }
  return lines;
}

export async function pngBytes(
  ...drawn: Parameters<typeof svgText>
): Promise<Uint8Array<ArrayBuffer>> {
  const svg = await svgText(...drawn);
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [scale * image.width, scale * image.height];
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const { promise, resolve } = Promise.withResolvers<Blob | null>();
    canvas.toBlob(resolve, "image/png");
    const blob = await promise;
    if (blob === null) throw new Error("the picture could not be made");
    return new Uint8Array(await blob.arrayBuffer());
  } finally {
    URL.revokeObjectURL(url);
  }
}
