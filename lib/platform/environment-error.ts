/** A wrong value of the environment, as one sentence that says what to do. */
export class EnvironmentError extends Error {}
