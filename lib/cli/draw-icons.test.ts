import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { drawIcons } from './draw-icons.ts';

describe('the icons in the project', () => {
  it('are those that app/icon.svg gives, byte for byte', async () => {
    const drawn = await drawIcons(process.cwd());
    expect(drawn.size).toBe(5);
    for (const [path, bytes] of drawn) {
      const kept = await readFile(join(process.cwd(), path));
      expect(bytes.equals(kept), `${path} is drawn anew by: node lib/cli/draw-icons.ts`).toBe(true);
    }
  });
});
