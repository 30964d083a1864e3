import { z } from 'zod';
import type { EndpointContract } from '#lib/contract/endpoint-contract';
import { namesInPath } from '#lib/contract/endpoint-paths';
import { CONTRACTS } from '#lib/contract/endpoints/all';
import type { ApiErrorCode } from '#lib/contract/errors';
import { errorsOf } from './openapi-errors.ts';
import type { HeaderName } from './openapi-headers.ts';
import type { JsonSchema } from './openapi-schemas.ts';
import { PARAMETERS } from '#lib/contract/parameters';

/** An endpoint of /v1 as its document tells of it: its contract, and what follows from that. */
export interface ApiOperation extends EndpointContract {
  readonly parameters: readonly ApiParameter[];
  /** Headers of the answer beside those of everything that is sent. */
  readonly answerHeaders: readonly HeaderName[];
  readonly errors: readonly ApiErrorCode[];
}

/** A parameter as the document tells of it. */
export interface ApiParameter {
  readonly name: string;
  /** Where it stands in the address. */
  readonly place: 'path' | 'query';
  readonly required: boolean;
  /** What is to be given, in a word or two: `currency code`. */
  readonly kind: string;
  readonly description: string;
  /** Of the value once it is read; a list has commas between its values. */
  readonly schema: JsonSchema;
}

/** On every answer with status 200. */
const ANSWER_HEADERS: readonly HeaderName[] = ['X-Data-Version', 'ETag'];

/** The same of a stream, whose bytes nobody can name when it begins. */
const STREAM_HEADERS: readonly HeaderName[] = ['X-Data-Version'];

/** Every endpoint, in the order of the document. */
export const OPERATIONS: readonly ApiOperation[] = CONTRACTS.map((contract) => {
  const parameters = parametersOf(contract);
  return {
    ...contract,
    parameters,
    answerHeaders: [...(contract.isStream ? STREAM_HEADERS : ANSWER_HEADERS), ...contract.ownHeaders],
    errors: errorsOf(contract.access, parameters),
  };
});

/** The parameters of an endpoint, in the order of its schema. */
function parametersOf({ path, query }: EndpointContract): readonly ApiParameter[] {
  const placed = namesInPath(path);
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: 'input' });
  return Object.entries(query.shape).map(([name, parameter]) => {
    const words = PARAMETERS.get(parameter);
    const form = properties[name];
    if (words === undefined || typeof form !== 'object') throw new Error(`${name} is not described`);
    const place = placed.includes(name) ? 'path' : 'query';
    return { schema: form, ...words, name, place, required: required.includes(name) };
  });
}
