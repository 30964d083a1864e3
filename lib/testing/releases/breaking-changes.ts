/** An OpenAPI document, as far as callers of GET stand on it. */
export interface ReleasedApi {
  readonly paths: Readonly<Record<string, { readonly get: ReleasedOperation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface ReleasedOperation {
  readonly security?: readonly unknown[];
  readonly parameters: readonly {
    /** Absent where a parameter is a reference to a request header. */
    readonly name?: string;
    readonly required?: boolean;
    readonly schema?: Schema;
  }[];
  readonly responses: Readonly<Record<string, ReleasedResponse>>;
}

interface ReleasedResponse {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<
    Record<
      string,
      { readonly schema?: Schema; readonly examples?: Readonly<Record<string, ReleasedExample>> }
    >
  >;
}

/** An answer that was recorded: `description` has its request in backticks. */
interface ReleasedExample {
  readonly description?: string;
  readonly value: unknown;
}

interface Schema extends Readonly<Record<string, unknown>> {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly additionalProperties?: Schema | boolean;
}

/** What of a released API a later one breaks, a sentence each; additions break nothing. */
export function breakingChanges(before: ReleasedApi, after: ReleasedApi): readonly string[] {
  return Object.entries(before.paths).flatMap(([path, { get }]) => {
    const now = after.paths[path]?.get;
    if (!now) return [`GET ${path} is gone.`];
    const changes = [
      ...(get.security?.length === 0 && now.security?.length !== 0 ? ['now needs a key'] : []),
      ...brokenParameters(get, now),
      ...brokenAnswer({ was: get.responses['200'], is: now.responses['200'] }, { before, after }),
    ];
    return changes.map((change) => `GET ${path} ${change}.`);
  });
}

function brokenParameters(was: ReleasedOperation, is: ReleasedOperation): readonly string[] {
  const lost = was.parameters.flatMap(({ name, required = false, schema = {} }) => {
    if (name === undefined) return [];
    const now = is.parameters.find((one) => one.name === name);
    if (!now) return [`no longer takes the parameter ${name}`];
    if (now.required === true && !required) return [`now needs the parameter ${name}`];
    return narrowings(schema, now.schema ?? {}).map(
      (what) => `takes less for the parameter ${name}: ${what}`,
    );
  });
  const known = new Set(was.parameters.map(({ name }) => name));
  const needed = is.parameters.filter(({ name, required }) => required === true && !known.has(name));
  return [...lost, ...needed.map(({ name }) => `now needs the parameter ${name}`)];
}

const LOWER_BOUNDS = ['minimum', 'exclusiveMinimum', 'minItems', 'minLength'];
const UPPER_BOUNDS = ['maximum', 'exclusiveMaximum', 'maxItems', 'maxLength'];

/** What a later schema of a value that callers send refuses, or reads in another way. */
function narrowings(was: Schema, is: Schema): readonly string[] {
  const changed = (name: string) => `its ${name} was ${shown(was[name])} and is ${shown(is[name])}`;
  const words = ['type', 'pattern', 'format', 'not'].filter(
    (name) => is[name] !== undefined && shown(is[name]) !== shown(was[name]),
  );
  const raised = LOWER_BOUNDS.filter(
    (name) => Number(is[name] ?? -Infinity) > Number(was[name] ?? -Infinity),
  );
  const lowered = UPPER_BOUNDS.filter((name) => Number(is[name] ?? Infinity) < Number(was[name] ?? Infinity));
  const otherwise = shown(was['default']) === shown(is['default']) ? [] : ['default'];
  const options = was.anyOf ?? [was];
  const isWithoutOption =
    is.anyOf !== undefined &&
    options.some((one) => !is.anyOf?.some((other) => !narrowings(one, other).length));
  return [
    ...[...words, ...raised, ...lowered, ...otherwise].map(changed),
    ...(is.enum && !was.enum ? [changed('enum')] : []),
    ...missingValues(was, is).map((value) => `${shown(value)} is no longer one of its values`),
    ...(isWithoutOption ? [changed('anyOf')] : []),
    ...(was.items && is.items ? narrowings(was.items, is.items) : []),
  ];
}

/** Two documents whose schemas may refer to others of their own. */
interface Both {
  readonly before: ReleasedApi;
  readonly after: ReleasedApi;
}

function brokenAnswer(
  { was, is }: { readonly was: ReleasedResponse | undefined; readonly is: ReleasedResponse | undefined },
  both: Both,
): readonly string[] {
  const headers = Object.keys(was?.headers ?? {}).filter((name) => is?.headers?.[name] === undefined);
  const bodies = Object.entries(was?.content ?? {}).flatMap(([type, { schema = {} }]) => {
    const now = is?.content?.[type];
    if (!now) return [`no longer answers ${type}`];
    return lostFields(schema, now.schema ?? {}, both, '');
  });
  return [...headers.map((name) => `no longer sends the header ${name}`), ...bodies];
}

/** What a reader of an answer stands on and no longer finds; `place` is where, such as `points[].rate`. */
function lostFields(was: Schema, is: Schema, both: Both, place: string): readonly string[] {
  const before = resolved(was, both.before);
  const after = resolved(is, both.after);
  if (before.anyOf || after.anyOf) return lostOptions(before, after, both, place);
  if (shown(before.type) !== shown(after.type))
    return [`answers ${place} as ${shown(after.type)} instead of ${shown(before.type)}`];
  const fields = Object.entries(before.properties ?? {}).flatMap(([name, field]) => {
    const path = place === '' ? name : `${place}.${name}`;
    const now = after.properties?.[name];
    if (!now) return [`no longer answers ${path}`];
    const mayBeAbsent = before.required?.includes(name) === true && after.required?.includes(name) !== true;
    return [...(mayBeAbsent ? [`may leave out ${path}`] : []), ...lostFields(field, now, both, path)];
  });
  const rest = [before.additionalProperties, after.additionalProperties];
  return [
    ...missingValues(before, after).map((value) => `no longer answers ${shown(value)} as ${place}`),
    ...fields,
    ...(before.items && after.items ? lostFields(before.items, after.items, both, `${place}[]`) : []),
    ...(isSchema(rest[0]) && isSchema(rest[1]) ? lostFields(rest[0], rest[1], both, `${place}.*`) : []),
  ];
}

/** A value that may be of several kinds: none may be added, and each stays what it was. */
function lostOptions(was: Schema, is: Schema, both: Both, place: string): readonly string[] {
  const optionsOf = (schema: Schema, api: ReleasedApi) =>
    (schema.anyOf ?? [schema]).map((option) => resolved(option, api));
  const before = optionsOf(was, both.before);
  return optionsOf(is, both.after).flatMap((option) => {
    const same = before.filter(({ type }) => type === option.type);
    if (same.length === 0) return [`may answer ${shown(option.type)} as ${place}`];
    const [least = []] = same
      .map((one) => lostFields(one, option, both, place))
      .toSorted((one, other) => one.length - other.length);
    return least;
  });
}

function missingValues(was: Schema, is: Schema): readonly unknown[] {
  const { enum: values } = is;
  return values === undefined ? [] : (was.enum ?? []).filter((value) => !values.includes(value));
}

function resolved(schema: Schema, { components }: ReleasedApi): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : { ...components.schemas[name], ...schema };
}

function isSchema(rest: Schema | boolean | undefined): rest is Schema {
  return typeof rest === 'object';
}

function shown(value: unknown): string {
  return JSON.stringify(value) ?? 'nothing';
}
