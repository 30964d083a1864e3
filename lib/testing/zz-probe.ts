import { openPolledWorld } from './polled-world.ts';
const world = await openPolledWorld('2026-11-19T12:00:00Z');
const sources = ['web-finance', 'charting-platform'] as const;
for (const id of sources) await world.poll(id);
world.upstreams.shock('TRY', .7);
world.moveBy(19*60000);
for (let r=0;r<5;r++) for (const id of sources) { const [o]=await world.pollOften(id,1,60000); console.log(id,o?.kind,o?.reason,o?.held,o?.status,o?.sentence); }
for (const row of await world.store.readQuarantine({ source: 'web-finance', state: 'held', limit: 5 })) { console.log(row); await world.store.write.decideQuarantine({ id: row.id, decision: 'release', atMs: world.clock.service().getTime() }); }
for (let r=0;r<4;r++) for (const id of ['web-finance'] as const) { const [o]=await world.pollOften(id,1,60000); console.log(id,o?.kind,o?.reason,o?.held,o?.status,o?.sentence, JSON.stringify(world.context.health(id))); }
await world.close();
