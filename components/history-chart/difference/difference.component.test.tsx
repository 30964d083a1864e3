import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { parseIsoDay } from '#lib/domain/iso-day';
import { chartModel } from '#lib/format/charts/chart-model';
import { chartSources, servedChartSources } from '#lib/format/charts/chart-source';
import { differenceModel } from '#lib/format/charts/difference-model';
import { FACTS as BOE } from '#lib/sources/boe/facts';
import { FACTS as ECB } from '#lib/sources/ecb/facts';
import { show, showChart, shownAddress } from '#lib/testing/components/shown-page';
import { DifferenceTable } from './difference-card.tsx';
import { DifferencePlot } from './difference-plot.tsx';

const ADDRESS = '/charts/EUR/USD?sources=ecb&against=boe';
const NOW = new Date('2026-03-19T12:00:00Z');
const sourceOf = chartSources(servedChartSources([ECB, BOE], NOW));

/** Three days of EUR/USD at two banks. */
function aDifference() {
  const lineOf = (source: 'ecb' | 'boe', place: number, hour: string, rates: readonly number[]) => ({
    base: 'EUR',
    quote: 'USD',
    source,
    facts: sourceOf(source),
    place,
    series: {
      instantsMs: ['16', '17', '18'].map((day) => Date.parse(`2026-03-${day}T${hour}:00Z`)),
      rates,
    },
  });
  const lines = [
    lineOf('ecb', 0, '13:15', [1.1478, 1.1531, 1.15]),
    lineOf('boe', 1, '16:00', [1.1478, 1.1525, 1.1513]),
  ];
  const span = { fromDay: parseIsoDay('2026-03-16'), toDay: null };
  const model = chartModel(lines, { span, isComparing: false, nowMs: NOW.getTime() });
  const difference = model && differenceModel(model, NOW.getTime());
  if (difference === null) throw new Error('no difference');
  return difference;
}

const slider = () => page.getByRole('slider', { name: 'Point of the chart' });
const readout = () => document.querySelector('[data-readout]')?.textContent;

async function showPlot(): Promise<void> {
  const plot = <DifferencePlot difference={aDifference()} isStandIn={false} nowMs={NOW.getTime()} />;
  await show(ADDRESS, plot);
  await expect.poll(() => document.querySelector('[data-line]')).not.toBeNull();
}

describe('the plot of a difference', () => {
  it('has a line at zero, below which are the days on which the other source is higher', async () => {
    await showPlot();
    const zero = document.querySelector('[data-zero]')?.getBoundingClientRect();
    const drawn = document.querySelector('[data-line]')?.getBoundingClientRect();
    expect(zero?.top).toBeGreaterThan(drawn?.top ?? Infinity);
    expect(zero?.top).toBeLessThan(drawn?.bottom ?? -Infinity);
  });

  it('goes from day to day by the keys of the page, says each, and leaves', async () => {
    await showPlot();
    await userEvent.keyboard('{ArrowLeft}');
    await expect
      .element(slider())
      .toHaveAttribute('aria-valuetext', expect.stringMatching(/^Wednesday 18 March 2026: −11\.3\u00A0bp, /));
    await userEvent.keyboard('{ArrowLeft}');
    await expect.poll(readout).toContain('+5.2\u00A0bp');
    await userEvent.keyboard('{Escape}');
    await expect.poll(readout).toBeUndefined();
  });

  it('goes to its ends by the keys of a slider', async () => {
    await showPlot();
    await userEvent.tab();
    await expect.element(slider()).toHaveFocus();
    await userEvent.keyboard('{Home}');
    await expect
      .element(slider())
      .toHaveAttribute('aria-valuetext', expect.stringContaining('Monday 16 March 2026: 0.0'));
  });

  it('points where the mouse goes, and no more where it has left', async () => {
    await showPlot();
    await slider().hover({ position: { x: 40, y: 100 } });
    await expect.poll(readout).toContain('Monday 16 March 2026');
    await userEvent.unhover(slider());
    await expect.poll(readout).toBeUndefined();
  });
});

it('the table of a difference has both rates and their difference, newest first', async () => {
  await show(ADDRESS, <DifferenceTable difference={aDifference()} />);
  await expect.poll(() => page.getByRole('row').elements()).toHaveLength(4);
  await expect
    .element(page.getByRole('row', { name: /^Wed 18 Mar 2026 .*1\.1500.* 1\.1513.* −11\.3$/ }))
    .toHaveAttribute('aria-rowindex', '2');
});

describe('a difference that there is not', () => {
  it('says why in a sentence, and shows the rates on a press', async () => {
    await showChart('/charts/EUR/USD?against=fixed');
    await expect.element(page.getByRole('heading', { name: 'There is no difference to show' })).toBeVisible();
    await expect.element(page.getByText(/^No history for EUR to USD\. Tried fixed: /)).toBeVisible();
    await page.getByRole('button', { name: 'Show the rates' }).click();
    await expect.poll(shownAddress).toBe('/charts/EUR/USD');
    await expect.element(page.getByRole('table', { name: 'EUR/USD, newest first' })).toBeVisible();
  });

  it('is not offered where a single source has the pair', async () => {
    await showChart('/charts/EUR/USD');
    await expect.element(page.getByRole('button', { name: 'Compare a pair' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Difference' })).not.toBeInTheDocument();
  });
});
