/** A parameter as the box of its endpoint asks for it. */
export interface TryParameter {
  readonly name: string;
  readonly required: boolean;
  /** What can be chosen; null where anything may be typed. */
  readonly options: readonly string[] | null;
  /** What stands in the field while it is empty. */
  readonly placeholder: string;
  /** Which keys a phone shows. */
  readonly keys: 'text' | 'decimal' | 'numeric';
}

/** An endpoint as its box needs it: plain values, so that no schema travels to the browser. */
export interface TryOperation {
  readonly id: string;
  readonly path: string;
  readonly access: 'keyed' | 'public';
  readonly title: string;
  readonly parameters: readonly TryParameter[];
  /** What the box begins with. */
  readonly query: Readonly<Record<string, string>>;
  /** The field of the answer that snippets print; null where they print all of it. */
  readonly field: { readonly name: string; readonly type: string } | null;
  /** What the example was answered, as its text. */
  readonly example: string;
  /** What the example is of: `figures of 13 Apr 2026`. */
  readonly exampleNote: string;
}
