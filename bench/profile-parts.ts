/** A profile as Node's --cpu-prof writes it: a tree of functions, and the one that ran at each sample. */
export interface CpuProfile {
  readonly startTime: number;
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** What a part of a request cost, in microseconds, and its files or functions that cost most. */
export interface Part {
  readonly name: string;
  readonly micros: number;
  readonly places: readonly { readonly name: string; readonly micros: number }[];
}

/** From when to when samples count, in microseconds of the monotonic clock. */
export interface ProfileSpan {
  readonly fromMicros: number;
  readonly toMicros: number;
}

/** Parts by where their code lies, the first that fits; whatever fits none is named by its room. */
const PARTS: readonly (readonly [name: string, where: RegExp])[] = [
  [
    'admission: key, limit, use',
    /lib\/(account\/|api\/(limits\/(admission|rate-limit|limiter|gcra)|browser-key|callers\/(access|allowed)))/,
  ],
  [
    'finding and keeping answers',
    /lib\/api\/(answers\/(answer-cache|answer-long)|http\/(read-query|prefer))|lru-cache/,
  ],
  ['head of the answer', /lib\/api\/http\/(respond|request-id|accept-encoding)/],
  ['making the answer', /lib\/(domain|contract)\/|lib\/api\/(endpoints|history|rates)\//],
  [
    'taking turns and threads',
    /lib\/api\/(answers\/(long-answers|answer-thread)|limits\/fair-queue)|worker_threads|internal\/worker/,
  ],
  ['database', /lib\/store\/|better-sqlite3|kysely|node_modules\/pg/],
  ['routing and transport', /lib\/(server|api)\//],
  ['Request and Response objects', /@hono\/node-server|node:internal\/deps\/undici|webstreams|internal\/url/],
  ['node:http', /node:_http|node:internal\/http|node:net|node:internal\/stream|node:internal\/net/],
  ['compression', /node:zlib|fflate/],
];

/** Functions of the engine itself have no file. */
const ENGINE: Readonly<Record<string, string>> = {
  '(garbage collector)': 'garbage collection',
  '(program)': 'engine and system, such as reading and writing sockets',
  writev: 'writing to the socket',
  writeUtf8String: 'writing to the socket',
  writeLatin1String: 'writing to the socket',
  writeAsciiString: 'writing to the socket',
  writeBuffer: 'writing to the socket',
};

/** Places that are listed under a part. */
const PLACES_MAX = 5;

/** The parts of what a thread did within a span, each sample in one of them; what it waited is none. Most expensive first. */
export function partsOf(profile: CpuProfile, span: ProfileSpan, requests: number): readonly Part[] {
  const parts = new Map<string, Map<string, number>>();
  for (const [id, micros] of samplesWithin(profile, span)) {
    const { functionName, url } = profile.nodes[id]?.callFrame ?? { functionName: '', url: '' };
    if (functionName === '(idle)') continue;
    const part = partName(functionName, url);
    const places = parts.get(part) ?? new Map<string, number>();
    const place = placeName(functionName, url);
    places.set(place, (places.get(place) ?? 0) + micros / requests);
    parts.set(part, places);
  }
  return [...parts]
    .map(([name, places]) => {
      const sorted = [...places].map(([place, micros]) => ({ name: place, micros })).toSorted(byMicros);
      const micros = sorted.reduce((sum, place) => sum + place.micros, 0);
      return { name, micros, places: sorted.slice(0, PLACES_MAX) };
    })
    .toSorted(byMicros);
}

/** Microseconds by the place of a node among the profile's nodes. */
function samplesWithin(
  { startTime, nodes, samples, timeDeltas }: CpuProfile,
  { fromMicros, toMicros }: ProfileSpan,
): ReadonlyMap<number, number> {
  const placeOf = new Map(nodes.map(({ id }, place) => [id, place]));
  const micros = new Map<number, number>();
  let atMicros = startTime;
  for (const [index, id] of samples.entries()) {
    atMicros += timeDeltas[index] ?? 0;
    if (atMicros < fromMicros || atMicros > toMicros) continue;
    // A sample stands for the time up to the next one.
    const place = placeOf.get(id) ?? 0;
    micros.set(place, (micros.get(place) ?? 0) + (timeDeltas[index + 1] ?? 0));
  }
  return micros;
}

function partName(functionName: string, url: string): string {
  const named = PARTS.find(([, where]) => where.test(url));
  if (named) return named[0];
  if (url === '') return ENGINE[functionName] ?? 'functions of the engine';
  return url.startsWith('node:') ? 'other parts of Node' : 'other';
}

function placeName(functionName: string, url: string): string {
  const name = functionName === '' ? '(anonymous)' : functionName;
  const file = url.replace(/^.*\/(?=node_modules\/)/, '').replace(/^file:.*\/(?=lib\/)/, '');
  return file === '' ? name : `${name} in ${file}`;
}

function byMicros(one: { readonly micros: number }, other: { readonly micros: number }): number {
  return other.micros - one.micros;
}
