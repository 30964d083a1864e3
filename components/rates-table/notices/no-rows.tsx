'use client';
import { Suspense } from 'react';
import { Blank } from '#components/ui/notices/blank';
import { Failed } from '#components/ui/notices/failed';
import { TROUBLES } from '#components/ui/notices/notice-connection';
import { Countdown } from '#components/ui/figures/ticking-time';
import { lazyPart } from '#lib/client/browser/lazy-part';
import { useServed } from '#components/frame/page-root';
import { dayText } from '#lib/format/instants';
import { otherCodeSentence } from '#lib/format/currencies/currency-picks';
import { isNamedBy } from '#lib/format/currencies/currency-search';
import type { CurrencyOption } from '#lib/format/currencies/currency-list';
import { REGION_NAMES, SHELF_NAMES } from '#lib/format/rates/rates-words';
import type { RatesFace, RatesState } from '#components/rates-table/model/use-rates.ts';
import type { Search } from '#components/rates-table/model/use-shown-table.ts';
import { sourceInText } from '#lib/format/sources/source-names';

/** Rare, and only ever after an answer of the service: its code can still be fetched then. */
const NoRates = lazyPart(() => import('./no-rates.tsx'), 'NoRates');

/** Codes that a sentence names at most. */
const NAMED_MAX = 3;

/** In the place of the rows when none is chosen: what is, why, and the ways out. */
export function NoMatch({ state, search }: { readonly state: RatesState; readonly search: Search }) {
  const { currencies } = useServed();
  const { view, rows, show } = state;
  const sought = search.text.trim();
  const there = new Set(rows.map(({ code }) => code));
  const known = sought === '' ? [] : currencies.filter((currency) => isNamedBy(currency, sought));
  const hidden = known.filter(({ code }) => there.has(code));
  const missing = known.filter(({ code }) => !there.has(code) && code !== view.base);
  const filters = [
    view.shelf === null ? [] : [SHELF_NAMES[view.shelf]],
    view.region === null ? [] : [REGION_NAMES[view.region]],
  ].flat();
  const isFiltered = filters.length > 0;
  const isBase = known.length > 0 && hidden.length === 0 && missing.length === 0;
  return (
    <Blank
      title={titleOf(sought, view.source)}
      ways={[
        isFiltered && {
          text: 'Show all kinds and regions',
          act: () => show({ shelf: null, region: null }),
        },
        view.source !== null &&
          missing.length > 0 && { text: 'Ask every source', act: () => show({ source: null }) },
        sought !== '' && { text: 'Clear search', act: () => search.set('') },
      ]}
    >
      {isFiltered && <p>Only these are shown: {filters.join(', ')}.</p>}
      {hidden.length > 0 && isFiltered && <p>{namesOf(hidden)} would match without this.</p>}
      {missing.length > 0 && <p>{missingSentence(missing, view.source)}</p>}
      {isBase && <p>{namesOf(known)} is what the rates are on.</p>}
      {known.length === 0 && sought !== '' && (
        <p>
          {otherCodeSentence(sought) ??
            'Search takes a code, a name or a country, such as CHF, krone or Kenya.'}
        </p>
      )}
    </Blank>
  );
}

function titleOf(sought: string, source: string | null): string {
  const what = sought === '' ? 'No currency is left' : `No currency matches “${sought}”`;
  return source === null ? what : `${what} from ${sourceInText(source)}`;
}

/** In the place of the table when there is none. */
export function NoTable({
  state,
  face,
}: {
  readonly state: RatesState;
  readonly face: Extract<RatesFace, { readonly kind: 'none' | 'failed' }>;
}) {
  const { retry, hasNetwork, nextAskAtMs } = state;
  if (face.kind === 'failed') {
    return (
      <Failed title="The table could not be loaded" failure={face.trouble} onRetry={retry}>
        {TROUBLES[face.trouble.kind]} Your base, source and pins are kept.{' '}
        {face.trouble.kind !== 'refused' && hasNetwork ? (
          <>
            Trying again in <Countdown toMs={nextAskAtMs} />.
          </>
        ) : (
          'The rates come as soon as the service answers.'
        )}
      </Failed>
    );
  }
  return (
    <Suspense fallback={<div className="min-h-60" aria-busy />}>
      <NoRates state={state} error={face.error} />
    </Suspense>
  );
}

function missingSentence(missing: readonly CurrencyOption[], source: string | null): string {
  const [first, second] = missing;
  const lastDay = second ? null : first?.lastDay;
  const hasNone = source === null ? 'no source has a' : `${sourceInText(source)} has no`;
  if (lastDay)
    return `${namesOf(missing)} ended on ${dayText(new Date(lastDay))}, and ${hasNone} legal rate of it.`;
  return `${namesOf(missing)}: known, but ${hasNone} current figure.`;
}

function namesOf(currencies: readonly CurrencyOption[]): string {
  const named = currencies.slice(0, NAMED_MAX).map(({ name, code }) => `${name} (${code})`);
  const rest = currencies.length - named.length;
  return rest > 0 ? `${named.join(', ')} and ${rest} more` : named.join(', ');
}
