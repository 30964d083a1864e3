import { type CallToolResult, McpServer, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { INTERNAL_ERROR } from '#lib/contract/errors';
import { MCP_TOOLS, type McpTool } from '#lib/contract/mcp-tools';
import { API_VERSION } from '#lib/contract/openapi/openapi-document';
import { errorAnswer } from '#lib/contract/openapi/openapi-schemas';

/** An answer of /v1 that was read to its end; a Response would take 8 MB more where there is none already. */
export interface Answered {
  readonly ok: boolean;
  readonly body: string;
  /** Headers of the answer by their names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
}

/** Asks /v1 with GET by path and query; a sentence where there is no answer. */
export type AskApi = (address: string, signal: AbortSignal) => Promise<Answered | string>;

const INSTRUCTIONS = [
  'Exact currency rates with their provenance. One unit of `from` costs `rate` units of `to`; do not invert or multiply rates yourself, ask for the pair.',
  'With a figure, say its `source` and its `timestamp`, which is when the source observed it, in UTC.',
  '`headers` says what else matters: with `X-Rate-Stale` the figure is stale, with `X-Rate-Date` it is of that earlier day, with `X-Truncated` there is more, and with `X-Simulated` all figures are made up for trials.',
].join(' ');

/**
 * A server of the Model Context Protocol with the tools of the contract, each of which is answered by one request of /v1. Defects
 * are told to `noteDefect` alone: the protocol's library would send their text to the caller.
 */
export function createMcpServer(ask: AskApi, noteDefect: (defect: unknown) => void): McpServer {
  const server = new McpServer(
    { name: 'crossrate', title: 'Crossrate', version: API_VERSION },
    { instructions: INSTRUCTIONS },
  );
  for (const tool of MCP_TOOLS) {
    const { name, title, description, inputSchema } = tool;
    server.registerTool(
      name,
      {
        title,
        description,
        inputSchema: judgedByApi(inputSchema),
        annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
      },
      (given, { mcpReq: { signal } }) =>
        answerCall(tool, given, (address) => ask(address, signal)).catch((defect: unknown) => {
          noteDefect(defect);
          return refused(INTERNAL_ERROR.message);
        }),
    );
  }
  return server;
}

const GIVEN = z.record(z.string(), z.unknown()).default({});

type Given = z.infer<typeof GIVEN>;

/** Arguments are not judged before /v1 reads them as parameters, which says in its own words what is wrong. */
function judgedByApi(schema: McpTool['inputSchema']): StandardSchemaWithJSON<Given, Given> {
  return {
    '~standard': {
      version: 1,
      vendor: 'crossrate',
      validate: (value) => ({ value: GIVEN.parse(value) }),
      jsonSchema: { input: () => ({ ...schema }), output: () => ({ ...schema }) },
    },
  };
}

async function answerCall(
  tool: McpTool,
  given: Given,
  ask: (address: string) => Promise<Answered | string>,
): Promise<CallToolResult> {
  const missing = tool.needs.find((name) => given[name] === undefined || given[name] === null);
  if (missing !== undefined) return refused(`${missing} is missing.`);
  const address = tool.addressOf(given);
  const answered = await ask(address);
  if (typeof answered === 'string') return refused(answered);
  const { ok, body, headers } = answered;
  if (!ok) return refused(errorAnswer.parse(JSON.parse(body)).error.message);
  const said = tool.headers.flatMap((name) => {
    const value = headers.get(name.toLowerCase());
    return value === undefined ? [] : [[name, value]];
  });
  const rest = JSON.stringify({ request: `GET ${address}`, headers: Object.fromEntries(said) });
  // The very text of the answer: a history is long, and read and written again it would be three times in memory.
  return { content: [{ type: 'text', text: `{"answer":${body},${rest.slice(1)}` }] };
}

function refused(sentence: string): CallToolResult {
  return { content: [{ type: 'text', text: sentence }], isError: true };
}
