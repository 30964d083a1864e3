/** What the account area needs to know of a request besides its path and body. */
export interface Visit {
  /** The visitor's address as the trusted listener knows it; null where it does not. */
  readonly address: string | null;
  /** Whether the whole way from the visitor was encrypted. */
  readonly isEncrypted: boolean;
  /** The Cookie header. */
  readonly cookie: string | null;
  readonly userAgent: string | null;
}
