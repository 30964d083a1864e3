import { PROGRAM_PATHS, requestAddress } from './endpoint-paths.ts';
import { MCP_TOOLS } from './mcp-tools.ts';
import { API_DESCRIPTION, API_SUMMARY, TAGS } from './openapi/openapi-document.ts';
import { type ApiOperation, type ApiParameter, OPERATIONS } from './openapi/openapi-operations.ts';

/**
 * The service in Markdown for language models (https://llmstxt.org): what it is, where its documentation is, and every endpoint by
 * its contract. `origin` is where the service is reached; null leaves the links relative to where the text was found.
 */
export function llmsText(origin: string | null): string {
  const linked = (name: string, path: string) => `[${name}](${origin ?? ''}${path})`;
  const groups = TAGS.map(({ name, description }) => {
    const operations = OPERATIONS.filter(({ tag }) => tag === name);
    const lines = operations.map(
      (operation) => `- ${linked(`GET ${operation.path}`, `/docs#${operation.id}`)}: ${told(operation)}`,
    );
    return `## Endpoints: ${name}\n\n${description}\n\n${lines.join('\n')}`;
  });
  return `${[
    '# Crossrate',
    `> ${API_SUMMARY}`,
    API_DESCRIPTION,
    'Send an API key in the header `X-API-Key`; the operator of this server or the keys page of an account gives one. One unit of `from` (or `base`) costs `rate` units of `to`. `timestamp` says when the source observed the rate, not when you asked. `include=provenance` adds how a rate was made: quote it with the figure.',
    ['## Documentation', documentation(linked)].join('\n\n'),
    ...groups,
    ['## Optional', optional(linked)].join('\n\n'),
  ].join('\n\n')}\n`;
}

/** A link in Markdown to a path of this server. */
type Linked = (name: string, path: string) => string;

function documentation(linked: Linked): string {
  const tools = MCP_TOOLS.map(({ name }) => `\`${name}\``).join(', ');
  return [
    `- ${linked('Reference', '/docs')}: every endpoint with its parameters, fields, examples and a box to try it`,
    `- ${linked('Errors', '/docs#errors')}: every code, when it is answered, and what to do`,
    `- ${linked('Limits', '/docs#limits')}: how often a key may ask, and the headers that say what is left`,
    `- ${linked('Sources', '/docs#sources')}: who publishes the figures, and in which order they are asked`,
    `- ${linked('OpenAPI', PROGRAM_PATHS.openApi)}: the same for programs (OpenAPI 3.1)`,
    `- ${linked('MCP server', PROGRAM_PATHS.mcp)}: the tools ${tools} for assistants (Model Context Protocol, streamable HTTP; send the key as \`Authorization: Bearer KEY\`)`,
  ].join('\n');
}

function optional(linked: Linked): string {
  return [
    `- ${linked('Status', '/status')}: how the sources are doing now, and the incidents of the last 90 days`,
    `- ${linked('Sources', '/sources')}: each source with its terms and its credit line`,
  ].join('\n');
}

function told({ title, description, parameters, path, examples: [example] }: ApiOperation): string {
  const needed = parameters.filter(({ required }) => required);
  const others = parameters.filter(({ required }) => !required);
  return [
    `${title}. ${description}`,
    ...(needed.length > 0 ? [`Required: ${namesOf(needed)}.`] : []),
    ...(others.length > 0 ? [`Optional: ${namesOf(others)}.`] : []),
    `Example: \`GET ${requestAddress(path, example.query)}\``,
  ].join(' ');
}

function namesOf(parameters: readonly ApiParameter[]): string {
  return parameters.map(({ name, kind }) => `\`${name}\` (${kind})`).join(', ');
}
