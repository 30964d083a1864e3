import { ENDPOINT_PATHS } from '#lib/contract/endpoint-paths';
import { type DocsTopic, termsOf } from './topic.ts';

/** Figures where no program asks: in spreadsheets, and on a server of one's own. */
export const SETTING_GUIDES: readonly DocsTopic[] = [
  {
    slug: 'spreadsheets',
    name: 'Spreadsheets',
    title: 'Spreadsheets',
    summary: 'Take rates and histories into Excel, LibreOffice or Google Sheets as CSV.',
    parts: ({ origin }) => [
      {
        id: 'feed-links',
        heading: 'A sheet that refreshes itself',
        text: [
          'A spreadsheet cannot send a key. Make a feed link on [your keys’ page](/account/keys) instead: an address that answers one question as CSV, and nothing else. Put it into `IMPORTDATA` of Google Sheets, “From Web” of Excel, or “Link to external data” of LibreOffice. Whoever has the address can read its answer; revoke it on the same page.',
          `Programs that can send a key get the same CSV with \`format=csv\` or \`Accept: text/csv\`, of [tables](/docs/rates) and [histories](/docs/historical).`,
        ],
      },
      {
        id: 'pages',
        heading: 'From the pages',
        text: [
          '[Rates](/rates) saves the rows that you see as CSV: search, filter or choose a day first. “Copy table” puts them on the clipboard, ready to be pasted into a sheet. [Charts](/charts) saves the history of a pair as CSV, also by week, month, quarter or year.',
          'Both files have all digits, with a decimal point. If your spreadsheet writes numbers with a comma, choose English as the language of the import, or the figures are read as text. The CSV of a chart begins with lines that start with `#`: its title, sources, range and credit.',
        ],
      },
      {
        id: 'program',
        heading: 'From a program',
        text: [
          `A few lines make a file of any answer that a spreadsheet opens, every digit as it was published: here the days of [\`${ENDPOINT_PATHS.historical}\`](/docs/historical).`,
        ],
        examples: [
          {
            program: 'Python',
            label: 'A history as CSV',
            lines: [
              'import csv, json, os, sys',
              'from urllib.request import Request, urlopen',
              '',
              'request = Request(',
              `    "${origin}${ENDPOINT_PATHS.historical}?from=EUR&to=USD&source=ecb&startDate=2026-04-10&endDate=2026-04-13",`,
              '    headers={"X-API-Key": os.environ["CROSSRATE_API_KEY"]},',
              ')',
              'with urlopen(request) as response:',
              '    points = json.load(response, parse_float=str)["points"]',
              'rows = csv.writer(sys.stdout, lineterminator="\\n")',
              'rows.writerow(["day", "rate", "source"])',
              'for point in points:',
              '    rows.writerow([point["timestamp"][:10], point["rate"], point["source"]])',
            ],
            prints: ['day,rate,source', '2026-04-10,1.1711,ecb', '2026-04-13,1.1684,ecb'],
          },
        ],
      },
    ],
  },
  {
    slug: 'self-hosting',
    name: 'Self-hosting',
    title: 'Run your own server',
    summary: 'Start the service, let others reach it, keep its data, and see that it is well.',
    parts: () => [
      {
        id: 'start',
        heading: null,
        text: [
          'Crossrate needs Node 20.19 or newer with npm, and nothing else. `npm start` installs what is missing, builds once and serves on this machine at port 3000. The first figures come within seconds, history in the background. Without a network, `npm run demo` simulates every publisher.',
          'Every variable is read from the environment and has a default; `docs/configuration.md` in the project lists them all, and `docs/operations.md` explains what follows.',
        ],
        terms: termsOf({
          accounts:
            '`npm start` prints the name of a file with a token, with which the first account is created. `SIGN_UP=open` lets everybody create one. `npm run keys -- create` creates a key without the pages.',
          'who may read':
            'Without an account, people see the sources of `ANONYMOUS_SOURCES` on the pages; `ANONYMOUS_PAGES=off` closes the pages to them. `/v1` always needs a key, except the status.',
          sources: '`SOURCES` says which are asked, `SOURCE_PRIORITY` who comes first.',
          history:
            '`npm run import` loads a publisher’s own file, `npm run backfill` fetches what is missing.',
        }),
      },
      {
        id: 'reach',
        heading: 'Let others reach it',
        text: [
          'Plain HTTP stays on this machine. For everybody else, give the service a certificate with `TLS_CERT_FILE` and `TLS_KEY_FILE` and set `HOST`, or put nginx or Caddy in front of it and name the proxy in `TRUSTED_PROXIES`. Set `PUBLIC_URL` to the address that people open.',
        ],
      },
      {
        id: 'keep',
        heading: 'Keep it well',
        text: [],
        terms: termsOf({
          data: 'Everything is in `DATA_DIR`, or in PostgreSQL with `DATABASE_URL`. Keep `MASTER_SECRET` as safe as a password: second factors and signatures depend on it.',
          backup:
            '`npm run backup -- FILE` copies the data while the service runs, `npm run restore -- FILE` brings it back.',
          doctor:
            '`npm run doctor` names what keeps the service from working; `npm run check` looks through every stored figure.',
          monitoring:
            '`/readyz` says whether the service can answer, `/metrics` has its counters for Prometheus, and [Status](/status) shows people how the sources are doing.',
          'held figures':
            'A figure that looks wrong is held, not served. `npm run quarantine -- list` shows what you can release or reject.',
        }),
      },
    ],
  },
];
