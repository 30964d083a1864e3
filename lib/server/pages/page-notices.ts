import { type FinishedPage, finishPage } from './finished-page.ts';

/** A page of the answering process itself, for when no other can be drawn. */
export type PageNotice = FinishedPage;

/** How soon a reader whose page could not be drawn may ask again, in seconds. */
const AGAIN_SECONDS = 5;

interface Words {
  readonly status: number;
  readonly title: string;
  readonly sentence: string;
  readonly againSeconds: number;
}

const STYLE =
  'html{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-width:36rem;margin:20vh auto;padding:0 1.5rem}h1{font-size:1.5rem;margin:0 0 .5rem}p{margin:0 0 1rem}';

/** What is shown instead of a page. Each tells browsers to ask again by themselves. */
export const NOTICES = {
  /** More pages are wanted than can be drawn. */
  busy: notice({
    status: 503,
    title: 'Many readers at once',
    sentence: 'This page will be here in a few seconds.',
    againSeconds: AGAIN_SECONDS,
  }),
  /** The process that draws pages is gone or being started. */
  failed: notice({
    status: 503,
    title: 'Pages are starting again',
    sentence: 'Rates are still served by the API. This page will be back in a few seconds.',
    againSeconds: AGAIN_SECONDS,
  }),
  /** One address asked for too many pages. */
  tooMany: (againSeconds: number) =>
    notice({
      status: 429,
      title: 'Too many pages at once',
      sentence: `Too many pages were opened from this network. You can go on in ${againSeconds} s.`,
      againSeconds,
    }),
} as const;

function notice({ status, title, sentence, againSeconds }: Words): PageNotice {
  const html = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} · Crossrate</title><style>${STYLE}</style></head><body><h1>${title}</h1><p>${sentence}</p><p><a href="">Try again</a></p></body></html>`;
  return finishPage({
    status,
    rawHeaders: [
      ['content-type', 'text/html; charset=utf-8'],
      ['cache-control', 'no-store'],
      ['retry-after', String(againSeconds)],
      ['refresh', String(againSeconds)],
    ].flat(),
    body: Buffer.from(html),
  });
}
