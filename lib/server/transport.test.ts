import { describe, expect, it } from 'vitest';
import { exchange, type RawRequest } from '#lib/testing/wire/raw-exchange';
import { type Send, startListening } from '#lib/testing/worlds/listening-server';

/** Every form in which a request can claim to have come by HTTPS, or from elsewhere. */
const CLAIMS = {
  nothing: {},
  'a proto of https': { 'X-Forwarded-Proto': 'https' },
  'a proto of http': { 'X-Forwarded-Proto': 'http' },
  'two protos': { 'X-Forwarded-Proto': ['https', 'http'] },
  'a client alone': { 'X-Forwarded-For': '198.51.100.7' },
  'a client and https': { 'X-Forwarded-For': '198.51.100.7', 'X-Forwarded-Proto': 'https' },
  'a client and http': { 'X-Forwarded-For': '198.51.100.7', 'X-Forwarded-Proto': 'http' },
  'Forwarded with https': { Forwarded: 'for=198.51.100.7;proto=https' },
  'Forwarded with http': { Forwarded: 'for=198.51.100.7;proto=http' },
  'Forwarded without proto': { Forwarded: 'for=198.51.100.7' },
  'both kinds': {
    Forwarded: 'for=198.51.100.7;proto=https',
    'X-Forwarded-For': '198.51.100.7',
    'X-Forwarded-Proto': 'https',
  },
  'Via alone': { Via: '1.1 proxy' },
  'X-Real-IP alone': { 'X-Real-IP': '198.51.100.7' },
  'X-Forwarded-Host alone': { 'X-Forwarded-Host': 'localhost' },
  'X-Forwarded-Ssl alone': { 'X-Forwarded-Ssl': 'on' },
  'X-Forwarded-Port alone': { 'X-Forwarded-Port': '443' },
  'Front-End-Https alone': { 'Front-End-Https': 'on' },
  'X-Url-Scheme alone': { 'X-Url-Scheme': 'https' },
} as const;

type Claim = keyof typeof CLAIMS;

const CLAIM_NAMES = Object.keys(CLAIMS).filter(isClaim);

/** What a listener makes of each claim, where it is not what it makes of all others. */
interface Expected {
  readonly otherwise: number;
  readonly but?: Readonly<Partial<Record<Claim, number>>>;
}

/** A trusted proxy writes X-Forwarded-For and -Proto; nobody knows who wrote the other. */
const FORWARDED_REFUSED = {
  'Forwarded with https': 400,
  'Forwarded with http': 400,
  'Forwarded without proto': 400,
  'both kinds': 400,
} as const;

const TRUSTED_PEER: Expected = {
  otherwise: 403,
  but: {
    'a proto of https': 200,
    'a client and https': 200,
    'two protos': 400,
    ...FORWARDED_REFUSED,
  },
};

/** Peers are on this machine, so a proxy is trusted by naming loopback, and not by naming another network. */
const ENTRANCES: readonly (readonly [string, Entrance])[] = [
  [
    'plain HTTP on loopback',
    {
      variables: {},
      isTls: false,
      expected: {
        otherwise: 403,
        but: { nothing: 200, 'Front-End-Https alone': 200, 'X-Url-Scheme alone': 200 },
      },
    },
  ],
  ['own TLS', { variables: {}, isTls: true, expected: { otherwise: 200 } }],
  [
    'plain HTTP from a trusted proxy',
    { variables: { TRUSTED_PROXIES: '127.0.0.0/8' }, isTls: false, expected: TRUSTED_PEER },
  ],
  [
    'plain HTTP from a proxy that is not trusted',
    { variables: { TRUSTED_PROXIES: '192.0.2.0/24' }, isTls: false, expected: { otherwise: 403 } },
  ],
  [
    'own TLS from a trusted proxy',
    {
      variables: { TRUSTED_PROXIES: '127.0.0.1' },
      isTls: true,
      expected: {
        otherwise: 200,
        but: {
          'a proto of http': 403,
          'a client alone': 403,
          'a client and http': 403,
          'two protos': 400,
          ...FORWARDED_REFUSED,
        },
      },
    },
  ],
  [
    'own TLS from a proxy that is not trusted',
    { variables: { TRUSTED_PROXIES: '192.0.2.0/24' }, isTls: true, expected: { otherwise: 200 } },
  ],
];

interface Entrance {
  readonly variables: Readonly<Record<string, string>>;
  readonly isTls: boolean;
  readonly expected: Expected;
}

describe.each(ENTRANCES)('%s', (_name, { variables, isTls, expected }) => {
  it('answers or refuses by what its peers may claim, and redirects nothing of /v1', async () => {
    const { send } = await startListening({ ...variables, HOST: '127.0.0.1' }, isTls);
    for (const claim of CLAIM_NAMES) {
      const status = expected.but?.[claim] ?? expected.otherwise;
      for (const path of ['/v1/status', '/v1', '/v1/rates', '/v1/nowhere']) {
        const answer = await send({ path, headers: { Host: 'localhost', ...CLAIMS[claim] } });
        const let_in = { '/v1/status': 200, '/v1': 404, '/v1/rates': 401, '/v1/nowhere': 404 }[path];
        expect([claim, path, answer.status]).toEqual([claim, path, status === 200 ? let_in : status]);
        expect(answer.headers['location']).toBeUndefined();
        expect(answer.headers['access-control-allow-origin']).toBe('*');
        const isOverTls = status === 200 && (isTls || 'TRUSTED_PROXIES' in variables);
        expect(answer.headers['strict-transport-security'] !== undefined, claim).toBe(isOverTls);
      }
    }
  });
});

describe('a client’s address', () => {
  it('over own TLS is that of its connection, whatever its headers claim', async () => {
    const { send } = await startListening({}, true);
    const statuses = await wrongKeys(send, (n) => ({
      'X-Forwarded-For': `198.51.100.${n}`,
      Forwarded: `for=198.51.100.${n};proto=https`,
      'X-Real-IP': `198.51.100.${n}`,
    }));
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
  });

  it('behind a trusted proxy is the last one that is no proxy; what the client wrote before it counts for nothing', async () => {
    const { send } = await startListening({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' }, false);
    const https = { 'X-Forwarded-Proto': 'https' };
    const spoofing = await wrongKeys(send, (n) => ({
      ...https,
      'X-Forwarded-For': `192.0.2.${n}, 198.51.100.7, 10.1.2.3`,
    }));
    expect(spoofing).toEqual([...Array<number>(10).fill(401), 429, 429]);
    const others = await wrongKeys(send, (n) => ({ ...https, 'X-Forwarded-For': `198.51.100.${n + 10}` }));
    expect(others).toEqual(Array<number>(12).fill(401));
    const oneNetwork = await wrongKeys(send, (n) => ({ ...https, 'X-Forwarded-For': `2001:db8:1:2::${n}` }));
    expect(oneNetwork).toEqual([...Array<number>(10).fill(401), 429, 429]);
  });
});

describe('plain HTTP where HTTPS is asked for', () => {
  it('beside own TLS refuses the API and sends pages to the same name by 308', async () => {
    const { port, send, httpPort } = await startListening({ HTTP_PORT: '0' }, true);
    const plain = (request: Omit<RawRequest, 'port'>) => exchange({ ...request, port: httpPort });
    const page = await plain({
      path: '/convert/EUR/USD?amount=5',
      headers: { Host: `localhost:${httpPort}` },
    });
    expect(page).toMatchObject({
      status: 308,
      headers: { location: `https://localhost:${port}/convert/EUR/USD?amount=5` },
    });
    expect(page.headers['strict-transport-security']).toBeUndefined();
    for (const [method, path, host] of [
      ['GET', '/v1/status', 'localhost'],
      ['GET', '/v1', 'localhost'],
      ['GET', '/mcp', 'localhost'],
      ['POST', '/browser-key', 'localhost'],
      ['GET', '//example.org/', 'localhost'],
      ['GET', '/', 'localhost/@example.org'],
    ] as const) {
      const answer = await plain({ method, path, headers: { Host: host } });
      expect([path, answer.status, answer.headers['location']]).toEqual([path, 403, undefined]);
    }
    const hostless = await plain({ path: '/', headers: { Host: '' } });
    expect([hostless.status, hostless.headers['location']]).toEqual([400, undefined]);
    expect(await plain({ path: '/healthz' })).toMatchObject({ status: 200, body: 'ok\n' });
    expect((await send({ path: '/v1/status', headers: { Host: 'localhost' } })).status).toBe(200);
  });

  it('sends pages to PUBLIC_URL where there is one, also from behind a proxy', async () => {
    const { httpPort } = await startListening(
      { HTTP_PORT: '0', PUBLIC_URL: 'https://rates.example.org' },
      true,
    );
    const direct = await exchange({ port: httpPort, path: '/a?b', headers: { Host: 'elsewhere.example' } });
    expect(direct.headers['location']).toBe('https://rates.example.org/a?b');
    const proxied = await startListening(
      { TRUSTED_PROXIES: '127.0.0.1', PUBLIC_URL: 'https://rates.example.org' },
      false,
    );
    const headers = { Host: 'elsewhere.example', 'X-Forwarded-Proto': 'http' };
    const sent = await proxied.send({ path: '/a?b', headers });
    expect([sent.status, sent.headers['location']]).toEqual([308, 'https://rates.example.org/a?b']);
    expect((await proxied.send({ path: '/v1/status', headers })).status).toBe(403);
  });
});

/** The statuses of twelve requests with keys that are none. */
async function wrongKeys(
  send: Send,
  headersOf: (n: number) => Readonly<Record<string, string>>,
): Promise<readonly number[]> {
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => {
      const headers = { Host: 'localhost', 'X-API-Key': `wrong ${index + 1}`, ...headersOf(index + 1) };
      return send({ path: '/v1/rates', headers });
    }),
  );
  return answers.map(({ status }) => status).toSorted((a, b) => a - b);
}

function isClaim(name: string): name is Claim {
  return name in CLAIMS;
}
