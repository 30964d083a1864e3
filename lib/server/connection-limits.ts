/** How long a connection may take for each thing that it does, all in milliseconds. */
export interface ConnectionTimes {
  /** Until TLS is agreed on. */
  readonly handshakeMs: number;
  /** From the connection, or the first byte of a further request, until the head of the request is complete. */
  readonly headMs: number;
  /** Until all of the request is there, its body too. */
  readonly requestMs: number;
  /** Without one byte in either direction while an answer is made or read; longer than a request may take, which is told. */
  readonly stalledMs: number;
  /** How often the times of heads and requests are looked at; they are exceeded by that much at most. */
  readonly lookEveryMs: number;
  /** How long a client that was refused may take to read why, before the connection is closed under it. */
  readonly partingMs: number;
  /** How long new connections are still taken once the process was told to end, so that balancers read it at /readyz. */
  readonly stillTakingMs: number;
  /** How long an idle connection then stays for one last request, whose answer says that the connection ends. */
  readonly lastRequestMs: number;
  /** How long requests under way may take at the very end. */
  readonly underWayMs: number;
}

/**
 * A head is one packet, and no body that we take is larger than a form, so people on the slowest of networks send both in
 * time. Ending takes nine seconds at most, for container programs commonly kill after ten.
 */
export const CONNECTION_TIMES: ConnectionTimes = {
  handshakeMs: 10_000,
  headMs: 15_000,
  requestMs: 30_000,
  stalledMs: 40_000,
  lookEveryMs: 2000,
  partingMs: 2000,
  stillTakingMs: 2000,
  lastRequestMs: 2000,
  underWayMs: 5000,
};

/** How many connections there may be at once. */
export interface ConnectionBounds {
  /** Of everybody together. */
  readonly max: number;
  /** Of one IPv4 address, or of one /64 of IPv6; trusted proxies bring those of many people and have no such bound. */
  readonly perAddressMax: number;
}

/** Connections beyond the bounds that are open at once to be told so; further ones are closed without a word. */
export const REFUSED_AT_ONCE_MAX = 500;
