import { useState } from 'react';
import { useOnDemand } from '#lib/client/browser/use-on-demand';

/** The dialog of a page. It comes as code of its own: nobody needs it to read the page. `load` is a function of its file, not of a render. */
export function useDialog<Question, Part>(load: () => Promise<Part>, first: Question) {
  const code = useOnDemand(load);
  const [question, setQuestion] = useState(first);
  const [isOpen, setIsOpen] = useState(false);
  return {
    /** Its code; null until it is there. */
    part: code.part,
    /** What is asked, also while the dialog closes and when it is closed. */
    question,
    isOpen,
    ask: (asked: Question) => {
      setQuestion(asked);
      setIsOpen(true);
      void code.load().then((isThere) => !isThere && setIsOpen(false));
    },
    /** Asks the next thing without opening the dialog again, which may have been closed meanwhile. */
    turnTo: setQuestion,
    close: () => setIsOpen(false),
    /** Says that its code could not be fetched. */
    missing: code.isMissing && (
      <p role="status" className="mb-4 text-sm text-degraded max-phone:mx-4">
        The dialog could not be loaded. Try again when the network is back.
      </p>
    ),
  };
}
