import type { ReactNode } from 'react';
import { CopyButton } from '#components/ui/buttons/copy-button';
import { Skeleton } from '#components/ui/skeleton';
import { type AskTrouble, troubleOf } from '#lib/client/asking/ask-failure';
import type { TriedAnswer } from '#lib/client/asking/try-request';
import { jsonLines, jsonText } from '#lib/format/json-lines';
import { wholeText } from '#lib/format/numbers/number-text';
import { statusText } from '#lib/format/sources/status-text';
import { JsonPane } from '#components/docs/snippets/json-pane';
import type { TryOperation } from './try-operations.ts';
import type { Try } from './use-try.ts';

/** What came back: nothing yet (the example instead), on its way, an answer as it came, or why there is none. */
export function AnswerPane({ operation, state }: { readonly operation: TryOperation; readonly state: Try }) {
  const { request, isOther, waitSeconds } = state;
  switch (request.status) {
    case 'idle':
      return (
        <>
          <Head note={operation.exampleNote}>
            <span className="text-sm font-medium">Example answer</span>
          </Head>
          <JsonPane text={operation.example} label="Example answer" />
          <p className="border-t border-line px-4 py-2 text-xs text-text-muted print:hidden">
            Nothing is sent until you send it.
          </p>
        </>
      );
    case 'pending':
      return (
        <>
          <Head>
            <span role="status" className="text-sm text-text-muted">
              Waiting for the answer
            </span>
          </Head>
          <div aria-hidden="true" className="min-h-52 bg-sunken px-4 py-3.5 font-mono text-[0.78125rem]/5">
            <Skeleton width="24ch" />
          </div>
        </>
      );
    case 'error':
      return <Failed error={request.error} waitSeconds={waitSeconds} />;
    case 'success':
      return <Answered answer={request.data} isOther={isOther} waitSeconds={waitSeconds} />;
  }
}

function Head({ note, children }: { readonly note?: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-2 border-y border-line px-4 py-1.5">
      {children}
      {note !== undefined && <span className="ml-auto text-xs text-text-muted">{note}</span>}
    </div>
  );
}

function Answered({
  answer: { status, tookMs, byteLength, text, headers },
  isOther,
  waitSeconds,
}: {
  readonly answer: TriedAnswer;
  /** Whether it answers another request than the one that is shown by now. */
  readonly isOther: boolean;
  readonly waitSeconds: number;
}) {
  const lines = jsonLines(text);
  const said = `${status} ${errorCode(text) ?? statusText(status)}`;
  return (
    <>
      <Head note={noteOf(status, isOther, waitSeconds)}>
        <span role="status" className={`text-sm font-medium ${inkOf(status)}`}>
          {said}
        </span>
        <span className="text-xs whitespace-nowrap text-text-muted">
          {tookMs} ms&ensp;{wholeText(byteLength)} B
        </span>
      </Head>
      <div className={isOther ? 'opacity-60' : undefined}>
        <JsonPane text={text} label={isOther ? 'Answer to the request before' : 'Live answer'} />
      </div>
      <div className="flex items-start gap-2 border-t border-line py-1.5 pr-1.5 pl-4 max-phone:flex-col max-phone:gap-0">
        <dl className="min-w-0 flex-1 py-1 font-mono text-xs/5">
          {headers.map(([name, value]) => (
            <div key={name} className="pl-6 -indent-6">
              <dt className="inline text-text-muted">{name}:</dt>{' '}
              <dd className="inline [overflow-wrap:anywhere]">{value}</dd>
            </div>
          ))}
        </dl>
        <CopyButton look="ghost" label="Copy answer" text={lines === null ? text : jsonText(lines)} />
      </div>
    </>
  );
}

function noteOf(status: number, isOther: boolean, waitSeconds: number): ReactNode {
  if (waitSeconds > 0) return goesOn(waitSeconds);
  if (isOther) return 'to the request before; send it again';
  return status < 400 ? 'live answer' : undefined;
}

function goesOn(seconds: number): string | undefined {
  return seconds === 0 ? undefined : `goes on in ${seconds} s`;
}

function inkOf(status: number): string {
  if (status === 429) return 'text-degraded';
  return status < 400 ? 'text-operational' : 'text-outage';
}

/** The code of an error in our one shape; null for every other body. */
function errorCode(text: string): string | null {
  return /^\{"error":\{"code":"([a-z_]+)"/.exec(text)?.[1] ?? null;
}

function Failed({ error, waitSeconds }: { readonly error: Error; readonly waitSeconds: number }) {
  const trouble = troubleOf(error);
  if (trouble === null) return null;
  const { title, sentence } = WORDS[trouble.kind];
  return (
    <>
      <Head note={goesOn(waitSeconds)}>
        <span
          role="status"
          className={`text-sm font-medium ${trouble.kind === 'limited' ? 'text-degraded' : 'text-outage'}`}
        >
          {title}
        </span>
      </Head>
      <p className="bg-sunken px-4 py-3.5 text-sm text-pretty text-text-soft">
        {sentence}
        {trouble.kind === 'fault' && trouble.requestId !== null && ` Request ${trouble.requestId}.`}
      </p>
    </>
  );
}

const WORDS: Readonly<Record<AskTrouble['kind'], { readonly title: string; readonly sentence: string }>> = {
  unreachable: {
    title: 'No answer',
    sentence:
      'The service cannot be reached: you are offline, or it is. What you typed is kept. Send it again when the network is back.',
  },
  limited: {
    title: '429 rate_limited',
    sentence:
      'Pages at this address requested too many keys, so this page has none. What you typed is kept. To continue at once, paste a key of your own under “Your key”.',
  },
  refused: {
    title: 'No key for this page',
    sentence:
      'This server answers people with a key only. Paste one under “Your key” to send requests from here.',
  },
  fault: {
    title: 'The service failed to answer',
    sentence: 'What you typed is kept. Send it again; if it persists, tell the operator of this server.',
  },
};
