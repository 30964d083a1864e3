import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { createPairPictures } from './pair-pictures.ts';
import { GENERAL_CARD, type PictureCard } from './picture-card.ts';

const PNG = [0x89, 0x50, 0x4e, 0x47];

function aCard(pair: string): PictureCard {
  return {
    pair,
    meaning: 'One euro in US dollar',
    strong: '1.1684',
    muted: '',
    origin: 'ecb, 13 Apr 2026, 12:10 UTC',
    isSimulated: true,
  };
}

function aShelf(drawNow?: () => Promise<Uint8Array>) {
  const failures: unknown[] = [];
  const clock = { ms: 0 };
  const pictures = createPairPictures({
    root: process.cwd(),
    nowMs: () => clock.ms,
    onFailure: (error) => failures.push(error),
    ...(drawNow && { drawNow }),
  });
  return { pictures, failures, clock };
}

describe('pictures of pairs', () => {
  it('are drawn in a thread, without a network, as PNG of the size that Open Graph names', async () => {
    const { pictures, failures } = aShelf();
    const picture = Buffer.from((await pictures.draw(aCard('EUR/USD'))) ?? []);
    expect(failures).toEqual([]);
    expect([...picture.subarray(0, 4)]).toEqual(PNG);
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1200, 630]);
  });

  it('are drawn once, however many ask', async () => {
    let drawn = 0;
    const { pictures } = aShelf(async () => {
      drawn += 1;
      return new Uint8Array([drawn]);
    });
    const asked = await Promise.all(Array.from({ length: 50 }, () => pictures.draw(GENERAL_CARD)));
    expect(new Set(asked.map((picture) => picture?.[0]))).toEqual(new Set([1]));
    expect((await pictures.draw(GENERAL_CARD))?.[0]).toBe(1);
    expect(drawn).toBe(1);
  });

  it('are refused beyond ten at once and thirty a minute, and go on later', async () => {
    const { pictures, clock } = aShelf(async () => new Uint8Array([1]));
    const asked = await Promise.all(Array.from({ length: 40 }, (_, at) => pictures.draw(aCard(`A${at}`))));
    expect(asked.filter((picture) => picture !== null)).toHaveLength(10);
    clock.ms = 2000;
    expect(await pictures.draw(aCard('LATER'))).not.toBeNull();
    expect(await pictures.draw(aCard('TOO SOON'))).toBeNull();
  });

  it('are drawn one after the other, and a failure stops none behind it', async () => {
    let underWay = 0;
    let most = 0;
    const { pictures, failures } = aShelf(async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      await Promise.resolve();
      underWay -= 1;
      if (failures.length === 0) throw new Error('no font');
      return new Uint8Array([1]);
    });
    const asked = await Promise.all(['A', 'B', 'C'].map((pair) => pictures.draw(aCard(pair))));
    expect(asked.map((picture) => picture === null)).toEqual([true, false, false]);
    expect(most).toBe(1);
    expect(failures).toHaveLength(1);
  });
});
