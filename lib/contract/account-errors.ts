/** Every error of /account/api: its HTTP status and type. */
export const ACCOUNT_ERRORS = {
  invalid_parameter: { status: 400, type: 'invalid_request_error' },
  weak_password: { status: 400, type: 'invalid_request_error' },
  wrong_confirmation: { status: 400, type: 'invalid_request_error' },
  not_signed_in: { status: 401, type: 'authentication_error' },
  wrong_credentials: { status: 401, type: 'authentication_error' },
  cross_site_request: { status: 403, type: 'authentication_error' },
  invalid_token: { status: 403, type: 'authentication_error' },
  sign_up_closed: { status: 403, type: 'authentication_error' },
  wrong_password: { status: 403, type: 'authentication_error' },
  wrong_code: { status: 403, type: 'authentication_error' },
  not_found: { status: 404, type: 'not_found_error' },
  method_not_allowed: { status: 405, type: 'invalid_request_error' },
  already_set_up: { status: 409, type: 'invalid_request_error' },
  key_has_ended: { status: 409, type: 'invalid_request_error' },
  key_was_rotated: { status: 409, type: 'invalid_request_error' },
  second_factor_is_off: { status: 409, type: 'invalid_request_error' },
  second_factor_is_on: { status: 409, type: 'invalid_request_error' },
  too_many_keys: { status: 409, type: 'invalid_request_error' },
  too_many_watches: { status: 409, type: 'invalid_request_error' },
  too_many_feed_links: { status: 409, type: 'invalid_request_error' },
  too_many_webhooks: { status: 409, type: 'invalid_request_error' },
  body_too_large: { status: 413, type: 'invalid_request_error' },
  rate_limited: { status: 429, type: 'rate_limit_error' },
  internal_error: { status: 500, type: 'api_error' },
  database_unavailable: { status: 503, type: 'api_error' },
} as const;

export type AccountErrorCode = keyof typeof ACCOUNT_ERRORS;

/** A failure as a handler names it: the code and one sentence for the visitor. */
export interface AccountError {
  readonly code: AccountErrorCode;
  readonly message: string;
  /** How long to wait before the next try; with `rate_limited` and `database_unavailable`. */
  readonly retryAfterSeconds?: number;
}

/** The body of every error of /account/api. */
export interface AccountErrorBody {
  readonly error: {
    readonly code: AccountErrorCode;
    readonly message: string;
    readonly type: (typeof ACCOUNT_ERRORS)[AccountErrorCode]['type'];
  };
}

/** The body of an error, fields in the interface's order. */
export function accountErrorBody({ code, message }: AccountError): AccountErrorBody {
  return { error: { code, message, type: ACCOUNT_ERRORS[code].type } };
}
