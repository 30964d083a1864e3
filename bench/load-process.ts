import process from 'node:process';
import { type LoadPlan, runLoad } from './load.ts';

/** A load in a process of its own, so that it can be pinned to another core than the server. */
process.stdout.write(`${JSON.stringify(await runLoad(planOf(process.argv[2] ?? '')))}\n`);

/** The bench passes the plan as JSON of its own making. */
function planOf(text: string): LoadPlan {
  return JSON.parse(text) as LoadPlan;
}
