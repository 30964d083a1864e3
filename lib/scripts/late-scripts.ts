import type { ServerResponse } from 'node:http';
import { LATE_SOURCE } from '#lib/client/late-scripts';

/** A script that may run at any time, as Next writes those of a page. */
const ASYNC_SCRIPT = /<script(?=[^>]* async="")([^>]*) src="/g;

/** One character a byte, so that nothing is lost where a part ends inside a letter; what is looked for has no others. */
const BYTES = 'latin1';

/** Node takes nothing at all for the end of a body. */
type Part = string | Uint8Array | null | undefined;

/**
 * Leaves the addresses of a page's scripts to `LATE_SCRIPTS`, whatever parts the page is written in; anything but a page passes as
 * it is. Belongs to a response of which nothing is written yet, and that a packer of bodies has taken before.
 */
export function leaveScriptsForLater(response: ServerResponse): void {
  const write = response.write.bind(response);
  const end = response.end.bind(response);
  let rest = '';
  const rewritten = (part: Part, encoding?: BufferEncoding) => {
    const text = rest + Buffer.from(bytesOf(part, encoding)).toString(BYTES);
    const openAt = openTagAt(text);
    rest = text.slice(openAt);
    return marked(text.slice(0, openAt));
  };
  Object.assign(response, {
    write: (part: Part, encoding?: BufferEncoding) =>
      write(isPage(response) ? rewritten(part, encoding) : bytesOf(part, encoding)),
    end: (part?: Part, encoding?: BufferEncoding) => {
      if (!isPage(response)) return end(bytesOf(part, encoding));
      const ready = rewritten(part, encoding);
      return end(Buffer.concat([ready, marked(rest)]));
    },
  });
}

/** Whether it is a page, whose length then changes. */
function isPage(response: ServerResponse): boolean {
  const is = String(response.getHeader('Content-Type')).startsWith('text/html');
  if (is && !response.headersSent) response.removeHeader('Content-Length');
  return is;
}

function bytesOf(part: Part, encoding?: BufferEncoding): Uint8Array {
  return typeof part === 'string' ? Buffer.from(part, encoding) : (part ?? new Uint8Array());
}

function marked(text: string): Buffer {
  return Buffer.from(text.replace(ASYNC_SCRIPT, `<script$1 ${LATE_SOURCE}="`), BYTES);
}

/** Where a tag begins that is not whole yet; the length of the text where there is none. */
function openTagAt(text: string): number {
  const at = text.lastIndexOf('<');
  return at === -1 || text.includes('>', at) ? text.length : at;
}
