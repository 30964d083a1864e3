import { createParser, type EventSourceMessage } from 'eventsource-parser';

/** A sign of life comes every 15 seconds; a connection that is silent for so long is gone, or something keeps its bytes back. */
const SILENT_MS = 40_000;

/**
 * The events of a stream (`text/event-stream`) in order, and null for each sign of life between them. Ends where the stream ends;
 * rejects where it cannot be had, breaks off, falls silent or `signal` aborts. Whoever stops reading closes the connection.
 */
export async function* streamEvents(
  open: (signal: AbortSignal) => Promise<Response>,
  signal: AbortSignal | undefined,
): AsyncGenerator<EventSourceMessage | null, void, undefined> {
  const ending = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listen = () => {
    clearTimeout(timer);
    timer = setTimeout(() => ending.abort(new Error('The stream fell silent.')), SILENT_MS);
  };
  const heard: (EventSourceMessage | null)[] = [];
  const parser = createParser({
    onEvent: (event) => heard.push(event),
    onComment: () => heard.push(null),
  });
  listen();
  try {
    const { body } = await open(signal ? AbortSignal.any([signal, ending.signal]) : ending.signal);
    if (body === null) return;
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      listen();
      parser.feed(read.value);
      yield* heard.splice(0);
    }
  } finally {
    clearTimeout(timer);
    ending.abort();
  }
}
