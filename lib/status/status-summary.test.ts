import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { HOUR_MS } from '#lib/domain/durations';
import { openStatusBench, sayOfEcb, STATUS_ORIGIN, STATUS_START } from '#lib/testing/worlds/status-bench';

describe('summary.json', () => {
  it('has the shape of Statuspage’s v2 summary, while all is well and while it is not', async () => {
    const { get, service } = await openStatusBench();
    await sayOfEcb(service, 0, 'operational');
    const well = SUMMARY.parse(await (await get('/status/summary.json')).json());
    expect(well.components.map(({ name, status }) => `${name} ${status}`).slice(0, 2)).toEqual([
      'ecb operational',
      'fixed operational',
    ]);
    expect(well.components.map(({ name }) => name).slice(2)).toEqual(['api', 'database', 'ingest']);
    expect(well.incidents).toEqual([]);
    await sayOfEcb(service, 1, 'degraded', 'http_status');
    await sayOfEcb(service, 2, 'outage', 'http_status');
    const ill = SUMMARY.parse(await (await get('/status/summary.json')).json());
    expect(ill.page.url).toBe(`${STATUS_ORIGIN}/status`);
    expect(ill.incidents).toHaveLength(1);
    expect(ill.incidents[0]).toMatchObject({
      id: 'ecb-20260414T080100Z',
      name: 'ecb answers with errors',
      status: 'investigating',
      impact: 'major',
      started_at: '2026-04-14T08:01:00.000Z',
      shortlink: `${STATUS_ORIGIN}/status/history?month=2026-04#ecb-20260414T080100Z`,
    });
    expect(ill.incidents[0]?.incident_updates.map(({ body }) => body)).toEqual([
      'ecb: outage. Its host answered with an error.',
      'ecb: degraded. Its host answered with an error.',
    ]);
    expect(ill.incidents[0]?.components.map(({ id, status }) => [id, status])).toEqual([
      ['ecb', 'major_outage'],
    ]);
  });

  it('gives of each part of the service the instant at which its state last changed', async () => {
    const { get, service } = await openStatusBench();
    await sayOfEcb(service, 0, 'operational');
    const { components } = SUMMARY.parse(await (await get('/status/summary.json')).json());
    const updated = components.filter(({ name }) => name === 'database').map(({ updated_at }) => updated_at);
    expect(updated).toEqual([expect.stringMatching(/^2026-04-14T08:0/)]);
    for (const { name, created_at, updated_at } of components)
      expect(Date.parse(updated_at), name).toBeGreaterThanOrEqual(Date.parse(created_at));
  });

  it('lists only incidents that go on, as Statuspage does', async () => {
    const { get, service } = await openStatusBench();
    await sayOfEcb(service, 0, 'outage', 'timeout');
    await sayOfEcb(service, 3, 'operational');
    expect(SUMMARY.parse(await (await get('/status/summary.json')).json()).incidents).toEqual([]);
  });
});

describe('the maintenances of summary.json', () => {
  it('are those that the operator planned, until they are over', async () => {
    const { get, service } = await openStatusBench();
    const startMs = STATUS_START.getTime();
    await service.store.write.addStatusNote({
      text: 'We move to another host.',
      affects: ['ecb'],
      writtenAtMs: startMs,
      planned: { fromMs: startMs + HOUR_MS, untilMs: startMs + 2 * HOUR_MS },
    });
    await service.store.write.addStatusNote({
      text: 'A note.',
      affects: [],
      writtenAtMs: startMs,
      planned: null,
    });
    const { scheduled_maintenances } = SUMMARY.parse(await (await get('/status/summary.json')).json());
    expect(scheduled_maintenances).toHaveLength(1);
    expect(scheduled_maintenances[0]).toMatchObject({
      id: 'note-1',
      name: 'Planned maintenance',
      status: 'scheduled',
      scheduled_for: '2026-04-14T09:00:00.000Z',
      scheduled_until: '2026-04-14T10:00:00.000Z',
      shortlink: `${STATUS_ORIGIN}/status#note-1`,
      incident_updates: [{ status: 'scheduled', body: 'We move to another host.' }],
      components: [{ id: 'ecb' }],
    });
  });
});

const INSTANT = z.iso.datetime();

/** The fields of Atlassian's `GET /api/v2/summary.json`, no more and no fewer. */
const STATUS = z.enum([
  'operational',
  'degraded_performance',
  'partial_outage',
  'major_outage',
  'under_maintenance',
]);
const COMPONENT = z.strictObject({
  id: z.string(),
  name: z.string(),
  status: STATUS,
  created_at: INSTANT,
  updated_at: INSTANT,
  position: z.int().positive(),
  description: z.string().nullable(),
  showcase: z.boolean(),
  start_date: z.iso.date().nullable(),
  group_id: z.string().nullable(),
  page_id: z.string(),
  group: z.boolean(),
  only_show_if_degraded: z.boolean(),
});
const INCIDENT_STATUS = z.enum(['investigating', 'identified', 'monitoring', 'resolved', 'postmortem']);
const MAINTENANCE_STATUS = z.enum(['scheduled', 'in_progress', 'verifying', 'completed']);

/** What incidents and maintenances share. */
const event = <Status extends z.ZodType>(status: Status) =>
  z.strictObject({
    id: z.string(),
    name: z.string(),
    status,
    created_at: INSTANT,
    updated_at: INSTANT,
    monitoring_at: INSTANT.nullable(),
    resolved_at: INSTANT.nullable(),
    shortlink: z.url(),
    started_at: INSTANT,
    page_id: z.string(),
    incident_updates: z.array(
      z.strictObject({
        id: z.string(),
        status,
        body: z.string(),
        incident_id: z.string(),
        created_at: INSTANT,
        updated_at: INSTANT,
        display_at: INSTANT,
        affected_components: z.array(
          z.strictObject({ code: z.string(), name: z.string(), old_status: STATUS, new_status: STATUS }),
        ),
        deliver_notifications: z.boolean(),
        custom_tweet: z.null(),
        tweet_id: z.null(),
      }),
    ),
    components: z.array(COMPONENT),
  });
const SUMMARY = z.strictObject({
  page: z.strictObject({
    id: z.string(),
    name: z.string(),
    url: z.url(),
    time_zone: z.string(),
    updated_at: INSTANT,
  }),
  components: z.array(COMPONENT),
  incidents: z.array(
    event(INCIDENT_STATUS).extend({ impact: z.enum(['none', 'minor', 'major', 'critical']) }),
  ),
  scheduled_maintenances: z.array(
    event(MAINTENANCE_STATUS).extend({
      impact: z.literal('maintenance'),
      scheduled_for: INSTANT,
      scheduled_until: INSTANT,
    }),
  ),
  status: z.strictObject({
    indicator: z.enum(['none', 'minor', 'major', 'critical']),
    description: z.string(),
  }),
});
