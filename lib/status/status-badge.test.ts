import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { openStatusBench, sayOfEcb } from '#lib/testing/worlds/status-bench';
import { BADGE_COLOURS } from './status-badge.ts';

describe('badges', () => {
  it('say the state of a source and of the whole, in words and to screen readers, and are kept for a minute', async () => {
    const { get, service } = await openStatusBench();
    await sayOfEcb(service, 0, 'outage');
    const response = await get('/status/badge/ecb.svg');
    expect(response.headers.get('content-type')).toBe('image/svg+xml');
    expect(response.headers.get('cache-control')).toBe('public, max-age=60');
    const svg = await response.text();
    expect(XMLValidator.validate(svg)).toBe(true);
    expect(svg).toContain('role="img" aria-label="ecb: outage"');
    expect(svg).toContain('<title>ecb: outage</title>');
    expect(svg).not.toMatch(/<script|href|onload|url\((?!#)/);
    expect(await (await get('/status/badge.svg')).text()).toContain('<title>rates: outage</title>');
  });

  it('tell a source that is not enabled from one that there is not, both 404 and never kept', async () => {
    const { get } = await openStatusBench();
    const missing = async (path: string) => {
      const response = await get(path);
      return [
        response.status,
        response.headers.get('cache-control'),
        /<title>(.*)<\/title>/.exec(await response.text())?.[1],
      ];
    };
    expect(await missing('/status/badge/boj.svg')).toEqual([404, 'no-store', 'boj: not enabled here']);
    expect(await missing('/status/badge/nobody.svg')).toEqual([404, 'no-store', 'status: no such source']);
    expect(await (await get('/status/badge/%3Cscript%3E.svg')).json()).toMatchObject({
      error: { code: 'not_found' },
    });
  });

  it('are read by everybody: text 4.5:1, grounds 3:1 to a white and to a near-black page', () => {
    const { text, ...grounds } = BADGE_COLOURS;
    for (const [name, ground] of Object.entries(grounds)) {
      expect(contrast(text, ground), name).toBeGreaterThanOrEqual(4.5);
      expect(contrast('#ffffff', ground), name).toBeGreaterThanOrEqual(3);
      expect(contrast('#0d1117', ground), name).toBeGreaterThanOrEqual(3);
    }
  });
});

/** The contrast of two colours `#rrggbb` by WCAG 2.2. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
