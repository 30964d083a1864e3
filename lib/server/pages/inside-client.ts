import { Agent } from 'node:http';
import process from 'node:process';
import { anonymousReading } from '#lib/api/callers/anonymous-reading';
import { EVERYTHING } from '#lib/api/api-service';
import { ENDPOINT_PATHS } from '#lib/contract/endpoint-paths';
import type { StatusReport } from '#lib/contract/responses';
import type { ShownReceipt } from '#lib/contract/receipts';
import type { BoardReport, IncidentMonth } from '#lib/contract/status-page';
import type { PageService, Reader } from '#lib/page-service';
import { createClock } from '#lib/platform/clock';
import { type Environment, readEnvironment } from '#lib/platform/environment';
import { officialSources, operatorSources } from '#lib/sources/operator-sources';
import { BOARD_PATH, MONTH_PATH, READER_HEADER, RECEIPT_PATH } from './inside-paths.ts';
import { askSocket } from '#lib/platform/ask-socket';
import { fieldsOf } from '#lib/api/http/respond';

/** How long a page waits for its figures; the answering process is on this machine and answers from memory. */
const ANSWER_MS = 15_000;

/** What a process that draws pages is made of. */
interface PagesFrom {
  readonly environment: Environment;
  readonly service: PageService;
}

/** Draws pages from what the answering process says on a socket of this machine; `socketOf` names it for the page under way. */
export function createPagesFrom(socketOf: () => string): PagesFrom {
  const environment = readEnvironment(process.env, process.cwd());
  const clock = createClock(environment.clockStartsAt);
  const get = createGet(socketOf);
  const anonymous = anonymousReading(environment, officialSources(environment));
  const json = async (path: string, reader: Reader = 'nobody'): Promise<unknown> => {
    const answer = await get(path, { [READER_HEADER]: reader });
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`);
    return answer.json();
  };
  const service: PageService = {
    environment,
    sources: operatorSources(environment),
    clock,
    readingFor: (reader) => {
      const reading = reader === 'member' ? EVERYTHING : reader === 'anonymous' ? anonymous : null;
      return reading && { ...reading, transport: (path) => get(path, { [READER_HEADER]: reader }) };
    },
    // Everybody may know it.
    status: async () => asStatus(await json(ENDPOINT_PATHS.status, 'member')),
    statusBoard: async () => asBoard(await json(BOARD_PATH)),
    incidentMonth: async ({ month, source }) => {
      const asked = new URLSearchParams({ month, ...(source !== null && { source }) });
      const answer = await get(`${MONTH_PATH}?${asked}`);
      return answer.ok ? asMonth(await answer.json()) : null;
    },
    receipt: async (id) => asReceipt(await json(`${RECEIPT_PATH}?${new URLSearchParams({ id })}`)),
  };
  return { environment, service };
}

/** The answering process is this version of the same program and sends exactly this. */
function asBoard(body: unknown): BoardReport {
  return body as BoardReport;
}

/** As {@link asBoard}. */
function asStatus(body: unknown): StatusReport {
  return body as StatusReport;
}

/** As {@link asBoard}. */
function asMonth(body: unknown): IncidentMonth {
  return body as IncidentMonth;
}

/** As {@link asBoard}. */
function asReceipt(body: unknown): ShownReceipt | null {
  return body as ShownReceipt | null;
}

type Get = (path: string, headers?: Readonly<Record<string, string>>) => Promise<Response>;

function createGet(socketOf: () => string): Get {
  const agent = new Agent({ keepAlive: true });
  return async (path, headers = {}) => {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const asked = { socketPath: socketOf(), path, headers, agent, signal };
    const { status, rawHeaders, body } = await askSocket(asked);
    return new Response(new Uint8Array(body), { status, headers: fieldsOf(rawHeaders) });
  };
}
