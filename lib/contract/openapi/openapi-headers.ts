import { ENDPOINT_PATHS } from '#lib/contract/endpoint-paths';
import { KEY_CHALLENGE } from '#lib/contract/errors';

/** A header of an answer: what it says, and an example as it is really sent. */
export interface HeaderNote {
  readonly description: string;
  readonly example: string;
}

/** The headers of answers that a caller may want to read; all are exposed to pages of other origins. */
export const HEADER_NOTES = {
  'X-Request-Id': {
    description:
      'A name of its own for every answer, errors too. Give it to the operator when something is wrong.',
    example: 'req_5f2a90c1d3e400002k',
  },
  'X-Data-Version': {
    description:
      'The version of the figures behind the answer. Answers of one version fit together to the last digit.',
    example: '41.1776124800',
  },
  'X-Rate-Stale': {
    description: '`true` when a stale figure was used; absent otherwise.',
    example: 'true',
  },
  'X-Rate-Date': {
    description:
      'With `date`: the UTC day of the figure that was used (the oldest of several), if it is earlier than `date`; absent otherwise.',
    example: '2026-04-10',
  },
  'X-Truncated': {
    description: '`true` when there is more than `limit` allows; absent otherwise.',
    example: 'true',
  },
  Link: {
    description: `With \`X-Truncated\`: the address of the rest. \`${ENDPOINT_PATHS.historical}\` links to earlier points (\`rel="prev"\`), \`${ENDPOINT_PATHS.revisions}\` to later corrections (\`rel="next"\`). Absent otherwise.`,
    example: `<${ENDPOINT_PATHS.historical}?from=EUR&to=USD&endDate=2026-04-09T12%3A09%3A59.999Z&limit=3>; rel="prev"`,
  },
  'Content-Disposition': {
    description:
      'With CSV and with a document itself: the name of the file. Absent where the answer is JSON.',
    example: 'attachment; filename="ecb-2026-04-13-3f2a90c1.xml"',
  },
  'X-Rate-Credit': {
    description:
      'With CSV: each source whose figures are in the table, with the credit that it asks for, as a dictionary of structured fields (RFC 9651). Absent where the answer is JSON.',
    example: 'ecb="Source: European Central Bank"',
  },
  ETag: {
    description:
      'Names these very bytes. Send it as `If-None-Match`, and the same answer comes as 304 without a body.',
    example: '"mXzYj7SAQvCf0vJ4pKx1dA"',
  },
  'Cache-Control': {
    description: `Answers may be repeated for five seconds (\`${ENDPOINT_PATHS.status}\` by shared caches too), a document itself for a year in the caller’s own cache; errors and streams never.`,
    example: 'private, max-age=5',
  },
  'RateLimit-Policy': {
    description:
      'The limits that hold for the caller: `q` requests in `w` seconds. Absent where no limit holds.',
    example: '"burst";q=120;w=12, "minute";q=600;w=60',
  },
  RateLimit: {
    description:
      'What is left: `r` requests now, and the full number again in `t` seconds. Absent where no limit holds.',
    example: '"burst";r=119;t=1',
  },
  'Retry-After': {
    description: 'In how many seconds it is worth asking again.',
    example: '1',
  },
  'X-Simulated': {
    description: '`true` when all figures of this server are made up for trials; absent otherwise.',
    example: 'true',
  },
  'Preference-Applied': {
    description:
      '`handling=lenient` when `Prefer` asked for it, so that unknown parameters were ignored; absent otherwise.',
    example: 'handling=lenient',
  },
  'WWW-Authenticate': {
    description:
      'Names the header for the key and, if credentials came in `Authorization`, says that they are in the wrong header.',
    example: KEY_CHALLENGE,
  },
  Allow: { description: 'The methods that are answered.', example: 'GET, HEAD, OPTIONS' },
} as const satisfies Readonly<Record<string, HeaderNote>>;

/** The name of a header that the document tells of. */
export type HeaderName = keyof typeof HEADER_NOTES;

/** On every answer. */
export const SHARED_HEADERS: readonly HeaderName[] = [
  'X-Request-Id',
  'Cache-Control',
  'RateLimit-Policy',
  'RateLimit',
  'X-Simulated',
  'Preference-Applied',
  'Link',
];
