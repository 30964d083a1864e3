import {
  type Circumstances,
  type Judged,
  judgeFigures,
  statedFigures,
  type StatedFigures,
  type WrongAnswer,
} from './judge-answer.ts';
import type { LoadAnswer } from '#lib/testing/long/paced-load';
import { isBank, type PrintedFigures } from './printed-figures.ts';

/** Compares answers with the truth while it is still being read. */
export interface Judge {
  /** Takes an answer of status 200; an answer that cannot be read is wrong. */
  readonly take: (answer: Pick<LoadAnswer, 'path' | 'body' | 'startedAtMs' | 'endedAtMs'>) => void;
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
  readonly circumstances: Circumstances;
  /** When it was asked for. */
  readonly atMs: number;
  readonly sinceMs: number;
}

/** What was printed is read about once a second; an answer may be quicker. */
const PATIENCE_MS = 5_000;

/** More are not kept: the first ones say what is wrong. */
const WRONG_KEPT = 100;

/** What a judge takes into account. */
export interface JudgeSettings {
  /** Whether a publisher may say again what it had printed earlier. */
  readonly mayBeOld?: boolean;
  /** How far ahead the service's clock may have been in the time of an answer, in ms. */
  readonly aheadMsIn?: (answer: Pick<LoadAnswer, 'startedAtMs' | 'endedAtMs'>) => readonly number[];
}

/** Makes a judge of what a service answers. */
export function createJudge(
  printed: PrintedFigures,
  { mayBeOld = false, aheadMsIn = () => [] }: JudgeSettings = {},
): Judge {
  const wrong: WrongAnswer[] = [];
  let doubts: Doubt[] = [];
  let answers = 0;
  let compared = 0;
  // One at a time: what one still reads, another would miss.
  let looking: Promise<void> | null = null;
  const blame = (found: readonly WrongAnswer[]) => wrong.push(...found.slice(0, WRONG_KEPT - wrong.length));
  const judged = ({ path, stated, circumstances }: Doubt): Judged =>
    judgeFigures(path, stated, printed, circumstances);
  const look = async (patienceMs: number) => {
    await printed.follow();
    const isOver = ({ sinceMs }: Doubt) => performance.now() - sinceMs >= patienceMs;
    const open = doubts.filter((doubt) => judged(doubt).wrong.length > 0);
    const isOfBank = (doubt: Doubt) =>
      judged(doubt).wrong.some(({ source }) => source !== null && isBank(source));
    if (open.some((doubt) => isOver(doubt) && isOfBank(doubt))) await printed.readBanks();
    const [over, waiting] = [open.filter(isOver), open.filter((doubt) => !isOver(doubt))];
    for (const doubt of over) {
      const at = new Date(doubt.atMs).toISOString();
      blame(judged(doubt).wrong.map((found) => ({ ...found, what: `${found.what}, answered at ${at}` })));
    }
    doubts = waiting;
  };
  return {
    take: ({ path, body, startedAtMs, endedAtMs }) => {
      answers += 1;
      try {
        const stated = statedFigures(path, body);
        const circumstances = { mayBeOld, aheadMs: aheadMsIn({ startedAtMs, endedAtMs }) };
        const doubt = { path, stated, circumstances, atMs: startedAtMs, sinceMs: performance.now() };
        const first = judged(doubt);
        compared += first.compared;
        if (first.wrong.length > 0) doubts.push(doubt);
      } catch (error) {
        blame([{ path, source: null, what: `${String(error).slice(0, 200)}: ${body.slice(0, 200)}` }]);
      }
    },
    look: () => {
      looking ??= look(PATIENCE_MS).finally(() => (looking = null));
      return looking;
    },
    finish: async () => {
      await looking;
      await look(0);
    },
    answers: () => answers,
    compared: () => compared,
    wrong: () => wrong,
  };
}
