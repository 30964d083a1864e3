import { expect, it } from 'vitest';
import { readTracing } from './tracing-environment.ts';

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };

it.each([
  [{}, null],
  [ENDPOINT, { sampledPart: 1 }],
  [{ OTEL_TRACES_EXPORTER: 'otlp' }, { sampledPart: 1 }],
  [{ ...ENDPOINT, OTEL_TRACES_EXPORTER: 'none' }, null],
  [{ ...ENDPOINT, OTEL_SDK_DISABLED: 'true' }, null],
  [
    { ...ENDPOINT, OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.01' },
    { sampledPart: 0.01 },
  ],
])('%j asks for %j', (variables, wanted) => {
  expect(read(variables)).toEqual(wanted);
});

it.each([
  [{ OTEL_TRACES_EXPORTER: 'zipkin' }, 'OTEL_TRACES_EXPORTER must be otlp or none; got "zipkin".'],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
    'OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address such as http://127.0.0.1:4318.',
  ],
  [
    { ...ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    'OTEL_EXPORTER_OTLP_PROTOCOL must be http/json, the protocol that traces are sent by.',
  ],
  [
    { ...ENDPOINT, OTEL_TRACES_SAMPLER: 'always_off' },
    'OTEL_TRACES_SAMPLER must be parentbased_always_on or parentbased_traceidratio; got "always_off".',
  ],
  [
    { ...ENDPOINT, OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '2' },
    'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1; got "2".',
  ],
])('%j is refused in one sentence', (variables, sentence) => {
  expect(() => read(variables)).toThrow(sentence);
});

function read(variables: Readonly<Record<string, string>>) {
  return readTracing((name) => variables[name]);
}
