import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { startListening } from '#lib/testing/worlds/listening-server';
import { emptyDatabaseFolder, makeKeyIn } from '#lib/testing/worlds/own-store';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER_SPAN = '00f067aa0ba902b7';
const PATIENT = { timeout: 60_000, interval: 50 };

it('with the standard variables requests and polls are spans at the collector, without a key or an address', async () => {
  const collector = await startCollector();
  const folder = await emptyDatabaseFolder();
  const key = await makeKeyIn({ DATA_DIR: folder });
  const { server, send } = await startListening(
    {
      DATA_DIR: folder,
      ROLE: 'all',
      SOURCES: 'ecb',
      UPSTREAM_ECB: 'http://127.0.0.1:9',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=letmein',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    },
    false,
  );
  const traceparent = `00-${TRACE_ID}-${CALLER_SPAN}-01`;
  await send({
    path: '/v1/convert?from=EUR&to=USD&amount=271828',
    headers: { Host: 'localhost', 'X-API-Key': key, traceparent },
  });
  await expect.poll(collector.spans, PATIENT).toContainEqual(expect.stringContaining('poll ecb'));
  server.kill('SIGTERM');
  await server.ended;
  const spans = collector.spans();
  const request = spans.find((span) => span.includes('GET /v1/convert'));
  for (const fact of [TRACE_ID, CALLER_SPAN, '"http.route"', '/v1/convert', '"http.response.status_code"'])
    expect(request).toContain(fact);
  expect(spans.find((span) => span.includes('poll ecb'))).toContain('"stringValue":"hard"');
  expect(collector.received()).toContain('"stringValue":"crossrate"');
  expect(collector.received()).toContain('deployment.environment.name');
  for (const secret of [key, '271828', folder]) expect(collector.received()).not.toContain(secret);
  expect(collector.headers()?.authorization).toBe('letmein');
});

/** Keeps what is sent to it. */
async function startCollector() {
  const bodies: string[] = [];
  let headers: IncomingHttpHeaders | null = null;
  const server = createServer(async (request, response) => {
    headers = request.headers;
    bodies.push(await text(request));
    response.setHeader('Content-Type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    received: () => bodies.join('\n'),
    headers: () => headers,
    spans: () => bodies.flatMap((body) => asTraces(JSON.parse(body)).map((span) => JSON.stringify(span))),
  };
}

/** The exporter sends OTLP in JSON, a resource and a scope in each. */
function asTraces(body: unknown): readonly unknown[] {
  const { resourceSpans } = body as {
    readonly resourceSpans: readonly {
      readonly scopeSpans: readonly { readonly spans: readonly unknown[] }[];
    }[];
  };
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
}
