import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import process from 'node:process';
import { createInterface } from 'node:readline';

/** Every publisher, simulated in a process of its own. */
export interface SimulatedPublishers {
  /** What a service needs in its environment to ask them. */
  readonly variables: Readonly<Record<string, string>>;
  readonly stop: () => void;
}

/** Elsewhere the publishers are other machines: what they do must not take the processor from who is measured. */
const NICENESS = 5;

/** Starts them. */
export async function startSimulatedPublishers(): Promise<SimulatedPublishers> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'bench/simulation.ts'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  if (child.pid !== undefined) setPriority(child.pid, NICENESS);
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return { variables: asVariables(JSON.parse(String(line))), stop: () => child.stdin.end() };
}

/** Holds because bench/simulation.ts prints an object of texts. */
function asVariables(printed: unknown): Readonly<Record<string, string>> {
  return printed as Readonly<Record<string, string>>;
}
