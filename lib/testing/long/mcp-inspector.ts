import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { PROGRAM_PATHS } from '#lib/contract/endpoint-paths';
import { MCP_TOOLS } from '#lib/contract/mcp-tools';
import { MCP_CALLS, type McpCall } from '#lib/testing/suites/mcp-calls';
import { createLoadKey, startServerProcess } from './server-process.ts';

/** The protocol's own client for trials, which npm brings for this run. */
const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0';

const run = promisify(execFile);

/** Lists the tools and calls each by the inspector's command line, over HTTP and over standard input and output. */
const folder = mkdtempSync(join(tmpdir(), 'crossrate-inspector-'));
const variables = { DATA_DIR: folder, SOURCES: 'fixed', ROLE: 'web', PORT: '0', LOG_LEVEL: 'silent' };
const key = await createLoadKey(variables, ['--limit', '0']);
const server = await startServerProcess(variables);
try {
  const origin = `http://localhost:${server.port}`;
  const faces: Readonly<Record<string, readonly string[]>> = {
    http: [
      `${origin}${PROGRAM_PATHS.mcp}`,
      '--transport',
      'http',
      '--header',
      `Authorization: Bearer ${key}`,
    ],
    stdio: [
      '-e',
      `CROSSRATE_SERVER=${origin}`,
      '-e',
      `CROSSRATE_API_KEY=${key}`,
      'npm',
      '--silent',
      'run',
      'mcp',
    ],
  };
  for (const [face, target] of Object.entries(faces)) {
    const listed = await inspect([...target, '--method', 'tools/list', '--strict']);
    const isWhole = MCP_TOOLS.every(({ name }) => listed.includes(`"name": "${name}"`));
    report(`${face}: the list of tools`, isWhole, listed);
    for (const call of MCP_CALLS) {
      const told = await inspect([...target, ...argumentsOf(call)]);
      report(
        `${face}: ${call.tool}`,
        told.includes(JSON.stringify(`GET ${call.request}`).slice(1, -1)),
        told,
      );
    }
  }
} finally {
  await server.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}

function argumentsOf({ tool, given }: McpCall): readonly string[] {
  const pairs = Object.entries(given).flatMap(([name, value]) => ['--tool-arg', `${name}=${value}`]);
  return ['--method', 'tools/call', '--tool-name', tool, ...pairs];
}

/** What the inspector printed; its own catalogue of servers is not touched. */
async function inspect(args: readonly string[]): Promise<string> {
  const env = { ...process.env, MCP_CATALOG_PATH: join(folder, 'catalogue.json') };
  return run('npx', ['--yes', INSPECTOR, '--cli', ...args], { env }).then(
    ({ stdout }) => stdout,
    (error: unknown) => String(error),
  );
}

function report(what: string, isRight: boolean, told: string): void {
  process.stdout.write(`${isRight ? 'passed' : 'failed'} ${what}\n${isRight ? '' : told}`);
  if (!isRight) process.exitCode = 1;
}
