import { METHODS } from 'node:http';
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TracerProvider,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { CountedOutcome } from '#lib/api/metrics/poll-counts';
import type { AskedRequest } from '#lib/api/metrics/request-times';
import type { TracingSettings } from '#lib/platform/tracing-environment';

/** Spans of what has just ended, sent to a collector in batches. Nothing of a request goes into them but its method, route and status. */
export interface Traces {
  readonly request: (route: string, status: number, durationMs: number, asked: AskedRequest) => void;
  readonly poll: (source: string, outcome: CountedOutcome) => void;
  /** Sends what is left. */
  readonly close: () => Promise<void>;
}

/** Names the service where OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES do not. */
const NAMED = { 'service.name': 'crossrate' };

/** What stands for a method that clients made up. */
const OTHER_METHOD = '_OTHER';

/** Opens the exporter that OpenTelemetry's standard variables describe. */
export function openTraces({ sampledPart }: TracingSettings): Traces {
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes(NAMED))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampledPart) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  const tracer = provider.getTracer('crossrate');
  return {
    request: (route, status, durationMs, { method = OTHER_METHOD, headers }) => {
      const known = METHODS.includes(method) ? method : OTHER_METHOD;
      const span = tracer.startSpan(
        `${known} ${route}`,
        {
          kind: SpanKind.SERVER,
          startTime: nowMs() - durationMs,
          attributes: {
            'http.request.method': known,
            'http.route': route,
            'http.response.status_code': status,
          },
        },
        parentOf(headers['traceparent']),
      );
      end(span, status >= 500);
    },
    poll: (source, { kind, latencyMs, imported, revised }) => {
      const span = tracer.startSpan(`poll ${source}`, {
        kind: SpanKind.CLIENT,
        startTime: nowMs() - latencyMs,
        attributes: {
          'crossrate.source': source,
          'crossrate.outcome': kind,
          'crossrate.imported': imported,
          'crossrate.revised': revised,
        },
      });
      end(span, kind === 'hard');
    },
    close: () => provider.shutdown(),
  };
}

function parentOf(traceparent: string | readonly string[] | undefined) {
  const parent = typeof traceparent === 'string' ? parseTraceParent(traceparent) : null;
  return parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true });
}

function end(span: Span, isError: boolean): void {
  if (isError) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(nowMs());
}

/** Real time, whatever CLOCK says, finer than a millisecond. */
function nowMs(): number {
  return performance.timeOrigin + performance.now();
}
