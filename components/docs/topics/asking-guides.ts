import { ENDPOINT_PATHS } from '#lib/contract/endpoint-paths';
import {
  ADDRESS_LIMITS,
  burstOf,
  FIGURES_A_REQUEST,
  LONG_ANSWERS_WAITING,
  RECEIPT_REQUESTS,
  STREAM_LIMITS,
} from '#lib/contract/request-limits';
import { wholeText } from '#lib/format/numbers/number-text';
import { type DocsTopic, type ServedFacts, termsOf, type TopicPart } from './topic.ts';

const { convert, historical, pair, rates, revisions, series, stream } = ENDPOINT_PATHS;

const KEY = '-H "X-API-Key: $CROSSRATE_API_KEY"';

/** How to ask: a first answer, all pages of a long one, no more often than needed, and within the limits. */
export const ASKING_GUIDES: readonly DocsTopic[] = [
  {
    slug: 'first-call',
    name: 'First call',
    title: 'Your first call',
    summary: 'Ask for one conversion, read the answer, keep its digits, and recognise an error.',
    parts: (served) => [
      askPart(served),
      readPart(served),
      errorPart(served),
      {
        id: 'next',
        heading: 'Next',
        text: [
          `All currencies of one base: [\`${rates}\`](/docs/rates). The past: [\`${historical}\`](/docs/historical). Each new rate as it comes: [\`${stream}\`](/docs/stream). Clients in your language can be generated from [openapi.json](/openapi.json).`,
        ],
      },
    ],
  },
  {
    slug: 'paging',
    name: 'Paging',
    title: 'Paging through long answers',
    summary: 'Follow Link headers until you have every historical point or correction exactly once.',
    parts: ({ origin }) => [
      {
        id: 'link',
        heading: null,
        text: [
          `[\`${historical}\`](/docs/historical) gives at most \`limit\` points, 1000 if you name no number and 5000 at most. If the range has more, you get the newest, with \`X-Truncated: true\` and a \`Link\` whose \`rel="prev"\` leads to those before.`,
          'Do not compute the next address yourself: follow the links until there is none, and you have had every point exactly once. The address is relative, so join it with the one that you asked.',
        ],
        examples: [
          {
            program: 'Python',
            label: 'Every page of a history',
            lines: [
              'import json, os, re',
              'from urllib.parse import urljoin',
              'from urllib.request import Request, urlopen',
              '',
              `address = "${origin}${historical}?from=EUR&to=USD&source=ecb&startDate=2026-04-10&endDate=2026-04-13&limit=1"`,
              'points = []',
              'while address:',
              '    request = Request(address, headers={"X-API-Key": os.environ["CROSSRATE_API_KEY"]})',
              '    with urlopen(request) as response:',
              '        points = json.load(response)["points"] + points',
              '        earlier = re.search(r\'<([^>]+)>; rel="prev"\', response.headers.get("Link") or "")',
              '    address = urljoin(address, earlier[1]) if earlier else None',
              'print(len(points), points[0]["timestamp"])',
            ],
            prints: ['2 2026-04-10T12:10:00.000Z'],
          },
        ],
      },
      {
        id: 'more',
        heading: 'Other long answers',
        text: [
          `The same goes for corrections: [\`${revisions}\`](/docs/revisions) gives 100, at most 1000, oldest change first, and \`rel="next"\` leads to later ones.`,
          `[\`${rates}\`](/docs/rates) and [\`${series}\`](/docs/series) are never cut: narrow them with \`symbols\`, \`codes\` and \`days\`.`,
        ],
      },
    ],
  },
  {
    slug: 'caching',
    name: 'Caching',
    title: 'Caching and asking again',
    summary: 'Use ETags and the data version to ask again cheaply, or let the stream tell you.',
    parts: ({ origin }) => [
      {
        id: 'etag',
        heading: null,
        text: [
          'An answer may be reused for five seconds, as `Cache-Control` says. After that, send its `ETag` as `If-None-Match`: if nothing has changed you get 304 without a body. It still counts as a request.',
        ],
        examples: [
          {
            program: 'Shell',
            label: 'The same question twice',
            lines: [
              `address="${origin}${pair}?from=EUR&to=USD&source=ecb&date=2026-04-13"`,
              String.raw`curl -s ${KEY} "$address" --etag-save pair.etag -o pair.json -w "%{http_code}\n"`,
              String.raw`curl -s ${KEY} "$address" --etag-compare pair.etag -w "%{http_code}\n"`,
            ],
            prints: ['200', '304'],
          },
        ],
      },
      {
        id: 'version',
        heading: 'One version of the figures',
        text: [
          '`X-Data-Version` changes with every commit of figures, when a publication begins to count, and when an age state or the UTC day turns. Answers with the same version fit together to the last digit: if you ask several questions for one report and the version differs between them, ask again.',
        ],
      },
      {
        id: 'rest',
        heading: 'How often to ask',
        text: [
          `A bank publishes once a day: [Sources](/docs/sources) says when. For the newest rate of a market, open [\`${stream}\`](/docs/stream) instead of asking every second; its events cost nothing.`,
          'A [document](/docs/documents) never changes and may be kept for a year by you, but not by shared caches. Errors and streams are never cached.',
        ],
      },
    ],
  },
  {
    slug: 'limits',
    name: 'Limits',
    title: 'Limits',
    summary: 'How many requests a key may make, how an answer says what is left, and when to try again.',
    parts: (served) => [limitPart(served), againPart(served)],
  },
];

/** Off where the operator limits nothing. */
const ADDRESS_TERMS = {
  [ENDPOINT_PATHS.status]: `${ADDRESS_LIMITS.statusAMinute} a minute per address without a key; a request with a key counts towards the limit of the key.`,
  pages: `The pages of this service, including the boxes here, share ${ADDRESS_LIMITS.pagesAMinute} a minute and ${ADDRESS_LIMITS.pagesInTenSeconds} in ten seconds per address.`,
  'pages themselves': `${wholeText(ADDRESS_LIMITS.pageLoadsAMinute)} a minute per address, with the parts that browsers fetch ahead. A page that cannot be rendered in time is 503 with \`Retry-After\`.`,
};

function ownLimit(perMinute: number): string {
  return perMinute === 0
    ? 'This server limits neither addresses nor keys, except keys that have a limit of their own.'
    : `On this server a key may make ${wholeText(perMinute)} requests a minute, ${wholeText(burstOf(perMinute))} of them at once, unless it has a limit of its own.`;
}

/** A first question. */
function askPart({ origin }: ServedFacts): TopicPart {
  return {
    id: 'ask',
    heading: 'Ask',
    text: [
      '[Create a key](/account/keys) and put it into the environment of your program: `export CROSSRATE_API_KEY="xr_live_…"`. Every request is a GET with the key in the `X-API-Key` header. This one asks what 1200 euros were in dollars on 13 April 2026.',
    ],
    examples: [
      {
        program: 'Shell',
        label: 'A conversion',
        lines: [
          `curl -s ${KEY} \\`,
          `  "${origin}${convert}?from=EUR&to=USD&amount=1200&source=ecb&date=2026-04-13"`,
        ],
        prints: [
          '{"from":"EUR","to":"USD","amount":1200,"result":1402.08,"rate":1.1684,"source":"ecb","timestamp":"2026-04-13T12:10:00.000Z"}',
        ],
      },
    ],
  };
}

/** What its answer says. */
function readPart({ origin }: ServedFacts): TopicPart {
  return {
    id: 'read',
    heading: 'Read the answer',
    text: [
      '`rate` is what one `from` costs in `to`. `result` is `amount` times the exact rate, rounded once to 15 significant digits; round it to cents yourself, where your books do. `timestamp` is when the source observed the rate, in UTC, not when you asked.',
      'Numbers are JSON numbers. A binary float keeps 15 digits, but sums of floats do not: read them as decimals if you go on calculating.',
    ],
    examples: [
      {
        program: 'Python',
        label: 'A rate with all its digits',
        lines: [
          'import json, os',
          'from decimal import Decimal',
          'from urllib.request import Request, urlopen',
          '',
          'request = Request(',
          `    "${origin}${pair}?from=USD&to=JPY&source=ecb&date=2026-04-13",`,
          '    headers={"X-API-Key": os.environ["CROSSRATE_API_KEY"]},',
          ')',
          'with urlopen(request) as response:',
          '    rate = json.load(response, parse_float=Decimal)["rate"]',
          'print(rate * 3)',
        ],
        prints: ['479.50188291681'],
      },
    ],
  };
}

/** An answer that is an error. */
function errorPart({ origin }: ServedFacts): TopicPart {
  return {
    id: 'errors',
    heading: 'Recognise an error',
    text: [
      'An answer that is not 2xx has a body with one shape. Decide by the status and `code`, show `message` to people, and log the header `X-Request-Id`. [Errors](/docs/errors) says of each code what to do.',
    ],
    examples: [
      {
        program: 'Shell',
        label: 'A code that is not a currency',
        lines: [
          String.raw`curl -s -w "\n%{http_code}\n" ${KEY} \ `.trimEnd(),
          `  "${origin}${convert}?from=EUR&to=GBX&amount=1200"`,
        ],
        prints: [
          '{"error":{"code":"unknown_currency","message":"to: GBX is not a currency this service knows. Use GBP: 1 GBX is 1 GBP divided by 100.","type":"invalid_request_error"}}',
          '400',
        ],
      },
    ],
  };
}

/** How much may be asked. */
function limitPart({ perMinute }: ServedFacts): TopicPart {
  return {
    id: 'about',
    heading: null,
    text: [
      `${ownLimit(perMinute)} \`RateLimit\` says how much is left; after a 429 the next request passes once \`Retry-After\` seconds are over. A refused request costs nothing.`,
    ],
    shows: 'limit-headers',
    terms: termsOf({
      'a key':
        'Requests are counted by key, not by address: programs at one address do not share a limit if each has its own key.',
      ...(perMinute === 0 ? {} : ADDRESS_TERMS),
      'wrong keys': `${ADDRESS_LIMITS.wrongKeysAMinute} a minute per address. A valid key from there still works.`,
      'long answers': `An answer of \`${historical}\`, \`${rates}\` or \`${series}\` that is not in memory counts as one request for each ${wholeText(FIGURES_A_REQUEST)} published figures it is made from. They are made in turn; a caller with ${LONG_ANSWERS_WAITING} of them waiting gets 429.`,
      receipts: `A new [receipt](/docs/receipts) counts as ${RECEIPT_REQUESTS} requests, the same receipt again as one.`,
      streams: `Open at once: ${STREAM_LIMITS.caller} a key, and as many of all pages at one address; ${wholeText(STREAM_LIMITS.all)} in all. Opening one counts as a request, its events do not.`,
      points: `\`${historical}\` gives 5000 points at most, \`${series}\` 60 codes and 31 days.`,
    }),
  };
}

/** How to ask once more. */
function againPart({ origin }: ServedFacts): TopicPart {
  return {
    id: 'again',
    heading: 'Try again',
    text: [
      'Try again after 429 and 503, never after another error of the 400s. Wait as long as `Retry-After` says and a random moment more, so that many programs do not come back at once, and give up after some tries.',
    ],
    examples: [
      {
        program: 'TypeScript',
        label: 'A request that is tried again',
        lines: [
          'async function ask(path: string): Promise<unknown> {',
          '  for (let tries = 1; ; tries += 1) {',
          `    const response = await fetch("${origin}" + path, {`,
          '      headers: { "X-API-Key": process.env.CROSSRATE_API_KEY ?? "" },',
          '    });',
          '    if (response.ok) return response.json();',
          '    const isBusy = response.status === 429 || response.status === 503;',
          '    if (!isBusy || tries === 5) throw new Error(await response.text());',
          '    const seconds = Number(response.headers.get("Retry-After") ?? 1) + Math.random();',
          '    await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));',
          '  }',
          '}',
          '',
          `const pair = await ask("${pair}?from=EUR&to=XOF&source=fixed&date=2026-04-13");`,
          'console.log(JSON.stringify(pair));',
        ],
        prints: [
          '{"from":"EUR","to":"XOF","rate":655.957,"source":"fixed","timestamp":"2026-04-13T00:00:00.000Z"}',
        ],
      },
    ],
  };
}
