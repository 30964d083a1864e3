import { appendFileSync } from 'node:fs';
import process from 'node:process';
import { InvalidArgumentError } from 'commander';
import { defineCommand, runCommand } from '#lib/cli/command-line';
import { reportSoak } from '#lib/testing/long/soak/soak-report';
import { runSoak } from '#lib/testing/long/soak/soak-run';

interface Flags {
  readonly minutes: number;
  readonly rate: number;
  readonly calm?: boolean;
  readonly history: boolean;
  readonly report?: string;
}

/** So that what was started and mounted ends with it. */
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

/** Everything at once, for as long as it is told: what comes out is in {@link reportSoak}. */
await runCommand(
  defineCommand('test:long', 'Everything at once on a service of its own against simulated publishers.')
    .option('--minutes <number>', 'how long', readPositive, 60)
    .option('--rate <number>', 'requests a second on /v1', readPositive, 2000)
    .option('--calm', 'only the steady load, polling and changing keys')
    .option('--no-history', 'do not wait for the history of all publishers first')
    .option('--report <file>', 'append the result as one line of JSON')
    .action(soak),
);

async function soak({ minutes, rate, calm = false, history, report }: Flags): Promise<void> {
  const startMs = performance.now();
  const say = (line: string) =>
    process.stdout.write(`${((performance.now() - startMs) / 1000).toFixed(0).padStart(5)} s  ${line}\n`);
  const findings = await runSoak({
    minutes,
    perSecond: rate,
    isCalm: calm,
    waitsForHistory: history,
    say,
  });
  const { lines, record, failures } = reportSoak(findings);
  process.stdout.write(`${lines.join('\n')}\n`);
  if (report !== undefined) appendFileSync(report, `${JSON.stringify(record)}\n`);
  process.exit(failures.length === 0 ? 0 : 1);
}

function readPositive(text: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw new InvalidArgumentError('It must be a number above 0.');
}
