/** Drawings of the page as files that need nothing of it: SVG, and PNG at twice the size. */

/** What the page's style sheets give to the texts of a drawing. */
const texts = `text{font-family:"Inter","Segoe UI",system-ui,sans-serif;font-size:12px;fill:var(--text-3)}
.name,.lane-title{fill:var(--text-1)}.lane-title{font-weight:600}`;

const scale = 2;

interface Size {
  readonly width: number;
  readonly height: number;
}

const sizeOf = (drawing: SVGSVGElement): Size => drawing.viewBox.baseVal;

/** As it is drawn, on the surface of its look: programs that open it know no custom properties. */
export function svgText(drawing: SVGSVGElement): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const { width, height } = sizeOf(drawing);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  const surface = `<rect width="${width}" height="${height}" fill="var(--surface)"/>`;
  copy.insertAdjacentHTML("afterbegin", `<style>${texts}</style>${surface}`);
  const look = getComputedStyle(document.documentElement);
  return new XMLSerializer()
    .serializeToString(copy)
    .replaceAll(/var\((--[\w-]+)\)/g, (_, name: string) => look.getPropertyValue(name).trim());
}

export async function pngBytes(drawing: SVGSVGElement): Promise<Uint8Array> {
  const { width, height } = sizeOf(drawing);
  const url = URL.createObjectURL(new Blob([svgText(drawing)], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [scale * width, scale * height];
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
