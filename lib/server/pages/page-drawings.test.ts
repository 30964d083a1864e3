import { describe, expect, it, vi } from 'vitest';
import { finishPage } from './finished-page.ts';
import { createPageDrawings, DRAWING_BOUNDS, type DrawingBounds } from './page-drawings.ts';

const NETWORK = '192.0.2.1';

describe('drawing pages', () => {
  it('draws once for a thousand readers of the same page, who come while it is drawn and after', async () => {
    const { drawings, held, begun } = open();
    const early = Array.from({ length: 500 }, () => drawings.page(question('/'), held('/')));
    expect(begun).toEqual(['/']);
    held.release('/');
    for (const outcome of await Promise.all(early)) expect(outcome).toMatchObject({ kind: 'page' });
    for (let reader = 0; reader < 500; reader += 1) {
      expect(await drawings.page(question('/'), held('/'))).toMatchObject({ kind: 'page' });
    }
    expect(begun).toEqual(['/']);
  });

  it('draws again once the figures have changed', async () => {
    const { drawings, held, begun, figures } = open();
    held.release('/');
    await drawings.page(question('/'), held('/'));
    figures.version = '2';
    await drawings.page(question('/'), held('/'));
    expect(begun).toEqual(['/', '/']);
  });

  it('never draws more at once than its bound, and begins no page whose readers have gone', async () => {
    const { drawings, held, begun } = open({ atOnce: 2, waiting: 200, waitingPerNetwork: 200 });
    const readers = Array.from({ length: 200 }, (_, index) => {
      const gone = new AbortController();
      const outcome = drawings.page(question(`/${index}`, gone.signal), held(`/${index}`));
      return { gone, outcome };
    });
    for (const { gone } of readers) gone.abort();
    for (const { outcome } of readers) expect(await outcome).toEqual({ kind: 'gone' });
    await vi.waitFor(() => expect(drawings.load()).toEqual({ drawing: 2, waiting: 0 }));
    held.release('/0');
    held.release('/1');
    await vi.waitFor(() => expect(drawings.load()).toEqual({ drawing: 0, waiting: 0 }));
    expect(begun).toEqual(['/0', '/1']);
  });

  it('begins nothing for a reader who had gone before', async () => {
    const { drawings, held, begun } = open();
    const outcome = drawings.page(question('/', AbortSignal.abort()), held('/'));
    expect(await outcome).toEqual({ kind: 'gone' });
    expect(begun).toEqual([]);
  });

  it('goes on for the readers who stay when another of the same page goes', async () => {
    const { drawings, held } = open({ atOnce: 1 });
    const first = drawings.page(question('/first'), held('/first'));
    const gone = new AbortController();
    const leaving = drawings.page(question('/', gone.signal), held('/'));
    const staying = drawings.page(question('/'), held('/'));
    gone.abort();
    expect(await leaving).toEqual({ kind: 'gone' });
    held.release('/first');
    held.release('/');
    expect(await first).toMatchObject({ kind: 'page' });
    expect(await staying).toMatchObject({ kind: 'page' });
  });
});

describe('a page that cannot be drawn now', () => {
  it('is told to be busy when too many wait, of all or of one network, and leaves room for others', async () => {
    const { drawings, held } = open({ atOnce: 1, waiting: 3, waitingPerNetwork: 2 });
    const ask = (key: string, network = NETWORK) => drawings.page({ ...question(key), network }, held(key));
    void ask('/drawn');
    void ask('/waits');
    void ask('/waits-too');
    expect(await ask('/too-many')).toEqual({ kind: 'busy' });
    void ask('/of-another', '192.0.2.2');
    expect(drawings.load()).toEqual({ drawing: 1, waiting: 3 });
    expect(await ask('/of-a-third', '192.0.2.3')).toEqual({ kind: 'busy' });
  });

  it('is told so as well when it has waited for too long', async () => {
    const { drawings, held } = open({ atOnce: 1, waitMs: 20 });
    void drawings.page(question('/drawn'), held('/drawn'));
    expect(await drawings.page(question('/waits'), held('/waits'))).toEqual({ kind: 'busy' });
    expect(drawings.load()).toEqual({ drawing: 1, waiting: 0 });
  });

  it('is not kept when it failed', async () => {
    const { drawings, held, begun } = open();
    const failing = () => Promise.reject(new Error('the process ended'));
    expect(await drawings.page(question('/'), failing)).toEqual({ kind: 'failed' });
    const broken = () => Promise.resolve(finishPage({ status: 500, rawHeaders: [], body: Buffer.alloc(0) }));
    await drawings.page(question('/'), broken);
    held.release('/');
    await drawings.page(question('/'), held('/'));
    expect(begun).toEqual(['/']);
  });
});

function open(bounds: Partial<DrawingBounds> = {}) {
  const figures = { version: '1' };
  const begun: string[] = [];
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const gateOf = (key: string) => {
    const gate = gates.get(key) ?? Promise.withResolvers<void>();
    gates.set(key, gate);
    return gate;
  };
  const held = (key: string) => async () => {
    begun.push(key);
    await gateOf(key).promise;
    return finishPage({ status: 200, rawHeaders: [], body: Buffer.from(key) });
  };
  held.release = (key: string) => gateOf(key).resolve();
  const drawings = createPageDrawings(() => figures.version, {
    ...DRAWING_BOUNDS,
    keptMs: 60_000,
    ...bounds,
  });
  return { drawings, held, begun, figures };
}

function question(key: string, signal = new AbortController().signal) {
  return { key, network: NETWORK, signal };
}
