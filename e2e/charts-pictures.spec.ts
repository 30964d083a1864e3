import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { someOf } from '#lib/testing/long-count';
import { type ChartServer, drawing, line } from './charts-page.ts';
import { type ConverterServer, FAR_BANKS } from './converter-page.ts';
import { expect, test } from './guarded-test.ts';
import { startFolder } from '#lib/testing/worlds/running-server';

let pairs: ChartServer;
let banks: ConverterServer;

test.beforeAll(({ simulatedCharts, twoBanks }) => {
  pairs = simulatedCharts;
  banks = twoBanks;
});

async function taken(page: Page, kind: 'SVG' | 'PNG'): Promise<Buffer> {
  await page.getByRole('button', { name: 'Export' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: kind }).click();
  return readFile(await (await saved).path());
}

/** The legend of a picture in its own form: each name, and the colour of the piece of line before it. */
function legendOf(svg: string): readonly { readonly name: string; readonly colour: string }[] {
  const entries = svg.matchAll(
    /<path d="M16 [\d.]+h24" stroke="(rgb\([^"]+\))"[^>]*\/><text [^>]*>([^<]+)<\/text>/g,
  );
  return [...entries].map(([, colour = '', name = '']) => ({ name, colour }));
}

/** How many pixels of a picture have a colour: above its plot, and all of them. */
function pixelsOf(page: Page, png: Buffer, colour: string) {
  return page.evaluate(
    async ({ bytes, colour }) => {
      const picture = await createImageBitmap(new Blob([Uint8Array.from(bytes)], { type: 'image/png' }));
      const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
      context?.drawImage(picture, 0, 0);
      const pixels = context?.getImageData(0, 0, picture.width, picture.height).data ?? [];
      const [red, green, blue] = (colour.match(/\d+/g) ?? []).map(Number);
      const headEnd = 2 * (56 + 2 * 18) * picture.width;
      const count = { head: 0, all: 0 };
      for (let pixel = 0; pixel * 4 < pixels.length; pixel += 1) {
        const at = pixel * 4;
        if (pixels[at] !== red || pixels[at + 1] !== green || pixels[at + 2] !== blue) continue;
        count.all += 1;
        if (pixel < headEnd) count.head += 1;
      }
      return count;
    },
    { bytes: [...png], colour },
  );
}

/** How far the texts of a picture go beyond its right edge, at most, in pixels. */
function beyondEdge(page: Page, svg: string): Promise<number> {
  return page.evaluate((text) => {
    const picture = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
    document.body.append(picture);
    const edge = picture.getBoundingClientRect().right;
    const ends = [...picture.querySelectorAll('text')].map((one) => one.getBoundingClientRect().right);
    picture.remove();
    return Math.max(...ends) - edge;
  }, svg);
}

/** How far to the right the title of a picture reaches, and how far it would in the page's face and in the machine's. */
function titleEnds(page: Page, png: Buffer, title: string) {
  return page.evaluate(
    async ({ bytes, title }) => {
      const picture = await createImageBitmap(new Blob([Uint8Array.from(bytes)], { type: 'image/png' }));
      const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
      const family = getComputedStyle(document.documentElement).getPropertyValue('--font-geist-sans');
      if (context === null) throw new Error('no canvas');
      await document.fonts.load(`600 32px ${family}`);
      context.drawImage(picture, 0, 0);
      const { data } = context.getImageData(0, 0, picture.width, 60);
      const isInk = (pixel: number) => Math.abs((data[pixel * 4] ?? 0) - (data[0] ?? 0)) > 100;
      const columns = Array.from({ length: picture.width }, (_, x) => x);
      const end = columns.findLast((x) =>
        Array.from({ length: 60 }).some((_, y) => isInk(y * picture.width + x)),
      );
      const endIn = (face: string) => {
        context.font = `600 32px ${face}`;
        return 32 + context.measureText(title).actualBoundingBoxRight;
      };
      return { drawn: end ?? 0, ours: endIn(family), machine: endIn('system-ui') };
    },
    { bytes: [...png], title },
  );
}

test('a picture is written in the face of the page', async ({ page }) => {
  await page.goto(`${banks.origin}/charts/EUR/USD`);
  await expect(drawing(page)).toBeVisible();
  const { drawn, ours, machine } = await titleEnds(page, await taken(page, 'PNG'), 'EUR/USD');
  expect(Math.abs(ours - machine), 'the faces can be told apart').toBeGreaterThan(3);
  expect(Math.abs(drawn - ours)).toBeLessThan(2.5);
});

test('a picture of many pairs has room for its title on a phone @long', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto(`${pairs.origin}/charts/EUR/USD?compare=EUR-JPY,EUR-GBP,EUR-CHF,EUR-NOK`);
  await expect(drawing(page)).toBeVisible();
  const svg = (await taken(page, 'SVG')).toString('utf8');
  expect(svg).toMatch(
    />SIMULATED, made-up figures: EUR\/USD and 4 more, indexed to 100 on \d+ \w+ \d{4}<\/text>/,
  );
  expect(legendOf(svg)).toHaveLength(5);
  expect(await beyondEdge(page, svg)).toBeLessThanOrEqual(0);
});

/** What a picture has two lines of, on a phone and a wide screen: the first and the third have each once. */
const TWO_LINES = [
  { of: 'pairs', width: 390 },
  { of: 'pairs', width: 1440 },
  { of: 'sources', width: 1440 },
  { of: 'sources', width: 390 },
] as const;

for (const { of, width } of someOf(TWO_LINES, 1)) {
  test(`a picture of two ${of} shows both lines and names them, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const address =
      of === 'pairs'
        ? `${pairs.origin}/charts/EUR/USD?compare=EUR-JPY`
        : `${banks.origin}/charts/EUR/USD?sources=ecb,boe`;
    await page.goto(address);
    await expect(drawing(page)).toBeVisible();
    const svg = (await taken(page, 'SVG')).toString('utf8');
    const png = await taken(page, 'PNG');
    const legend = legendOf(svg);
    expect(legend.map(({ name }) => name)).toEqual(
      of === 'pairs' ? ['EUR/USD · ECB', 'EUR/JPY · ECB'] : ['EUR/USD · ECB', 'EUR/USD · BoE'],
    );
    expect(await beyondEdge(page, svg)).toBeLessThanOrEqual(0);
    expect(new Set(legend.map(({ colour }) => colour)).size).toBe(2);
    for (const { colour } of legend) {
      const { head, all } = await pixelsOf(page, png, colour);
      expect(head, 'a piece of the line, and the name').toBeGreaterThan(40);
      expect(all - head, 'the line itself').toBeGreaterThan(80);
    }
    expect(svg.includes('SIMULATED, made-up figures')).toBe(of === 'pairs');
  });
}

test('a picture gives each publisher its whole credit, on a phone and a wide screen @long', async ({
  page,
}) => {
  const far = await startFolder({}, FAR_BANKS);
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${far.origin}/charts/EUR/USD?sources=ecb,fed`);
    await expect(drawing(page)).toBeVisible();
    await expect(line(page, 'Fed')).toHaveCount(1);
    const svg = (await taken(page, 'SVG')).toString('utf8');
    expect(await beyondEdge(page, svg)).toBeLessThanOrEqual(0);
    expect(svg.replaceAll(/<\/text><text [^>]*>/g, ' ')).toMatch(
      /Source: European Central Bank · Source: Board of Governors .* Federal Reserve Bank of St\. Louis/,
    );
  }
  await far.stop();
});

test('a picture of a single line has no legend @long', async ({ page }) => {
  await page.goto(`${banks.origin}/charts/EUR/USD`);
  await expect(drawing(page)).toBeVisible();
  expect(legendOf((await taken(page, 'SVG')).toString('utf8'))).toEqual([]);
  expect((await taken(page, 'SVG')).toString('utf8')).not.toContain('logarithmic');
  await page.getByRole('radio', { name: /^Log\b/ }).check({ force: true });
  await expect(page).toHaveURL(/scale=log/);
  expect((await taken(page, 'SVG')).toString('utf8')).toContain('ECB · logarithmic scale');
});
