/** Properties that `npm test` tries some hundreds of times, at a multiple of their whole count. */
export const times = (/** @type {number} */ factor) => ({ PROPERTY_RUNS_TIMES: String(factor) });

/** Every case of the tables of which `npm test` takes a few. */
export const EVERY_CASE = { EVERY_CASE: '1' };
