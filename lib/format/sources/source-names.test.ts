import { describe, expect, it, onTestFinished } from 'vitest';
import { SOURCE_IDS } from '#lib/domain/source-id';
import { listSources } from '#lib/sources/registry';
import { capital, setSourceNames, shortSourceName, sourceInText, sourceName } from './source-names.ts';

describe('what people call a source', () => {
  it('is the name of its publisher in the registry, the chosen exchange’s too', () => {
    onTestFinished(() => setSourceNames(listSources('kraken')));
    for (const exchange of ['kraken', 'binance'] as const) {
      const listed = listSources(exchange);
      setSourceNames(listed);
      expect(SOURCE_IDS.map(sourceName)).toEqual(listed.map(({ name }) => name));
    }
  });

  it('is short where there is little room, and has its article within a sentence', () => {
    expect(shortSourceName('ecb')).toBe('ECB');
    expect(sourceInText('boe')).toBe('the Bank of England');
    expect(capital(`${sourceInText('boe')} is late.`)).toBe('The Bank of England is late.');
    expect(sourceInText('charting-platform')).toBe('TradingView');
  });

  it('is the text itself where nobody knows it', () => {
    expect(sourceName('a tenth')).toBe('a tenth');
  });
});
