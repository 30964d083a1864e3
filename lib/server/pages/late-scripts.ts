import type { ServerResponse } from 'node:http';
import { LATE_MARK, LATE_SOURCE } from '#lib/client/late-scripts';

/** The root of a document that asks for its scripts itself. */
const MARKED_ROOT = Object.entries(LATE_MARK)
  .map(([name, value]) => ` ${name}="${value}"`)
  .join('');

/** What follows the root. */
const HEAD = '<head';

/** A script that may run at any time, as Next writes those of a page. */
const ASYNC_SCRIPT = /<script(?=[^>]* async="")([^>]*) src="/g;

/** One character a byte, so that nothing is lost where a part ends inside a letter; what is looked for has no others. */
const BYTES = 'latin1';

/** Node takes nothing at all for the end of a body. */
type Part = string | Uint8Array | null | undefined;

/**
 * Leaves the addresses of a page's scripts to `LATE_SCRIPTS`, whatever parts the page is written in. Anything but a page, and a
 * page whose root does not bear the mark, passes as it is: Next has the browser draw what it could not draw itself. Belongs to
 * a response of which nothing is written yet.
 */
export function leaveScriptsForLater(response: ServerResponse): void {
  const write = response.write.bind(response);
  const end = response.end.bind(response);
  let rest = '';
  let isMarked: boolean | null = null;
  const rewritten = (part: Part, encoding: BufferEncoding | undefined, isLast: boolean) => {
    const text = rest + Buffer.from(bytesOf(part, encoding)).toString(BYTES);
    const headAt = isMarked === null ? text.indexOf(HEAD) : 0;
    if (headAt > 0) isMarked = text.slice(0, headAt).includes(MARKED_ROOT);
    const readyTo = isLast ? text.length : headAt === -1 ? 0 : openTagAt(text);
    rest = text.slice(readyTo);
    const ready = text.slice(0, readyTo);
    return Buffer.from(isMarked === true ? later(ready) : ready, BYTES);
  };
  Object.assign(response, {
    write: (part: Part, encoding?: BufferEncoding) =>
      write(isPage(response) ? rewritten(part, encoding, false) : bytesOf(part, encoding)),
    end: (part?: Part, encoding?: BufferEncoding) =>
      end(isPage(response) ? rewritten(part, encoding, true) : bytesOf(part, encoding)),
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

function later(text: string): string {
  return text.replace(ASYNC_SCRIPT, `<script$1 ${LATE_SOURCE}="`);
}

/** Where a tag begins that is not whole yet; the length of the text where there is none. */
function openTagAt(text: string): number {
  const at = text.lastIndexOf('<');
  return at === -1 || text.includes('>', at) ? text.length : at;
}
