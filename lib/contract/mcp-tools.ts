import { type EndpointId, requestAddress } from './endpoint-paths.ts';
import type { HeaderName } from './openapi/openapi-headers.ts';
import { type ApiOperation, OPERATIONS } from './openapi/openapi-operations.ts';
import type { JsonSchema } from './openapi/openapi-schemas.ts';

/** A tool for assistants: a request of /v1 under a name of its own. */
export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The JSON Schema of its arguments: the parameters of its endpoint. */
  readonly inputSchema: JsonSchema & { readonly type: 'object' };
  /** Arguments that only the tool cannot do without; those that its endpoint needs are missed there. */
  readonly needs: readonly string[];
  /** Headers of the answer that say more of the figures. */
  readonly headers: readonly HeaderName[];
  /** Path and query of the request that answers these arguments; they are judged there. */
  readonly addressOf: (given: Readonly<Record<string, unknown>>) => string;
}

/** What is written down of a tool; the rest follows from the contract of its endpoint. */
interface WrittenTool {
  readonly name: string;
  readonly endpoint: EndpointId;
  /** For a tool that is not the whole of its endpoint. */
  readonly title?: string;
  readonly description?: string;
  /** Parameters of the endpoint that the tool does not take. */
  readonly without?: readonly string[];
  readonly needs?: McpTool['needs'];
  /** What is asked for where an argument is absent. */
  readonly defaults?: Readonly<Record<string, string>>;
  /** Whether the answer is asked for with `include=provenance`, which the caller then does not decide. */
  readonly provenance: 'always' | 'without group' | 'its own';
}

/** Points of a history that are given when no number is asked for: an assistant reads every one. */
const POINTS_DEFAULT = '100';

const WRITTEN: readonly WrittenTool[] = [
  { name: 'convert', endpoint: 'convert', provenance: 'always' },
  {
    name: 'rate',
    endpoint: 'pair',
    title: 'The current rate of one pair',
    without: ['date'],
    provenance: 'always',
  },
  {
    name: 'rate_of_a_day',
    endpoint: 'pair',
    title: 'The rate of one pair on a past day',
    description:
      'Gives the rate of a UTC day, or the latest earlier one that was then within its age limit: `timestamp` and the header `X-Rate-Date` say of which day it is.',
    needs: ['date'],
    provenance: 'always',
  },
  {
    name: 'history',
    endpoint: 'historical',
    defaults: { limit: POINTS_DEFAULT },
    provenance: 'without group',
  },
  { name: 'compare', endpoint: 'compare', provenance: 'its own' },
  { name: 'sources', endpoint: 'pair-sources', provenance: 'its own' },
  { name: 'status', endpoint: 'status', provenance: 'its own' },
];

/** Every tool, in the order in which they are listed. */
export const MCP_TOOLS: readonly McpTool[] = WRITTEN.map(toolOf);

function toolOf(written: WrittenTool): McpTool {
  const operation = operationOf(written.endpoint);
  const { path, answerHeaders } = operation;
  return {
    name: written.name,
    title: written.title ?? operation.title,
    description: written.description ?? operation.description,
    inputSchema: inputSchemaOf(written, operation),
    needs: written.needs ?? [],
    headers: [...answerHeaders.filter((name) => name !== 'ETag'), 'X-Simulated'],
    addressOf: (given) => {
      const query = { ...written.defaults, ...textsOf(given) };
      const isWithProvenance =
        written.provenance === 'always' ||
        (written.provenance === 'without group' && query['group'] === undefined);
      return requestAddress(path, isWithProvenance ? { ...query, include: 'provenance' } : query);
    },
  };
}

function operationOf(id: EndpointId): ApiOperation {
  const operation = OPERATIONS.find((known) => known.id === id);
  if (!operation) throw new Error(`There is no endpoint ${id}.`);
  return operation;
}

function inputSchemaOf(
  { without = [], needs = [], defaults = {}, provenance }: WrittenTool,
  { parameters }: ApiOperation,
): McpTool['inputSchema'] {
  const left = provenance === 'its own' ? without : [...without, 'include'];
  const taken = parameters.filter(({ name }) => !left.includes(name));
  return {
    type: 'object',
    properties: Object.fromEntries(
      taken.map(({ name, schema, description }) => {
        const ours = defaults[name];
        return [
          name,
          ours === undefined
            ? { ...schema, description }
            : { ...schema, default: Number(ours), description: `${description} This tool asks for ${ours}.` },
        ];
      }),
    ),
    required: taken.filter(({ name, required }) => required || needs.includes(name)).map(({ name }) => name),
    additionalProperties: false,
  };
}

/** Arguments as a query has them; those that are null are absent. What has no text in a query is refused there by its JSON. */
function textsOf(given: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(given)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => [name, textOf(value)]),
  );
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
