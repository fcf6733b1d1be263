/** The board on the screen as a PNG, to keep or to send. */

const WIDTH = 2000;

export async function boardPicture(svg: SVGSVGElement): Promise<Blob> {
  const { width, height } = svg.viewBox.baseVal;
  const copy = svg.cloneNode(true) as SVGSVGElement;
  copy.removeAttribute("style");
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  for (const aid of copy.querySelectorAll(".touch, .pick")) aid.remove();
  const ground = svg.parentElement?.querySelector(".ground");
  if (ground) copy.prepend(...(ground.cloneNode(true) as Element).childNodes);
  copy.prepend(await ownFont());
  const source = new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" });
  return draw(await dataUrl(source), Math.round((WIDTH * height) / width));
}

async function draw(url: string, height: number): Promise<Blob> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = height;
  canvas.getContext("2d")?.drawImage(image, 0, 0, WIDTH, height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
  );
}

/** A picture can't use the page's fonts, so it carries its own. */
async function ownFont(): Promise<Element> {
  const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
  for (const sheet of document.styleSheets)
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSFontFaceRule)) continue;
      const url = /url\("?([^")]+)"?\)/.exec(rule.cssText)?.[1];
      if (!url) continue;
      const font = await (await fetch(new URL(url, sheet.href ?? location.href))).blob();
      style.textContent += rule.cssText.replace(url, await dataUrl(font));
    }
  return style;
}

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error("unreadable"));
    reader.readAsDataURL(blob);
  });
}

export function download(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
