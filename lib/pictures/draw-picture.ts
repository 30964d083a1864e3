import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ImageResponse } from 'next/og.js';
import { type PictureCard, PICTURE_SIZE, pictureElement } from './picture-card.ts';

/** The face of the pages, of the version that is installed. Satori reads TrueType only. */
const FONT = 'node_modules/geist/dist/fonts/geist-sans/Geist-Medium.ttf';

const SIGN = 'app/icon.svg';

/** Draws a card as PNG. Takes up to half a second of one core: for a thread of its own, or a script. */
export async function drawPicture(card: PictureCard, root: string): Promise<Uint8Array> {
  const [font, sign] = await Promise.all([readFile(join(root, FONT)), readFile(join(root, SIGN))]);
  const element = pictureElement(card, `data:image/svg+xml;base64,${sign.toString('base64')}`);
  const response = new ImageResponse(element, {
    ...PICTURE_SIZE,
    fonts: [{ name: 'Geist', data: font, weight: 500 }],
  });
  return new Uint8Array(await response.arrayBuffer());
}
