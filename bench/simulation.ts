import process from 'node:process';
import { startSimulatedUpstreams } from '#lib/testing/simulated-upstreams/start';

/** Simulated publishers in a process of their own, so that their work is not taken for the service's; prints what the service needs. */
const upstreams = await startSimulatedUpstreams({ now: () => new Date() });
process.stdout.write(`${JSON.stringify(upstreams.environment)}\n`);
process.stdin.resume().on('end', () => process.exit());
