/** The name by which drawings ask for the face. */
const NAME = 'Geist';

/** A drawing that carries the page's face in itself: an image sees no face of the page. As it was where the face cannot be had. */
export async function withOwnFace(svg: string): Promise<string> {
  const source = await faceSource().catch(() => null);
  if (source === null) return svg;
  const rule = `@font-face{font-family:${NAME};font-weight:100 900;src:url(${source})}`;
  return svg.replace('>', () => `><style>${rule}</style>`);
}

/** The file of the face as a data address; null where the page has none. */
async function faceSource(): Promise<string | null> {
  const [family = ''] = getComputedStyle(document.documentElement)
    .getPropertyValue('--font-geist-sans')
    .split(',');
  const rule = [...document.styleSheets]
    .flatMap(({ cssRules }) => [...cssRules])
    .find((one) => one instanceof CSSFontFaceRule && bare(one.style.fontFamily) === bare(family));
  if (!(rule instanceof CSSFontFaceRule)) return null;
  const [, path] = /url\(["']?([^"')]+)/.exec(rule.style.getPropertyValue('src')) ?? [];
  if (path === undefined) return null;
  const answer = await fetch(new URL(path, rule.parentStyleSheet?.href ?? window.location.href));
  return answer.ok ? dataAddress(await answer.blob()) : null;
}

function bare(family: string): string {
  return family.trim().replaceAll(/["']/g, '');
}

function dataAddress(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('a file could not be read'));
    reader.readAsDataURL(file);
  });
}
