import { PassThrough } from 'node:stream';
import { type Addressing, limitHeaders, COMMON_HEADERS, transportHeaders } from '#lib/api/http/respond';
import type { BeginStream } from './rate-streams.ts';

const begins = new WeakMap<Response, BeginStream>();

/**
 * 200 with a stream that begins when its body is first read. A listener that can be written to takes {@link beginOf} it instead:
 * a body of the web's kind would take more memory than all else of a stream.
 */
export function respondWithStream(begin: BeginStream, sending: Addressing, version: string): Response {
  const headers = {
    ...COMMON_HEADERS,
    'Cache-Control': 'no-store',
    'Content-Type': 'text/event-stream',
    'X-Request-Id': sending.requestId,
    'X-Data-Version': version,
    // nginx would keep events back until there are many.
    'X-Accel-Buffering': 'no',
    ...limitHeaders(sending.limit),
    ...transportHeaders(sending.isEncrypted),
  };
  if (!sending.withBody) return new Response(null, { headers });
  const response = new Response(bodyOf(begin), { headers });
  begins.set(response, begin);
  return response;
}

/** What begins the stream of a response on something else than its body; undefined of every other response. */
export function beginOf(response: Response): BeginStream | undefined {
  return begins.get(response);
}

/** The bytes of a stream, as fast as they are read. */
function bodyOf(begin: BeginStream): ReadableStream<Uint8Array<ArrayBuffer>> {
  let outlet: PassThrough | null = null;
  return new ReadableStream(
    {
      pull: (controller) => {
        outlet ??= outletTo(controller, begin);
        outlet.resume();
      },
      cancel: () => void outlet?.destroy(),
    },
    { highWaterMark: 0 },
  );
}

function outletTo(
  controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>,
  begin: BeginStream,
): PassThrough {
  const outlet = new PassThrough();
  outlet.on('data', (bytes: Uint8Array<ArrayBuffer>) => {
    outlet.pause();
    controller.enqueue(bytes);
  });
  outlet.once('end', () => controller.close());
  begin(outlet);
  return outlet;
}
