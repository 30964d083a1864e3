import { type ReactNode, Suspense, useState } from 'react';

/** A button that brings the code of what it opens with the first press; `popup` then stands in its place, open. */
export function OnceWanted({
  opens,
  label,
  className,
  face,
  popup,
  onNear,
}: {
  readonly opens: 'dialog' | 'menu';
  /** What the button is called where its face says too little. */
  readonly label?: string;
  readonly className: string;
  readonly face: ReactNode;
  readonly popup: ReactNode;
  /** Called when a press is likely, to fetch the code ahead of it. */
  readonly onNear: () => Promise<unknown>;
}) {
  const [isWanted, setIsWanted] = useState(false);
  // A failure here is no news: the press fetches again.
  const near = () => void onNear().catch(() => undefined);
  const button = (
    <button
      type="button"
      aria-haspopup={opens}
      aria-label={label}
      className={className}
      onPointerEnter={near}
      onFocus={near}
      onClick={() => setIsWanted(true)}
    >
      {face}
    </button>
  );
  return isWanted ? <Suspense fallback={button}>{popup}</Suspense> : button;
}
