/** What a currency is being chosen for: one of the two, or a further one for the same amount. */
export type PickedEnd = 'from' | 'to' | 'also';
