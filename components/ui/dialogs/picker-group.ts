/** What a picker offers under one heading; null for a list without headings. */
export interface PickerGroup<T> {
  readonly heading: string | null;
  readonly items: readonly T[];
}
