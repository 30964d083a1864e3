import process from 'node:process';
import { type LoadPlan, runLoad } from './load.ts';
import { runWindows, type WindowsPlan } from './load-windows.ts';
import { type PacedPlan, runPaced } from './paced-requests.ts';

/** Kinds of load: the same request again and again, histories of other and other windows, requests at a fixed rate. */
export type LoadKind = 'same' | 'windows' | 'paced';

/* A load in a process of its own, so that it can be pinned to another core than the server; prints its result. */
const [, , kind, text = ''] = process.argv;
const result = await run(asKind(kind), JSON.parse(text));
process.stdout.write(`${JSON.stringify(result)}\n`);

function run(asked: LoadKind, plan: unknown): Promise<object> {
  switch (asked) {
    case 'same':
      return runLoad(asLoadPlan(plan));
    case 'windows':
      return runWindows(asWindowsPlan(plan));
    case 'paced':
      return runPaced(asPacedPlan(plan));
    default:
      return asked satisfies never;
  }
}

/** Holds because bench/processes.ts alone starts this process, with a kind and a plan of that kind. */
function asKind(given: unknown): LoadKind {
  return given as LoadKind;
}

/** Holds for the same reason. */
function asLoadPlan(given: unknown): LoadPlan {
  return given as LoadPlan;
}

/** Holds for the same reason. */
function asWindowsPlan(given: unknown): WindowsPlan {
  return given as WindowsPlan;
}

/** Holds for the same reason. */
function asPacedPlan(given: unknown): PacedPlan {
  return given as PacedPlan;
}
