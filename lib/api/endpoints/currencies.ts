import { defineEndpoint } from '#lib/api/endpoint';
import { currenciesContract } from '#lib/contract/endpoints/currencies';
import type { CurrenciesResponse, ListedCurrency } from '#lib/contract/responses';
import { CURRENCIES, type Currency, isRetiredOn } from '#lib/domain/currencies/currency';
import { regionsOf } from '#lib/domain/currencies/currency-regions';
import { symbolOf } from '#lib/domain/currencies/currency-symbols';
import { isInForce, peggedCode } from '#lib/domain/currencies/peg';
import type { IsoDay } from '#lib/domain/iso-day';
import type { RateSnapshot, SourceSnapshot } from '#lib/domain/rates/rate-snapshot';
import { ok } from '#lib/domain/result';
import type { SourceId } from '#lib/domain/source-id';

/** GET /v1/currencies: every code this service knows, in code order, and which sources have a figure of it now. */
export const currencies = defineEndpoint(currenciesContract, {
  answer: (_service, _query, snapshot) => {
    const anchors = anchorsOf(snapshot);
    const servable = snapshot.sources.map((source) => ({ id: source.id, codes: servableCodes(source) }));
    const body: CurrenciesResponse = {
      count: CURRENCIES.length,
      currencies: CURRENCIES.map((currency) =>
        listed(currency, { today: snapshot.today, anchors, servable }),
      ),
    };
    return ok({ body, stale: false });
  },
});

/** What the snapshot knows of all currencies. */
interface KnownCurrencies {
  readonly today: IsoDay;
  readonly anchors: ReadonlyMap<string, string>;
  readonly servable: readonly { readonly id: SourceId; readonly codes: ReadonlySet<string> }[];
}

function listed(currency: Currency, { today, anchors, servable }: KnownCurrencies): ListedCurrency {
  const { code, name, minorUnits, countries, lastDay, successor } = currency;
  const isActive = !isRetiredOn(currency, today);
  const peggedTo = isActive ? (anchors.get(code) ?? null) : null;
  return {
    code,
    name,
    symbol: symbolOf(code),
    kind: kindOf(currency, peggedTo),
    peggedTo,
    minorUnits,
    countries: [...countries],
    regions: [...regionsOf(countries)],
    active: isActive,
    lastDay,
    successor,
    sources: servable.filter(({ codes }) => codes.has(code)).map(({ id }) => id),
  };
}

/** The codes that a source names in a figure within its hard limit. */
function servableCodes({ publications }: SourceSnapshot): ReadonlySet<string> {
  return new Set(
    publications.flatMap(({ age, codes, quotes }) => {
      if (!quotes) return age === 'expired' ? [] : [...codes];
      return [...quotes].flatMap(([pair, quote]) => (quote.age === 'expired' ? [] : pair.split('/')));
    }),
  );
}

function kindOf({ kind }: Currency, peggedTo: string | null): ListedCurrency['kind'] {
  return kind === 'fiat' && peggedTo !== null ? 'pegged' : kind;
}

/** What law holds each code to on the snapshot's day, as far as a table of pegs is enabled. */
function anchorsOf({ sources, today }: RateSnapshot): ReadonlyMap<string, string> {
  const inForce = sources.flatMap(({ pegs }) => pegs.filter((rate) => isInForce(rate, today)));
  return new Map(inForce.map((rate) => [peggedCode(rate), rate.anchor]));
}
