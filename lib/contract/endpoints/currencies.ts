import { z } from 'zod';
import { code, source } from '#lib/contract/answer-fields';
import { defineContract } from '#lib/contract/endpoint-contract';
import { REGIONS } from '#lib/domain/currencies/region';

/** One code. */
export const listedCurrency = z
  .strictObject({
    code: code.meta({ description: 'Its code.' }),
    name: z.string().meta({ description: 'Its English name.' }),
    symbol: z.string().nullable().meta({
      description:
        'As written beside an amount in its own country, so several currencies share one; null if none is in use.',
    }),
    kind: z.enum(['fiat', 'pegged', 'fund', 'metal', 'unit', 'crypto']).meta({
      description:
        '`pegged` if law fixes its rate to `peggedTo`; metals are per troy ounce; `fund` and `unit` are not used for payments.',
    }),
    peggedTo: code.nullable().meta({ description: 'The currency that it is pegged to by law; else null.' }),
    minorUnits: z
      .int()
      .nonnegative()
      .nullable()
      .meta({ description: 'Decimal places of an amount; null where there is no minor unit.' }),
    countries: z.array(z.string()).meta({ description: 'The countries where it is used, by English names.' }),
    regions: z.array(z.enum(REGIONS)).meta({ description: 'The regions of these countries.' }),
    active: z.boolean().meta({ description: 'Whether it is still in use.' }),
    lastDay: z.iso.date().nullable().meta({
      description: 'The last day on which a market figure in it can be true; null while it is in use.',
    }),
    successor: code.nullable().meta({ description: 'The currency that replaced it; else null.' }),
    sources: z
      .array(source)
      .meta({ description: 'The sources with a current figure of it, in the order of priority.' }),
  })
  .meta({ id: 'Currency', description: 'One currency.' });

/** GET /v1/currencies: every known code, in code order. */
export const currenciesContract = defineContract({
  id: 'currencies',
  access: 'keyed',
  tag: 'Reference',
  name: 'Currencies',
  title: 'Every known currency',
  description:
    'Lists every code that this service knows, retired ones with their last day and successor, and who has a current figure of each.',
  query: z.object({}),
  answer: z
    .strictObject({
      count: z.int().positive().meta({ description: 'How many there are.' }),
      currencies: z.array(listedCurrency).meta({ description: 'The currencies.' }),
    })
    .meta({ id: 'CurrencyList', description: 'Every known currency, in the order of the codes.' }),
  ownHeaders: [],
  examples: [
    {
      id: 'currencies',
      summary: 'Two of the known currencies',
      query: {},
      isShortened: true,
      body: {
        count: 525,
        currencies: [
          {
            code: 'ADP',
            name: 'Andorran peseta',
            symbol: null,
            kind: 'fiat',
            peggedTo: null,
            minorUnits: 0,
            countries: ['Andorra'],
            regions: ['europe'],
            active: false,
            lastDay: '1998-12-31',
            successor: 'EUR',
            sources: [],
          },
          {
            code: 'AED',
            name: 'UAE dirham',
            symbol: 'د.إ',
            kind: 'pegged',
            peggedTo: 'USD',
            minorUnits: 2,
            countries: ['United Arab Emirates'],
            regions: ['middle-east'],
            active: true,
            lastDay: null,
            successor: null,
            sources: ['fixed'],
          },
        ],
      },
    },
  ],
  printed: { name: 'count', type: 'number' },
});
