import type { ReactNode } from 'react';
import { Button } from '#components/ui/buttons/button';

/** What went wrong, for the operator: a code, and the name of the request. */
export interface Failure {
  readonly kind?: string;
  readonly code?: string;
  readonly requestId?: string | null;
  /** The name of an error that happened while a page was drawn. */
  readonly digest?: string | undefined;
}

/** Something that a press does about it. */
interface Way {
  readonly text: string;
  readonly act: () => void;
}

/** What stands where there is nothing to show: what is, why, then actions, then the code and the request for whoever asks. */
export function Blank({
  title,
  children,
  ways = [],
  actions,
  failure = null,
}: {
  readonly title: string;
  readonly children?: ReactNode;
  /** The first that there is stands out. */
  readonly ways?: readonly (Way | false)[];
  /** Other actions, after the ways. */
  readonly actions?: ReactNode;
  readonly failure?: Failure | null;
}) {
  const trace = traceOf(failure ?? {});
  return (
    <div className="max-w-[64ch] px-6 pt-12 pb-14 max-phone:px-4 max-phone:pt-8 max-phone:pb-10">
      <h2 className="mb-1 text-lg font-semibold tracking-title">{title}</h2>
      {children !== undefined && <div className="text-pretty text-text-soft">{children}</div>}
      <div className="mt-4 flex flex-wrap gap-2 empty:hidden">
        {ways
          .filter((way) => way !== false)
          .map(({ text, act }, place) => (
            <Button key={text} look={place === 0 ? 'main' : 'line'} onClick={act}>
              {text}
            </Button>
          ))}
        {actions}
      </div>
      {trace !== '' && <p className="mt-4 text-xs break-all text-text-muted">{trace}</p>}
    </div>
  );
}

function traceOf({ code, requestId, digest }: Failure): string {
  return [code, requestId && `request ${requestId}`, digest && `digest ${digest}`]
    .filter(Boolean)
    .join(' · ');
}
