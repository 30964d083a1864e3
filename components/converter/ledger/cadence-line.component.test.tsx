import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { PageRoot } from '#components/frame/page-root';
import { SourceNotesProvider } from '#components/frame/source-notes';
import type { ConversionWithProvenance, Provenance } from '#lib/contract/responses';
import { MINUTE_MS, SECOND_MS } from '#lib/domain/durations';
import type { SourceId } from '#lib/domain/source-id';
import { sourceNotes } from '#lib/format/sources/source-notes';
import { FACTS as EXCHANGES } from '#lib/sources/crypto-exchange/facts';
import { FACTS as ECB } from '#lib/sources/ecb/facts';
import { show } from '#lib/testing/components/shown-page';
import { CadenceLine } from './cadence-line.tsx';

const SOURCES = [ECB, EXCHANGES.kraken];

// The names that the server writes into a page.
document.documentElement.dataset['sources'] = JSON.stringify(SOURCES);

const radio = (name: 'Fixing' | 'Market') =>
  page.getByRole('radiogroup', { name: 'Market price or fixing' }).getByRole('radio', { name, exact: true });

describe('the choice between a live rate and a fixing', () => {
  it('says of which bank and day a fixing is, and asks for the live rate by a press', async () => {
    const onChoose = await showLine(aConversion('ecb', '2026-04-10T12:15:00.000Z'));
    await expect.element(page.getByText('ECB fixing of 10 Apr 2026')).toBeVisible();
    await expect.element(radio('Fixing')).toBeChecked();
    await radio('Market').click();
    expect(onChoose.mock.calls).toEqual([['live']]);
  });

  it('is made by arrow keys too', async () => {
    const onChoose = await showLine(aConversion('ecb', '2026-04-10T12:15:00.000Z'));
    await userEvent.tab();
    await expect.element(radio('Fixing')).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    expect(onChoose.mock.calls).toEqual([['live']]);
  });

  it('says whose a live rate is, with an age that counts', async () => {
    await showLine(aConversion('crypto-exchange', ago(7 * SECOND_MS)));
    await expect.element(radio('Market')).toBeChecked();
    const words = page.getByText(/^Live at Kraken, \d+ s ago$/);
    const secondsOf = () => Number(/\d+/.exec(words.element().textContent ?? '')?.[0]);
    await expect.element(words).toBeVisible();
    const first = secondsOf();
    expect(first).toBeGreaterThanOrEqual(7);
    await expect.poll(secondsOf, { timeout: 5 * SECOND_MS }).toBeGreaterThan(first);
  });

  it('calls no quote live that is stale, or that may be by now', async () => {
    await showLine(aConversion('crypto-exchange', ago(6 * MINUTE_MS), 'stale'));
    await expect.element(page.getByText('Last Kraken quote, 6 min ago')).toBeVisible();
    await showLine(aConversion('crypto-exchange', ago(2 * MINUTE_MS)), { isUnsure: true });
    await expect.element(page.getByText('Last Kraken quote, 2 min ago')).toBeVisible();
  });

  it('says of a market that is closed when it opens, and calls nothing live', async () => {
    const market = { closedAt: '2026-11-20T22:00:00.000Z', opensAt: '2026-11-22T22:00:00.000Z' };
    const shown = aConversion('crypto-exchange', '2026-11-20T21:55:00.000Z', 'closed');
    await showLine({ ...shown, provenance: { ...shown.provenance, market } });
    await expect.element(page.getByText('Market closed, opens Sun 22:00 UTC')).toBeVisible();
    await expect.element(page.getByText(/live/i)).not.toBeInTheDocument();
  });

  it('shows what was pressed while its rate is on its way, and neither for a rate of law', async () => {
    await showLine(null, { source: 'crypto-exchange' });
    await expect.element(radio('Market')).toBeChecked();
    await expect.element(page.getByText(/Kraken/)).not.toBeInTheDocument();
    await showLine(aConversion('fixed', '1999-01-01T00:00:00.000Z', 'law'));
    await expect.element(radio('Market')).not.toBeChecked();
    await expect.element(radio('Fixing')).not.toBeChecked();
  });
});

/** Shows the line for a conversion, null while it is on its way; gives what hears what is chosen. */
async function showLine(
  shown: ConversionWithProvenance | null,
  {
    source = null,
    isUnsure = false,
  }: { readonly source?: SourceId | null; readonly isUnsure?: boolean } = {},
) {
  const onChoose = vi.fn();
  await show(
    '/convert/EUR/USD',
    <SourceNotesProvider notes={sourceNotes(SOURCES)}>
      <PageRoot
        state={{ mutations: [], queries: [] }}
        packedCurrencies=""
        address="/convert/EUR/USD"
        meanings={{}}
        sources={SOURCES.map(({ id }) => id)}
        credits={{}}
        clock={{ servedAtMs: Date.now(), offsetMs: 0 }}
      >
        <CadenceLine shown={shown} source={source} isUnsure={isUnsure} onChoose={onChoose} />
      </PageRoot>
    </SourceNotesProvider>,
  );
  return onChoose;
}

function aConversion(
  source: SourceId,
  timestamp: string,
  age: Provenance['age'] = 'fresh',
): ConversionWithProvenance {
  const provenance: Provenance = { kind: 'direct', age, legs: [], rule: 'current', passedOver: [] };
  return { from: 'EUR', to: 'USD', amount: 1, result: 1.1491, rate: 1.1491, source, timestamp, provenance };
}

function ago(ms: number): string {
  return new Date(Date.now() - ms).toISOString();
}
