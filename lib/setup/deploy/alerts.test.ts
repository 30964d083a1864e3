import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT_ROOT } from '#lib/testing/run-script';

const FOLDER = join(PROJECT_ROOT, 'lib/setup/deploy/prometheus');

const hasPromtool = spawnSync('promtool', ['--version'], { stdio: 'ignore' }).status === 0;

it.for([
  ['check', 'rules', 'alerts.yml'],
  ['check', 'config', '--syntax-only', 'prometheus.yml'],
  ['test', 'rules', 'alerts.test.yml'],
])('promtool %s %s: rules are valid, each fires on its cause, none while all is well', (args, { skip }) => {
  skip(!hasPromtool, 'promtool, which comes with Prometheus, is not installed on this machine');
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: FOLDER, encoding: 'utf8' });
  expect(`${stdout}${stderr}`).toContain('SUCCESS');
  expect(status).toBe(0);
});
