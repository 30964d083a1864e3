import { EnvironmentError } from './environment-error.ts';

/** How traces are sent, as OpenTelemetry's standard variables say; its exporter reads the address and headers from them itself. */
export interface TracingSettings {
  /** Of traces that begin here: 0 for none, 1 for all. A caller's own trace goes on as the caller decided. */
  readonly sampledPart: number;
}

/** Reads the variables; null where no traces are wanted. */
export function readTracing(valueOf: (name: string) => string | undefined): TracingSettings | null {
  const exporter = valueOf('OTEL_TRACES_EXPORTER');
  if (exporter !== undefined && exporter !== 'otlp' && exporter !== 'none')
    throw new EnvironmentError(`OTEL_TRACES_EXPORTER must be otlp or none; got "${exporter}".`);
  const endpoints = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'] as const;
  const isNamed = exporter === 'otlp' || endpoints.some((name) => valueOf(name) !== undefined);
  if (!isNamed || exporter === 'none' || valueOf('OTEL_SDK_DISABLED') === 'true') return null;
  for (const name of endpoints) checkEndpoint(name, valueOf(name));
  for (const name of ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL'] as const) {
    const protocol = valueOf(name) ?? 'http/json';
    if (protocol !== 'http/json')
      throw new EnvironmentError(`${name} must be http/json, the protocol that traces are sent by.`);
  }
  return { sampledPart: readSampledPart(valueOf) };
}

function checkEndpoint(name: string, text: string | undefined): void {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : null;
  if (text === undefined || url?.protocol === 'http:' || url?.protocol === 'https:') return;
  throw new EnvironmentError(`${name} must be an http or https address such as http://127.0.0.1:4318.`);
}

function readSampledPart(valueOf: (name: string) => string | undefined): number {
  const sampler = valueOf('OTEL_TRACES_SAMPLER') ?? 'parentbased_always_on';
  if (sampler === 'parentbased_always_on') return 1;
  if (sampler !== 'parentbased_traceidratio') {
    throw new EnvironmentError(
      `OTEL_TRACES_SAMPLER must be parentbased_always_on or parentbased_traceidratio; got "${sampler}".`,
    );
  }
  const text = valueOf('OTEL_TRACES_SAMPLER_ARG') ?? '1';
  const part = /^[\d.]+$/.test(text) ? Number(text) : Number.NaN;
  if (part >= 0 && part <= 1) return part;
  throw new EnvironmentError(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1; got "${text}".`);
}
