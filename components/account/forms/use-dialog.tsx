import { type ReactNode, useState } from 'react';
import { useOnDemand } from '#lib/client/browser/use-on-demand';

/** The dialog of a page. */
export interface PageDialog<Question, Part> {
  /** Its code; null until it is there. */
  readonly part: Part | null;
  /** What is asked, also while the dialog closes and when it is closed. */
  readonly question: Question;
  readonly isOpen: boolean;
  readonly ask: (question: Question) => void;
  readonly close: () => void;
  /** Says that its code could not be fetched. */
  readonly missing: ReactNode;
}

/** A dialog comes as code of its own: nobody needs it to read the page. `load` is a function of its file, not of a render. */
export function useDialog<Question, Part>(
  load: () => Promise<Part>,
  first: Question,
): PageDialog<Question, Part> {
  const code = useOnDemand(load);
  const [question, setQuestion] = useState(first);
  const [isOpen, setIsOpen] = useState(false);
  return {
    part: code.part,
    question,
    isOpen,
    ask: (asked) => {
      setQuestion(asked);
      setIsOpen(true);
      void code.load().then((isThere) => !isThere && setIsOpen(false));
    },
    close: () => setIsOpen(false),
    missing: code.isMissing && (
      <p role="status" className="mb-4 text-sm text-degraded max-phone:mx-4">
        The dialog could not be loaded. Try again when the network is back.
      </p>
    ),
  };
}
