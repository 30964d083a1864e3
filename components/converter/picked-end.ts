/** Which of the two currencies is being chosen. */
export type PickedEnd = 'from' | 'to';
