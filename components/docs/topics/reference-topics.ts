import { ENDPOINT_PATHS } from '#lib/contract/endpoint-paths';
import { API_VERSION } from '#lib/contract/openapi/openapi-document';
import { SOURCE_IDS } from '#lib/domain/source-id';
import { detailsTopic } from './details-topic.ts';
import { askedText, type ServedSource } from './source-facts.ts';
import { type DocsTopic, type Term, termsOf } from './topic.ts';

/** What keys, errors and sources are, for those who look something up. */
export const REFERENCE_TOPICS: readonly DocsTopic[] = [
  {
    slug: 'keys',
    name: 'API keys',
    title: 'API keys',
    summary: 'What a key is, how it is kept, and how it is replaced or revoked.',
    parts: () => [
      {
        id: 'about',
        heading: null,
        text: [
          'A key is `xr_live_` and 49 characters, the last six of them a checksum, so that a mistyped key is recognised at once and secret scanners find a leaked one. [Your keys](/account/keys) are on your account’s pages.',
        ],
        terms: termsOf({
          'shown once':
            'When it is created. The service keeps a hash, the first fourteen and the last four characters: it cannot show a key again, and nor can these pages. A lost key is replaced.',
          'these pages':
            'Boxes ask with a key of the page itself, which lives ten minutes in its memory and reads what this server shows on its pages: to everybody, or to those who are signed in if you are. A key that you paste under “Your key” is kept in the same place: never stored, never in an address, forgotten when you leave the docs.',
          header: '`X-API-Key`, once. A key in an address is refused with 400; replace it.',
          expiry: 'None, 30, 90 or 365 days, as chosen when it is created.',
          rotation:
            'Creates a new key and keeps the old one working for an hour, a day or a week, as you choose.',
          revocation:
            'Takes effect within two seconds in every process of the service, and cannot be undone.',
          'own limits':
            'A key may have a request limit of its own, and a list of the sources that it may use.',
        }),
      },
    ],
  },
  {
    slug: 'errors',
    name: 'Errors',
    title: 'Errors',
    summary: 'Every error code with its status, when it is answered, and what to do.',
    parts: () => [
      {
        id: 'about',
        heading: null,
        text: [
          'Every error has one shape. `code` is for programs and never renamed within /v1, `type` is its kind, `message` is for people: it names the parameter or the pair, and its wording may change. `X-Request-Id` names the answer.',
        ],
        shows: 'error-table',
      },
    ],
  },
  {
    slug: 'sources',
    name: 'Sources',
    title: 'Sources',
    summary: 'Who publishes the figures of this server, and when.',
    parts: ({ sources }) => [
      {
        id: 'about',
        heading: null,
        text: [
          'These are enabled on this server, in the order of priority. If you show their figures, show the credit that the publisher asks for: [Sources and terms](/sources).',
        ],
        terms: [...sources.map(sourceTerm), ...otherSources(sources)],
      },
    ],
  },
  {
    slug: 'age',
    name: 'Age of figures',
    title: 'Age of figures',
    summary: 'When a figure is late, stale or no longer served, and how an answer says so.',
    parts: () => [
      {
        id: 'about',
        heading: null,
        text: [
          'A `timestamp` is when the source observed the rate, not when you asked. Age is counted in the publisher’s own calendar: over a weekend or a bank holiday nothing is missed and nothing becomes late. A market’s closing figure counts until it opens again; until then its age is `closed`, and `market` in the provenance says when it closed and when it opens.',
        ],
        shows: 'age-table',
      },
      {
        id: 'served',
        heading: 'What happens to old figures',
        text: [
          'A late figure is served as it is. A stale one comes after every fresh one when no `source` is given, and has `X-Rate-Stale: true`. One that is no longer served is skipped; a request that nothing else answers is 503 [`source_unavailable`](/docs/errors#error-source_unavailable) with `Retry-After`, with `source` and without.',
          'While a newer figure of the source is held for review, the one before it is stale, however recent, and `date` of that day is 503.',
        ],
      },
    ],
  },
  {
    slug: 'elsewhere',
    name: 'Status elsewhere',
    title: 'Status elsewhere',
    summary: 'The state of the sources as a feed and a badge.',
    parts: () => [
      {
        id: 'about',
        heading: null,
        text: [
          `All of it is public and counts as requests for [\`${ENDPOINT_PATHS.status}\`](/docs/status). The page for people is [Status](/status).`,
        ],
        terms: termsOf({
          feed: '`/status/feed.atom` has every incident and its end.',
          badges: '`/status/badge.svg` is the state of all sources, `/status/badge/ecb.svg` that of one.',
          'made up':
            'A server whose figures are made up for trials says so with `X-Simulated: true` in every answer.',
        }),
      },
    ],
  },
  detailsTopic,
  {
    slug: 'versions',
    name: 'Versions',
    title: 'Versions',
    summary: 'What may change in /v1, what may not, and how you are told.',
    parts: () => [
      {
        id: 'about',
        heading: null,
        text: [
          'The version is the first part of the path. `/v1` only grows: endpoints, optional parameters, headers, and codes of errors are added; fields come only with a parameter that asks for them. Names, meanings and types stay.',
          'A breaking change is `/v2`. Both are then served side by side for twelve months, and answers of the older one have `Deprecation` (RFC 9745) and `Sunset` (RFC 8594) for at least the last six.',
          `These pages describe version ${API_VERSION}. The same for programs: [openapi.json](/openapi.json) (OpenAPI 3.1, for every origin, no key).`,
        ],
      },
    ],
  },
];

function sourceTerm(source: ServedSource): Term {
  const { id, name, page, words } = source;
  const publisher = page === undefined ? '' : ` [The publisher’s page](${page})`;
  return {
    name: id,
    id: `source-${id}`,
    kind: name,
    text: `${words.figures} ${words.schedule} ${askedText(source)}${publisher}`,
  };
}

function otherSources(sources: readonly ServedSource[]): readonly Term[] {
  const others = SOURCE_IDS.filter((id) => !sources.some((source) => source.id === id));
  if (others.length === 0) return [];
  const named = others.map((id) => `\`${id}\``).join(', ');
  return [
    {
      name: 'Not enabled on this server',
      text: `${named}. A request for one of them is 404 [\`pair_unavailable\`](/docs/errors#error-pair_unavailable).`,
    },
  ];
}
