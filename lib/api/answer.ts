import type { ApiError } from '#lib/contract/errors';
import type { ReceiptContent } from '#lib/contract/receipts';
import type { Result } from '#lib/domain/result';
import type { SourceId } from '#lib/domain/source-id';
import type { NewReceipt } from '#lib/store/rates/receipts';

/** Whether a key is needed. */
export type EndpointAccess = 'keyed' | 'public';

/** What a handler answers with when it has an answer. */
export type Success = JsonSuccess | TableSuccess | FileSuccess;

/** Bytes that are sent as they are; the same for ever under their address. */
export interface FileSuccess {
  readonly file: {
    readonly bytes: Uint8Array;
    /** Of the bytes, in hex. */
    readonly sha256: string;
    /** Of plain letters, digits, points and hyphens. */
    readonly name: string;
  };
}

/** A table that is sent as CSV, and what the headers must say of it. */
export interface TableSuccess extends Pick<JsonSuccess, 'stale' | 'headers'> {
  readonly table: {
    /** The names of the columns, then the rows. */
    readonly lines: readonly string[];
    /** Of the file, without its ending: of plain letters, digits and hyphens. */
    readonly name: string;
    /** Whose figures they are. */
    readonly sources: ReadonlySet<SourceId>;
  };
}

/** The body, and what the headers must say of it. */
export interface JsonSuccess {
  readonly body: object;
  /** Whether a stale figure was used. */
  readonly stale: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** What a receipt of this answer is to say beside the question, where one was asked for. */
  readonly toSign?: Omit<ReceiptContent, 'question'> | undefined;
  /** The receipt in the body, which is not given unless it is stored. */
  readonly toStore?: NewReceipt;
}

/** A handler's answer: a body, or a failure named by its code. */
export type Answer = Result<Success, ApiError>;
