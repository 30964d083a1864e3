import { afterEach, describe, expect, inject, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { nearestLocale } from '#lib/format/numbers/locale';
import { amountField, paste, resultField } from '#lib/testing/components/converter-card';
import { showConverter, shownAddress } from '#lib/testing/components/shown-page';

/** What is typed or pasted on a page of a browser's language, and the amount that it is read as. */
const WRITTEN: Readonly<Record<string, readonly (readonly [typed: string, amount: string])[]>> = {
  'en-GB': [
    ['1200', '1200'],
    ['1,200', '1200'],
    ['1,200.50', '1200.5'],
    ['1.200,50', '1200.5'],
    ['1 200.50', '1200.5'],
    ['1,200 €', '1200'],
    ['€1,200', '1200'],
    ['1.2k', '1200'],
    ['1.5 million', '1500000'],
    ['1200 EUR', '1200'],
  ],
  'de-DE': [
    ['1200', '1200'],
    ['1.200', '1200'],
    ['1.200,50', '1200.5'],
    ['1,200.50', '1200.5'],
    ['1200,5', '1200.5'],
    ['1,2k', '1200'],
    ['1,5 Mio', '1500000'],
    ['1.200 €', '1200'],
    ['EUR 1.200', '1200'],
    ['1 200,50', '1200.5'],
  ],
  'fr-FR': [
    ['1200', '1200'],
    ['1 200', '1200'],
    ['1 200,50', '1200.5'],
    ['1\u202f200,50', '1200.5'],
    ['1\u00a0200,50 €', '1200.5'],
    ['1.200,50', '1200.5'],
    ['1,200.50', '1200.5'],
    ['1200,5', '1200.5'],
    ['1,2k', '1200'],
    ['1200 eur', '1200'],
  ],
  'de-CH': [
    ['1200', '1200'],
    ['1’200', '1200'],
    ["1'200.50", '1200.5'],
    ['1200.5', '1200.5'],
    ['1200,50', '1200.5'],
    ['1.200,50', '1200.5'],
    ['1 200.50', '1200.5'],
    ['1.2k', '1200'],
    ['€ 1’200', '1200'],
    ['1,200', '1200'],
  ],
  'en-IN': [
    ['1200', '1200'],
    ['1,200', '1200'],
    ['1,200.50', '1200.5'],
    ['1,20,000', '120000'],
    ['12,34,567.50', '1234567.5'],
    ['१,२००', '1200'],
    ['1.2k', '1200'],
    ['1 million', '1000000'],
    ['1200.5', '1200.5'],
    ['EUR 1,200', '1200'],
  ],
  'ja-JP': [
    ['1200', '1200'],
    ['1,200', '1200'],
    ['１２００', '1200'],
    ['１，２００．５０', '1200.5'],
    ['1,200.50', '1200.5'],
    ['1200.5', '1200.5'],
    ['1.2k', '1200'],
    ['€1,200', '1200'],
    ['1 200', '1200'],
    ['1.200,50', '1200.5'],
  ],
};

afterEach(() => {
  document.documentElement.dataset['locale'] = 'en';
});

describe('an amount', () => {
  it.each(Object.entries(WRITTEN))(
    'is read as people write it where the browser speaks %s, typed and pasted',
    async (language, texts) => {
      document.documentElement.dataset['locale'] = nearestLocale([language]);
      for (const [index, [text, amount]] of texts.entries()) {
        for (const way of waysOf(index, language)) {
          await showConverter('/convert/EUR/USD?amount=7');
          (await amountField.findElement()).focus();
          await userEvent.keyboard('{Control>}a{/Control}');
          await (way === 'typed' ? userEvent.keyboard(text) : paste(text));
          await expect
            .poll(shownAddress, { message: `${text} ${way}` })
            .toBe(`/convert/EUR/USD?amount=${amount}`);
        }
      }
    },
  );

  it.each([
    ['German', 'de', '116,84', '117,84'],
    ['French', 'fr', '116,84', '117,84'],
    ['Swiss', 'ch', '116.84', '117.84'],
  ])('that was not typed is stepped from what is seen: %s', async (_, locale, shown, stepped) => {
    document.documentElement.dataset['locale'] = locale;
    await showConverter('/convert/EUR/USD?amount=100');
    (await resultField.findElement()).focus();
    await expect.element(resultField).toHaveValue(shown);
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(resultField).toHaveValue(stepped);
    await expect.poll(shownAddress).toBe('/convert/EUR/USD?result=117.84');
  });
});

const LANGUAGES = Object.keys(WRITTEN);

/** How a text comes into the field: in `npm test` one in three is typed or pasted, of each language others; in the long run each both ways. */
function waysOf(index: number, language: string): readonly ('typed' | 'pasted')[] {
  if (inject('isEveryCase')) return ['typed', 'pasted'];
  if (index % 3 !== LANGUAGES.indexOf(language) % 3) return [];
  return [index % 2 === 0 ? 'typed' : 'pasted'];
}
