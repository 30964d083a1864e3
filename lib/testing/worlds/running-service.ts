import { type RunningScript, type ScriptVariables, startScript } from '#lib/testing/run-script';
import { makeKeyIn } from './own-store.ts';

/** A service of its own process, asked over HTTP with a key of its own. */
export interface RunningService {
  readonly server: RunningScript;
  /** The key that it is asked with. */
  readonly key: string;
  readonly get: (path: string, key?: string) => Promise<Answered>;
  /** The states of its parts, as /v1/status tells them. */
  readonly parts: () => Promise<Readonly<Record<string, string>>>;
}

/** An answer that was read to its end. */
export interface Answered {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | null;
}

/** Makes a key and starts the service, which polls nothing but has everything else. */
export async function startService(variables: ScriptVariables): Promise<RunningService> {
  const key = await makeKeyIn(variables);
  const server = startScript(['server.ts'], {
    PORT: '0',
    SOURCES: 'fixed',
    RATE_LIMIT_PER_MINUTE: '0',
    ...variables,
  });
  const [, address = ''] = await server.waitForOutput(/^Crossrate listens on (\S+)$/m);
  const get: RunningService['get'] = async (path, used = key) => {
    const response = await fetch(`${address}${path}`, { headers: { 'X-API-Key': used } });
    const text = await response.text();
    return { status: response.status, text, retryAfter: response.headers.get('retry-after') };
  };
  return { server, key, get, parts: async () => partsIn(await get('/v1/status')) };
}

function partsIn({ text }: Answered): Readonly<Record<string, string>> {
  const { services } = asReport(JSON.parse(text));
  return Object.fromEntries(services.map(({ service, status }) => [service, status]));
}

/** Holds because /v1/status answers by its schema, which other tests prove. */
function asReport(body: unknown) {
  return body as { readonly services: readonly { readonly service: string; readonly status: string }[] };
}
