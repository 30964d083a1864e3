/** What a currency is being chosen for: one of the two, or a further one for the same amount. */
export type PickedEnd = 'from' | 'to' | 'also';

/** What the dialog that chooses one is called. */
export const PICKED_NAMES: Readonly<Record<PickedEnd, string>> = {
  from: 'Convert from which currency',
  to: 'Convert to which currency',
  also: 'Add which currency to the list',
};
