import { ENDPOINT_PATHS } from '#lib/contract/endpoint-paths';
import { type DocsTopic, termsOf } from './topic.ts';

const {
  compare,
  convert,
  documents,
  historical,
  pair,
  'pair-sources': pairSources,
  rates,
  revisions,
} = ENDPOINT_PATHS;

const KEY = '-H "X-API-Key: $CROSSRATE_API_KEY"';

/** Whose figure it is, of which day, and how to prove it. */
export const FIGURE_GUIDES: readonly DocsTopic[] = [
  {
    slug: 'strict-sources',
    name: 'Strict sources',
    title: 'One source, strictly',
    summary: 'Name a source and get its rate or an error, never another source’s rate.',
    parts: ({ origin }) => [
      {
        id: 'source',
        heading: null,
        text: [
          'With `source=ecb` the rate is the one that the ECB published, its inverse, or a cross of two of its own figures of one publication. If there is none, the answer is an error. No other source is ever used in its place, so a contract that names a bank can rely on it.',
        ],
        examples: [
          {
            program: 'Shell',
            label: 'A pair that the source does not have',
            lines: [
              String.raw`curl -s -w "\n%{http_code}\n" ${KEY} \ `.trimEnd(),
              `  "${origin}${pair}?from=EUR&to=HRK&source=ecb"`,
            ],
            prints: [
              '{"error":{"code":"pair_unavailable","message":"No rate for EUR to HRK. Tried ecb: HRK ended on 2022-12-31.","type":"not_found_error"}}',
              '404',
            ],
          },
        ],
      },
      {
        id: 'without',
        heading: 'Without a source',
        text: [
          'Then the first of these that exists is the answer, and its `source` field names whose figure it is:',
        ],
        terms: termsOf({
          first: 'The first source, by [priority](/docs/sources), whose own figure is fresh or late.',
          next: 'A cross between sources through USD, EUR or both. It is named after its leg of lowest priority.',
          last: 'The first stale figure within its [age limit](/docs/age), with `X-Rate-Stale: true`; then a cross with stale figures.',
        }),
      },
      {
        id: 'which',
        heading: 'See why',
        text: [
          `\`include=provenance\` on [\`${convert}\`](/docs/convert), [\`${pair}\`](/docs/pair) and [\`${rates}\`](/docs/rates) lists the published figures of a rate, the \`rule\` that chose its source, and in \`passedOver\` the sources of higher priority that it was not made from, each with the reason.`,
          `[\`${pairSources}\`](/docs/pair-sources) lists the sources that would answer if you named them, and [\`${compare}\`](/docs/compare) puts their rates side by side.`,
        ],
      },
    ],
  },
  {
    slug: 'dates',
    name: 'Dates and knownAt',
    title: 'Dates, days and knownAt',
    summary: 'The rate of a past day, a range of days, and what was known before a correction.',
    parts: ({ origin }) => [
      {
        id: 'date',
        heading: 'The rate of a day',
        text: [
          '`date` gives the newest rate that had been observed by the end of that UTC day. A fixing belongs to the day on which it was observed, even if it was published later. On a day without a figure, such as a Sunday, the latest earlier one counts if it was then within its [age limit](/docs/age) and, of a bank, in one of its last three publications by then, and the header `X-Rate-Date` names its day.',
        ],
        examples: [
          {
            program: 'Shell',
            label: 'The rate of a Sunday',
            lines: [
              `curl -s -i ${KEY} \\`,
              `  "${origin}${pair}?from=EUR&to=USD&source=ecb&date=2026-04-12" | grep -E "^X-Rate-Date|rate"`,
            ],
            prints: [
              'X-Rate-Date: 2026-04-10',
              '{"from":"EUR","to":"USD","rate":1.1711,"source":"ecb","timestamp":"2026-04-10T12:10:00.000Z"}',
            ],
          },
        ],
      },
      {
        id: 'range',
        heading: 'A range of days',
        text: [
          `[\`${historical}\`](/docs/historical) gives every real observation from \`startDate\` to \`endDate\`. Both days count whole and are UTC; either may also be an instant such as \`2026-04-13T12:00:00Z\`. No weekend is filled in.`,
          'With `source`, `group=month` gives one point for each month, and `stat=average` its average instead of its last observation.',
        ],
      },
      {
        id: 'known-at',
        heading: 'What was known then',
        text: [
          'A publisher may correct a figure, and a figure may come late. `date` uses what is known now; `knownAt` gives what this service answered at that instant, before later corrections. Together they ask what was known then of an earlier day: `date=2026-04-10&knownAt=2026-04-13T15:00:00Z`.',
          'Name a bank or `fixed` as `source` with it. Where the original answer is not known exactly, such as for a market or for a time before this service had the source, you get 404 [`known_at_unavailable`](/docs/errors#error-known_at_unavailable), never an approximate one.',
          `[\`${revisions}\`](/docs/revisions) lists the figures that were corrected, with what they were before.`,
        ],
      },
    ],
  },
  {
    slug: 'receipts',
    name: 'Receipts',
    title: 'Signed receipts',
    summary: 'Get a signed proof of a rate or a conversion, and verify it without this service.',
    parts: ({ origin }) => [
      {
        id: 'get',
        heading: null,
        text: [
          `\`include=receipt\` on [\`${convert}\`](/docs/convert) and [\`${pair}\`](/docs/pair) adds \`receipt\`: the question, the answer and the published figures behind it, signed with Ed25519 (a compact JWS, RFC 7515). Store it with the invoice or the booking. It can be shown to someone who trusts neither you nor this service.`,
        ],
        examples: [
          {
            program: 'Python',
            label: 'A receipt and what it says',
            lines: [
              'import base64, json, os',
              'from urllib.request import Request, urlopen',
              '',
              'request = Request(',
              `    "${origin}${convert}?from=EUR&to=USD&amount=1200&source=ecb&date=2026-04-13&include=receipt",`,
              '    headers={"X-API-Key": os.environ["CROSSRATE_API_KEY"]},',
              ')',
              'with urlopen(request) as response:',
              '    answer = json.load(response)',
              'payload = answer["receipt"].split(".")[1]',
              'receipt = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))',
              'print(receipt["answer"]["rate"], receipt["answer"]["result"])',
            ],
            prints: ['1.1684 1402.08'],
          },
        ],
      },
      {
        id: 'verify',
        heading: 'Verify it',
        text: [
          'This program reads a receipt; it does not verify it. Any JWS library checks the signature with the keys at [/.well-known/jwks.json](/.well-known/jwks.json).',
          `Whoever has the project can run \`npm run verify -- FILE --from ${origin}\` on a saved answer. It exits with 0, or with 1 and a sentence that says what is wrong.`,
          'Everybody who has the `id` of a receipt can see it as a page at `/receipt/<id>`. Nobody can guess one.',
        ],
      },
      {
        id: 'documents',
        heading: 'Down to the document',
        text: [
          `Each figure names the SHA-256 of the publisher’s document that it was read from. [\`${documents}\`](/docs/documents) gives the document itself where the publisher’s terms allow it.`,
        ],
      },
    ],
  },
];
