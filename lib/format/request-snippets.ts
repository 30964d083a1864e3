import { placedParameters } from '#lib/contract/endpoint-paths';

/** The languages that a request is shown in, in their order. */
export const SNIPPET_LANGUAGES = ['curl', 'typescript', 'python', 'go'] as const;

export type SnippetLanguage = (typeof SNIPPET_LANGUAGES)[number];

/** Their names for people. */
export const SNIPPET_NAMES: Readonly<Record<SnippetLanguage, string>> = {
  curl: 'curl',
  typescript: 'TypeScript',
  python: 'Python',
  go: 'Go',
};

/** The environment variable that examples read a key from: a key does not belong in source code. */
export const KEY_VARIABLE = 'CROSSRATE_API_KEY';

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

/** A request as a few lines that run as they are: by a shell, by node, and by the standard libraries of Python and Go. */
export function requestSnippet(language: SnippetLanguage, asked: SnippetRequest): string {
  const { address: path, query } = placedParameters(asked.path, asked.query);
  return WRITERS[language]({ ...asked, path, query });
}

const WRITERS: Readonly<Record<SnippetLanguage, (request: SnippetRequest) => string>> = {
  curl: curlSnippet,
  typescript: typescriptSnippet,
  python: pythonSnippet,
  go: goSnippet,
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

/** Printed as JSON has it: a float64 of Go would print other digits. */
function goSnippet({ origin, path, query, key, field, isStream }: SnippetRequest): string {
  const pairs = Object.entries(query).map(
    ([name, value]) => `\tquery.Set(${JSON.stringify(name)}, ${JSON.stringify(value)})`,
  );
  const hasQuery = pairs.length > 0;
  const modules = [
    ...(field === null ? [] : ['encoding/json', 'fmt']),
    'io',
    'log',
    'net/http',
    ...(hasQuery ? ['net/url'] : []),
    ...(key === 'none' && field !== null ? [] : ['os']),
  ];
  const address = `"${origin}${path}${hasQuery ? '?"+query.Encode()' : '"'}`;
  return [
    'package main',
    '',
    'import (',
    ...modules.map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    ...(hasQuery ? ['\tquery := url.Values{}', ...pairs] : []),
    `\trequest, err := http.NewRequest("GET", ${address}, nil)`,
    ...GO_CHECK,
    ...(key === 'none' ? [] : [`\trequest.Header.Set("X-API-Key", os.Getenv("${KEY_VARIABLE}"))`]),
    '\tresponse, err := http.DefaultClient.Do(request)',
    ...GO_CHECK,
    '\tdefer response.Body.Close()',
    ...(isStream ? GO_STREAM : goAnswer(field?.name ?? null)),
    '}',
  ].join('\n');
}

const GO_CHECK = ['\tif err != nil {', '\t\tlog.Fatal(err)', '\t}'];

/** What is done with an answer that has an end. */
function goAnswer(field: string | null): readonly string[] {
  return [
    '\tbody, err := io.ReadAll(response.Body)',
    ...GO_CHECK,
    '\tif response.StatusCode != http.StatusOK {',
    '\t\tlog.Fatal(string(body))',
    '\t}',
    ...(field === null
      ? ['\tos.Stdout.Write(body)']
      : [
          '\tvar answer map[string]json.RawMessage',
          '\tif err := json.Unmarshal(body, &answer); err != nil {',
          '\t\tlog.Fatal(err)',
          '\t}',
          `\tfmt.Println(string(answer["${field}"]))`,
        ]),
  ];
}

const GO_STREAM = [
  '\tif response.StatusCode != http.StatusOK {',
  '\t\tlog.Fatal(response.Status)',
  '\t}',
  '\tif _, err := io.Copy(os.Stdout, response.Body); err != nil {',
  '\t\tlog.Fatal(err)',
  '\t}',
];

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
