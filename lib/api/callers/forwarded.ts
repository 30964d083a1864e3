import type { IncomingHttpHeaders } from 'node:http';
import { normalAddress } from '#lib/platform/ip-address';

/** One step of a request's way, as a proxy wrote it down: who it came from, and how. */
export interface Hop {
  /** In its normal spelling; null for one that is hidden, unknown or no address. */
  readonly address: string | null;
  /** `https`, `http` or whatever was written; null when nothing was. */
  readonly proto: string | null;
}

/** Steps that a way has at most; a longer one was made up. */
const HOPS_MAX = 32;

/**
 * The way that a proxy's headers tell, the last step last: `Forwarded` (RFC 7239) or `X-Forwarded-For` and `-Proto`. A proxy
 * writes one of the two and may pass the other on as it came. So where both are there they must say the same, or a client
 * would choose what is believed. Null when they contradict each other or cannot be read.
 */
export function readHops(headers: IncomingHttpHeaders): readonly Hop[] | null {
  const standard = headers.forwarded === undefined ? undefined : readStandard(headers.forwarded);
  const older = readOlder(headers);
  if (standard === undefined) return older === undefined ? [] : older;
  if (older === undefined) return standard;
  return areSameHops(standard, older) ? standard : null;
}

function areSameHops(one: readonly Hop[] | null, other: readonly Hop[] | null): boolean {
  if (one === null || other === null || one.length !== other.length) return false;
  return one.every(
    ({ address, proto }, place) => address === other[place]?.address && proto === other[place]?.proto,
  );
}

/** X-Forwarded-For and X-Forwarded-Proto; undefined when neither is there. One proto stands for all steps. */
function readOlder(headers: IncomingHttpHeaders): readonly Hop[] | null | undefined {
  const addresses = partsOf(headers['x-forwarded-for']);
  const protos = partsOf(headers['x-forwarded-proto']);
  if (addresses === undefined && protos === undefined) return undefined;
  if (addresses === undefined) {
    return protos?.length === 1 ? [{ address: null, proto: protoOf(protos[0]) }] : null;
  }
  const isAligned = protos === undefined || protos.length === 1 || protos.length === addresses.length;
  if (addresses.length > HOPS_MAX || !isAligned) return null;
  return addresses.map((text, place) => ({
    address: addressOf(text),
    proto: protoOf(protos?.length === 1 ? protos[0] : protos?.[place]),
  }));
}

function partsOf(header: string | readonly string[] | undefined): readonly string[] | undefined {
  if (header === undefined) return undefined;
  return (typeof header === 'string' ? header : header.join(',')).split(',').map((part) => part.trim());
}

/** A pair of RFC 7239 up to the `;` or `,` behind it: a token, or a text in quotes. */
const FORWARDED_PAIR =
  /[ \t]*([\w!#$%&'*+.^`|~-]+)=(?:([\w!#$%&'*+.^`|~:[\]-]+)|"((?:[^"\\]|\\.)*)")[ \t]*([;,]|$)/y;

function readStandard(header: string): readonly Hop[] | null {
  const hops: Hop[] = [];
  let step = new Map<string, string>();
  FORWARDED_PAIR.lastIndex = 0;
  for (;;) {
    const pair = FORWARDED_PAIR.exec(header);
    if (!pair || hops.length === HOPS_MAX) return null;
    const [, name = '', token, quoted = '', end] = pair;
    if (step.has(name.toLowerCase())) return null;
    step.set(name.toLowerCase(), token ?? quoted.replaceAll(/\\(.)/g, '$1'));
    if (end === ';') continue;
    hops.push({ address: addressOf(step.get('for')), proto: protoOf(step.get('proto')) });
    if (end === '') return hops;
    step = new Map();
  }
}

/** The address of `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`, `[2001:db8::1]` or `[2001:db8::1]:4711`. */
function addressOf(text: string | undefined): string | null {
  if (text === undefined) return null;
  const [, inBrackets, beforePort] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::\d{1,5})?$/.exec(text) ?? [];
  return normalAddress(inBrackets ?? beforePort ?? text);
}

function protoOf(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text.toLowerCase();
}
