import axe, { type AxeResults, type RunOptions } from 'axe-core';
import { expect, type Page } from '@playwright/test';
import { isLong } from '#lib/testing/long-count';

/** What opens above a page. */
export const OPENED = ['[role="menu"], [role="dialog"], [role="alertdialog"]'];

/** What of a page is looked at: all of it, or these parts. */
interface Looked {
  /** CSS selectors; without any, the whole page. */
  readonly within?: readonly string[];
  /** What has changed since all was looked at: `npm test` looks only at these parts, the long run at all. */
  readonly changed?: readonly string[];
  /** Names the face in a failure. */
  readonly where?: string;
  /** The rules of axe that are asked; without any, all. */
  readonly rules?: readonly string[];
}

/** How a page is looked at. */
interface Look {
  /** In pixels. */
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
}

/** A page is loaded for the first of these looks; the others change it, and what is open stays open. */
export type LoadedFace = readonly [Look, ...Look[]];

/** The window's height in every face, in pixels. */
const FACE_HEIGHT = 900;

const SCHEMES = ['light', 'dark'] as const;

/**
 * How a page is loaded to be looked at: the long run loads it in each width and scheme, `npm test` once, in its first width and light
 * colours, for each second width in dark ones.
 */
export function loadedFaces(widths: readonly [number, ...number[]]): readonly LoadedFace[] {
  const [first, ...others] = widths;
  if (isLong('FACES')) {
    return SCHEMES.flatMap((colorScheme) => widths.map((width): LoadedFace => [{ width, colorScheme }]));
  }
  const changed = others.map((width, place): Look => ({
    width,
    colorScheme: place % 2 === 0 ? 'dark' : 'light',
  }));
  return [[{ width: first, colorScheme: 'light' }, ...changed]];
}

/** In what a face is loaded and looked at, for the name of a test. */
export function faceName(face: LoadedFace): string {
  return face.map(({ width, colorScheme }) => `${colorScheme}, ${width} px`).join(' and ');
}

/** The options of a context in which a face is loaded. */
export function faceContext([{ width, colorScheme }]: LoadedFace) {
  return { colorScheme, viewport: { width, height: FACE_HEIGHT } };
}

/** Looks at a page in each look of a face: it is not loaded again, what is open stays open. */
export async function inEachLook(
  page: Page,
  face: LoadedFace,
  look: (width: number) => Promise<void>,
): Promise<void> {
  for (const { width, colorScheme } of face) {
    await page.setViewportSize({ width, height: FACE_HEIGHT });
    await page.emulateMedia({ colorScheme });
    await look(width);
  }
}

/** What may be right in one colour scheme and wrong in another, whose elements are the same. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** No accessibility violation in a page that is shown in light colours, nor in dark ones. */
export async function expectAccessibleInBothSchemes(page: Page, looked: Looked = {}): Promise<void> {
  await expectAccessible(page, looked);
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const lightGround = await ground();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(ground).not.toBe(lightGround);
  await expectAccessible(page, { ...looked, where: `${looked.where ?? ''} dark`, rules: COLOUR_RULES });
  await page.emulateMedia({ colorScheme: 'light' });
}

/** No accessibility violation in what the page shows now, each told by its rule, the elements, and what is wrong with them. */
export async function expectAccessible(
  page: Page,
  { within = [], changed = within, where = '', rules = [] }: Looked = {},
): Promise<void> {
  await laidOut(page);
  await atRest(page);
  const { violations } = await runAxe(page, { within: isLong('FACES') ? within : changed, rules });
  const told = violations.map(({ id, nodes }) =>
    [id, ...nodes.map(({ html, any }) => `${html} (${any.map(({ message }) => message).join('; ')})`)].join(
      ': ',
    ),
  );
  expect(told, where).toEqual([]);
}

/**
 * What axe finds in what the page shows now: every element of the types of results that are asked for, one element a rule of the others.
 * Pages have no frames, so axe runs in the page itself; its package for Playwright opens a second page for each run to join frames in,
 * which takes twice as long.
 */
export async function runAxe(
  page: Page,
  { within = [], rules = [] }: Looked = {},
  resultTypes: RunOptions['resultTypes'] = ['violations'],
): Promise<AxeResults> {
  const context =
    within.length === 0 ? 'document' : JSON.stringify({ include: within.map((part) => [part]) });
  const options: RunOptions = {
    resultTypes,
    selectors: false,
    ...(rules.length > 0 && { runOnly: { type: 'rule', values: [...rules] } }),
  };
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate<AxeResults>(`axe.run(${context}, ${JSON.stringify(options)})`);
}

/** Lays out what waits until it is near the window: of what has no boxes yet, axe cannot tell the contrast. */
async function laidOut(page: Page): Promise<void> {
  await page.evaluate(() => {
    const all = new CSSStyleSheet();
    all.replaceSync('*, ::details-content { content-visibility: visible !important }');
    document.adoptedStyleSheets = [all];
  });
}

/**
 * Waits for what is fading or moving, for half-faded text has half its contrast. What pulses for ever or follows the scrolling
 * is not waited for: neither ends.
 */
async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const nextFrame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));
    const moving = () =>
      document
        .getAnimations()
        .filter(({ timeline, playState }) => timeline === document.timeline && playState === 'running')
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    // What a press sets off begins to move in the next frame or the one after it.
    await nextFrame();
    await nextFrame();
    while (moving().length > 0) {
      await Promise.allSettled(moving().map(({ finished }) => finished));
      await nextFrame();
    }
  });
}
