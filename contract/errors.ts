/** The statuses of the callable protocol and their HTTP codes (Firebase callable wire protocol). */
export const statuses = {
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  OUT_OF_RANGE: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  ALREADY_EXISTS: 409,
  ABORTED: 409,
  RESOURCE_EXHAUSTED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const

type Status = keyof typeof statuses

/** Every stable error code with its status. */
export const errorCodes = {
  'request/malformed': 'INVALID_ARGUMENT',
  'request/invalid': 'INVALID_ARGUMENT',
  'request/too-large': 'INVALID_ARGUMENT',
  'request/content-type': 'INVALID_ARGUMENT',
  'request/method': 'INVALID_ARGUMENT',
  'request/cross-site': 'PERMISSION_DENIED',
  'request/too-many': 'RESOURCE_EXHAUSTED',
  'request/unknown-call': 'NOT_FOUND',
  'not-found': 'NOT_FOUND',
  'auth/unauthenticated': 'UNAUTHENTICATED',
  'auth/forbidden': 'PERMISSION_DENIED',
  'auth/invalid-credential': 'UNAUTHENTICATED',
  'auth/email-already-in-use': 'ALREADY_EXISTS',
  'auth/weak-password': 'INVALID_ARGUMENT',
  'auth/invalid-email': 'INVALID_ARGUMENT',
  'auth/invalid-custom-token': 'UNAUTHENTICATED',
  'auth/invalid-verification-code': 'UNAUTHENTICATED',
  'auth/operation-not-allowed': 'FAILED_PRECONDITION',
  'auth/too-many-requests': 'RESOURCE_EXHAUSTED',
  'auth/expired-action-code': 'FAILED_PRECONDITION',
  'auth/invalid-action-code': 'INVALID_ARGUMENT',
  'auth/link-used': 'FAILED_PRECONDITION',
  'auth/link-expired': 'FAILED_PRECONDITION',
  'auth/network-request-failed': 'UNAVAILABLE',
  'auth/last-way-in': 'FAILED_PRECONDITION',
  'auth/requires-recent-login': 'FAILED_PRECONDITION',
  'auth/other-guest': 'ABORTED',
  'staff/passkey-required': 'FAILED_PRECONDITION',
  'staff/pin-shut': 'FAILED_PRECONDITION',
  'staff/already-there': 'ALREADY_EXISTS',
  'staff/last-owner': 'FAILED_PRECONDITION',
  'guest/invalid-mobile': 'INVALID_ARGUMENT',
  'invite/used': 'FAILED_PRECONDITION',
  'invite/expired': 'FAILED_PRECONDITION',
  'invite/pending': 'ABORTED',
  'guest/invalid-picture': 'INVALID_ARGUMENT',
  'photo/too-large': 'INVALID_ARGUMENT',
  'photo/too-many-pixels': 'INVALID_ARGUMENT',
  'photo/heic': 'INVALID_ARGUMENT',
  'photo/not-a-picture': 'INVALID_ARGUMENT',
  'photo/too-many': 'FAILED_PRECONDITION',
  'passkey/refused': 'UNAUTHENTICATED',
  'passkey/already-there': 'ALREADY_EXISTS',
  'visit/hold-expired': 'FAILED_PRECONDITION',
  'visit/already-prolonged': 'FAILED_PRECONDITION',
  'visit/not-cancellable': 'FAILED_PRECONDITION',
  'visit/not-movable': 'FAILED_PRECONDITION',
  'visit/by-phone': 'FAILED_PRECONDITION',
  'visit/proof-needed': 'FAILED_PRECONDITION',
  'visit/known-only': 'FAILED_PRECONDITION',
  'visit/too-many-open': 'FAILED_PRECONDITION',
  'visit/changed': 'ABORTED',
  'visit/no-channel': 'FAILED_PRECONDITION',
  'visit/details-missing': 'FAILED_PRECONDITION',
  'party/too-few': 'INVALID_ARGUMENT',
  'party/too-many': 'INVALID_ARGUMENT',
  'party/too-many-services': 'INVALID_ARGUMENT',
  'waitlist/changed': 'ABORTED',
  'waitlist/no-channel': 'FAILED_PRECONDITION',
  'cart/not-enough': 'FAILED_PRECONDITION',
  'cart/full': 'FAILED_PRECONDITION',
  'cart/empty': 'FAILED_PRECONDITION',
  'checkout/incomplete': 'FAILED_PRECONDITION',
  'checkout/closed': 'FAILED_PRECONDITION',
  'checkout/shipping': 'FAILED_PRECONDITION',
  'checkout/pickup-location': 'FAILED_PRECONDITION',
  'checkout/pickup-unavailable': 'UNAVAILABLE',
  'checkout/discount': 'FAILED_PRECONDITION',
  'checkout/payment-failed': 'FAILED_PRECONDITION',
  'order/withdrawal-over': 'FAILED_PRECONDITION',
  'translation/off': 'FAILED_PRECONDITION',
  'translation/foreign-text': 'PERMISSION_DENIED',
  'translation/over-budget': 'RESOURCE_EXHAUSTED',
  'translation/unavailable': 'UNAVAILABLE',
  'amount/changed': 'ABORTED',
  'server/internal': 'INTERNAL',
  'server/unavailable': 'UNAVAILABLE',
} as const satisfies Record<string, Status>

export type ErrorCode = keyof typeof errorCodes

/** The body of a failed call: `status` for the protocol, `code` for programs; no internal details. */
export type CallErrorPayload = { status: Status; message: string; code: ErrorCode; details?: unknown }

// The built pages contain a second copy of this module: `instanceof` goes by this symbol, not by the class.
const mark = Symbol.for('stamgast.CallError')

/** A call that ended in an error, on both sides of the wire. */
export class CallError extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && mark in value
  }
  readonly [mark] = true
  readonly code: ErrorCode
  readonly details: unknown
  constructor(code: ErrorCode, details?: unknown) {
    super(code)
    this.code = code
    this.details = details
  }
  get status(): Status {
    return errorCodes[this.code]
  }
}
