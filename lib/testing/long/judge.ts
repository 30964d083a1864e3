import {
  type Judged,
  judgeFigures,
  statedFigures,
  type StatedFigures,
  type WrongAnswer,
} from './judge-answer.ts';
import type { LoadAnswer } from './paced-load.ts';
import { isBank, type PrintedFigures } from './printed-figures.ts';

/** Compares answers with the truth while it is still being read. */
export interface Judge {
  /** Takes an answer of status 200; an answer that cannot be read is wrong. */
  readonly take: (answer: Pick<LoadAnswer, 'path' | 'body'>) => void;
  /** Reads what publishers printed since, and judges again what no publisher had printed; to be called about once a second. */
  readonly look: () => Promise<void>;
  /** Judges everything that is left. */
  readonly finish: () => Promise<void>;
  readonly answers: () => number;
  readonly compared: () => number;
  readonly wrong: () => readonly WrongAnswer[];
}

interface Doubt {
  readonly path: string;
  readonly stated: StatedFigures;
  readonly sinceMs: number;
}

/** What was printed is read about once a second; an answer may be quicker. */
const PATIENCE_MS = 5_000;

/** More are not kept: the first ones say what is wrong. */
const WRONG_KEPT = 100;

/** Makes a judge; with `mayBeOld` a publisher may say again what it had printed earlier. */
export function createJudge(printed: PrintedFigures, mayBeOld = false): Judge {
  const wrong: WrongAnswer[] = [];
  let doubts: Doubt[] = [];
  let answers = 0;
  let compared = 0;
  const blame = (found: readonly WrongAnswer[]) => wrong.push(...found.slice(0, WRONG_KEPT - wrong.length));
  const judged = ({ path, stated }: Doubt): Judged => judgeFigures(path, stated, printed, mayBeOld);
  const look = async (patienceMs: number) => {
    await printed.follow();
    const isOver = ({ sinceMs }: Doubt) => performance.now() - sinceMs >= patienceMs;
    const open = doubts.filter((doubt) => judged(doubt).wrong.length > 0);
    const isOfBank = (doubt: Doubt) =>
      judged(doubt).wrong.some(({ source }) => source !== null && isBank(source));
    if (open.some((doubt) => isOver(doubt) && isOfBank(doubt))) await printed.readBanks();
    const [over, waiting] = [open.filter(isOver), open.filter((doubt) => !isOver(doubt))];
    for (const doubt of over) blame(judged(doubt).wrong);
    doubts = waiting;
  };
  return {
    take: ({ path, body }) => {
      answers += 1;
      try {
        const stated = statedFigures(path, body);
        const doubt = { path, stated, sinceMs: performance.now() };
        const first = judged(doubt);
        compared += first.compared;
        if (first.wrong.length > 0) doubts.push(doubt);
      } catch (error) {
        blame([{ path, source: null, what: `${String(error).slice(0, 200)}: ${body.slice(0, 200)}` }]);
      }
    },
    look: () => look(PATIENCE_MS),
    finish: () => look(0),
    answers: () => answers,
    compared: () => compared,
    wrong: () => wrong,
  };
}
