/*
 * Draws the icons of the installed application and of the browser's tab from app/icon.svg: `node lib/cli/draw-icons.ts`.
 * They are kept in the project, so that a build draws nothing; a test draws them again and compares.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { ImageResponse } from 'next/og.js';

/** An icon: where it stands, how large it is, and how much of it the sign fills. */
interface Icon {
  readonly path: string;
  readonly size: number;
  readonly share: number;
}

/** The desk of the light theme, as the manifest names it. */
const GROUND = '#f9fafb';

/** A maskable icon is cut to any shape, of which the middle 80 percent are sure. */
const ICONS: readonly Icon[] = [
  { path: 'public/icons/192.png', size: 192, share: 1 },
  { path: 'public/icons/512.png', size: 512, share: 1 },
  { path: 'public/icons/maskable-512.png', size: 512, share: 0.82 },
  { path: 'app/apple-icon.png', size: 180, share: 0.94 },
  { path: 'app/favicon.ico', size: 48, share: 1 },
];

/** Every icon as bytes, by its path in the project. */
export async function drawIcons(root: string): Promise<ReadonlyMap<string, Buffer>> {
  const svg = await readFile(join(root, 'app/icon.svg'), 'utf8');
  const drawn = new Map<string, Buffer>();
  for (const icon of ICONS) {
    const png = await drawPng(svg, icon);
    drawn.set(icon.path, icon.path.endsWith('.ico') ? inIcoFile(png, icon.size) : png);
  }
  return drawn;
}

async function drawPng(svg: string, { size, share }: Icon): Promise<Buffer> {
  const side = Math.round(size * share);
  const sign = svg.replace('<svg ', `<svg width="${side}" height="${side}" `);
  const source = `data:image/svg+xml;base64,${Buffer.from(sign).toString('base64')}`;
  const image = { type: 'img', key: null, props: { src: source, width: side, height: side } };
  const style = {
    display: 'flex',
    width: '100%',
    height: '100%',
    alignItems: 'center',
    justifyContent: 'center',
    ...(share < 1 && { background: GROUND }),
  };
  const element = { type: 'div', key: null, props: { style, children: image } };
  const response = new ImageResponse(element, { width: size, height: size });
  return Buffer.from(await response.arrayBuffer());
}

/** A PNG in the container of favicon.ico: a directory of one entry, then the picture (all numbers little-endian). */
function inIcoFile(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

if (import.meta.main) {
  for (const [path, bytes] of await drawIcons(process.cwd())) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);
  }
}
