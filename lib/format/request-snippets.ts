import { placedParameters } from '#lib/contract/endpoint-paths';

/** The languages that a request is shown in, in their order. */
export const SNIPPET_LANGUAGES = ['curl', 'typescript', 'python'] as const;

export type SnippetLanguage = (typeof SNIPPET_LANGUAGES)[number];

/** Their names for people. */
export const SNIPPET_NAMES: Readonly<Record<SnippetLanguage, string>> = {
  curl: 'curl',
  typescript: 'TypeScript',
  python: 'Python',
};

/** The environment variable that examples read a key from: a key does not belong in source code. */
export const KEY_VARIABLE = 'CROSSRATE_KEY';

/** A request to be written down. */
export interface SnippetRequest {
  /** Where the service is, such as `https://rates.example.org`. */
  readonly origin: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** `none` where no key is needed; else curl shows one that is given, and all others read {@link KEY_VARIABLE}. */
  readonly key: 'none' | 'variable' | { readonly shown: string };
  /** The field of the answer that is printed, and its type in TypeScript; null where the answer is printed as it comes. */
  readonly field: { readonly name: string; readonly type: string } | null;
  /** Whether the answer goes on until one of both sides ends it, and is printed meanwhile. */
  readonly isStream: boolean;
}

/** A request as a few lines that run as they are: by a shell, by node, by Python's own library. */
export function requestSnippet(language: SnippetLanguage, asked: SnippetRequest): string {
  const { address: path, query } = placedParameters(asked.path, asked.query);
  return WRITERS[language]({ ...asked, path, query });
}

const WRITERS: Readonly<Record<SnippetLanguage, (request: SnippetRequest) => string>> = {
  curl: curlSnippet,
  typescript: typescriptSnippet,
  python: pythonSnippet,
};

/** What neither a shell nor a form's encoding gives another meaning. */
const PLAIN_VALUE = /^[\w.,:-]+$/;

function curlSnippet({ origin, path, query, key, isStream }: SnippetRequest): string {
  const pairs = Object.entries(query).map(([name, value]) =>
    PLAIN_VALUE.test(value) ? `-d ${name}=${value}` : `--data-urlencode ${shellQuoted(`${name}=${value}`)}`,
  );
  const address = `${isStream ? '-N ' : ''}${pairs.length > 0 ? '-G ' : ''}"${origin}${path}"`;
  const header =
    key === 'none' ? [] : [`-H "X-API-Key: ${key === 'variable' ? `$${KEY_VARIABLE}` : key.shown}"`];
  return `curl ${[address, ...(pairs.length > 0 ? [pairs.join(' ')] : []), ...header].join(' \\\n  ')}`;
}

function typescriptSnippet({ origin, path, query, key, field, isStream }: SnippetRequest): string {
  const pairs = Object.entries(query).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return [
    `const url = new URL("${origin}${path}");`,
    ...(pairs.length > 0
      ? ['url.search = new URLSearchParams({', `  ${pairs.join(', ')},`, '}).toString();']
      : []),
    '',
    ...(key === 'none'
      ? ['const response = await fetch(url);']
      : [
          'const response = await fetch(url, {',
          `  headers: { "X-API-Key": process.env.${KEY_VARIABLE} ?? "" },`,
          '});',
        ]),
    'if (!response.ok) throw new Error(await response.text());',
    '',
    ...(field === null
      ? isStream
        ? TYPESCRIPT_STREAM
        : ['console.log(await response.text());']
      : [
          `const answer = (await response.json()) as { ${field.name}: ${field.type} };`,
          `console.log(answer.${field.name});`,
        ]),
  ].join('\n');
}

function pythonSnippet({ origin, path, query, key, field, isStream }: SnippetRequest): string {
  const pairs = Object.entries(query).map(([name, value]) => `"${name}": ${JSON.stringify(value)}`);
  const hasQuery = pairs.length > 0;
  const modules = [...(field === null ? [] : ['json']), ...(key === 'none' ? [] : ['os'])];
  return [
    ...(modules.length > 0 ? [`import ${modules.join(', ')}`] : []),
    ...(field === null ? [] : ['from decimal import Decimal']),
    ...(hasQuery ? ['from urllib.parse import urlencode'] : []),
    'from urllib.request import Request, urlopen',
    '',
    ...(hasQuery ? ['query = urlencode({', `    ${pairs.join(', ')},`, '})'] : []),
    'request = Request(',
    `    ${hasQuery ? `f"${origin}${path}?{query}"` : `"${origin}${path}"`},`,
    ...(key === 'none' ? [] : [`    headers={"X-API-Key": os.environ["${KEY_VARIABLE}"]},`]),
    ')',
    'with urlopen(request) as response:',
    ...(field === null
      ? isStream
        ? PYTHON_STREAM
        : ['    print(response.read().decode())']
      : ['    answer = json.load(response, parse_float=Decimal)', `print(answer["${field.name}"])`]),
  ].join('\n');
}

const TYPESCRIPT_STREAM = [
  'for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {',
  '  process.stdout.write(text);',
  '}',
];

const PYTHON_STREAM = ['    for line in response:', '        print(line.decode(), end="", flush=True)'];

/** In single quotes, where a shell leaves everything but the quote itself alone. */
function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
