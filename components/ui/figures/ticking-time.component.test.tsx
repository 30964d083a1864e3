import { createRoot, type Root } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#lib/domain/durations';
import { ShortAge } from './ticking-time.tsx';

const NOW_MS = Date.UTC(2026, 0, 5, 12);
const AGES = 50;

const place = document.createElement('div');
const written = new MutationObserver(() => (writings += 1));
let writings = 0;
let root: Root;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW_MS, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  root = createRoot(place);
});

afterEach(() => {
  written.disconnect();
  flushSync(() => root.unmount());
  vi.useRealTimers();
});

describe('the ages of a table', () => {
  it('are written together', async () => {
    showAges(58 * SECOND_MS);
    expect(ages()).toEqual(new Set(['58 s']));
    writings = 0;
    written.observe(place, { subtree: true, characterData: true, childList: true });
    await vi.advanceTimersByTimeAsync(SECOND_MS);
    expect(ages()).toEqual(new Set(['59 s']));
    expect(writings).toBe(1);
    await vi.advanceTimersByTimeAsync(SECOND_MS + MINUTE_MS);
    expect(ages()).toEqual(new Set(['2 min']));
    expect(writings).toBe(3);
  });

  it('wait on one timer, which ends with the first step for which none of them waits', async () => {
    showAges(HOUR_MS);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(vi.getTimerCount()).toBe(1);
    flushSync(() => root.render(null));
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(vi.getTimerCount()).toBe(0);
  });
});

function showAges(ageMs: number): void {
  const instant = new Date(NOW_MS - ageMs).toISOString();
  const clock = { servedAtMs: NOW_MS, offsetMs: 0 };
  const row = (_: unknown, index: number) => <ShortAge key={index} instant={instant} clock={clock} />;
  flushSync(() => root.render(Array.from({ length: AGES }, row)));
}

function ages(): ReadonlySet<string | null> {
  return new Set([...place.querySelectorAll('time')].map(({ textContent }) => textContent));
}
