/**
 * The kinds of action codes, by purpose. The first five are the modes of the landing page for e-mail links.
 */
export const actionCodeKinds = [
  'signIn',
  'verifyEmail',
  'verifyAndChangeEmail',
  'resetPassword',
  'recoverEmail',
  'magicLogin',
  'customLogin',
  'confirmMobile',
  'booking',
  'signInCode',
  'provider',
  'handOver',
  'providerEmail',
  'passkey',
  'staffSignIn',
  'staffInvite',
  'staffPasskey',
] as const

export type ActionCodeKind = (typeof actionCodeKinds)[number]

/** Kinds of codes of the salon's own site: each is of a person who works there. */
export const staffKinds = [
  'staffSignIn',
  'staffInvite',
  'staffPasskey',
] as const satisfies readonly ActionCodeKind[]
export type StaffCodeKind = (typeof staffKinds)[number]

/** What sign-in messages contain: using one ends all others of the guest. */
export const signInKinds = ['signIn', 'magicLogin', 'signInCode'] as const satisfies readonly ActionCodeKind[]

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Lifetime of a code of each kind in ms; for customLogin the maximum, below which the tenant chooses. */
export const lifetimes: Record<ActionCodeKind, number> = {
  signIn: 10 * MINUTE,
  verifyEmail: DAY,
  verifyAndChangeEmail: DAY,
  resetPassword: HOUR,
  recoverEmail: 7 * DAY,
  magicLogin: 10 * MINUTE,
  customLogin: 30 * DAY,
  confirmMobile: DAY,
  booking: HOUR,
  signInCode: 10 * MINUTE,
  provider: 10 * MINUTE,
  handOver: MINUTE,
  providerEmail: 10 * MINUTE,
  passkey: 5 * MINUTE,
  staffSignIn: 10 * MINUTE,
  staffInvite: 7 * DAY,
  staffPasskey: 5 * MINUTE,
}

/** Kinds held only by a script, a redirect or a waiting browser: no guest opens their links later. */
export const shortLivedKinds = [
  'signInCode',
  'provider',
  'handOver',
  'passkey',
  'staffPasskey',
] as const satisfies readonly ActionCodeKind[]

/** Retention of a code after its end in ms, so that an old link can be reported as used or expired. */
export const RETENTION_MS = 8 * DAY
/** Retention of short-lived kinds in ms; rate limits need one hour of them. */
export const SHORT_LIVED_RETENTION_MS = DAY

/** The modes of `/confirm`. */
export const actionModes = [
  'signIn',
  'verifyEmail',
  'verifyAndChangeEmail',
  'resetPassword',
  'recoverEmail',
] as const
export type ActionMode = (typeof actionModes)[number]

const CODE = /^([a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)\.([A-Za-z0-9_-]{22})$/

/**
 * Parses a code, `<tenant>.<secret of 128 bits>`. It contains the tenant so that it can be read on any host,
 * and a look-up never crosses tenants.
 * @returns null for any other text.
 */
export function parseActionCode(code: string): { tenant: string; secret: string } | null {
  const match = CODE.exec(code)
  return match?.[1] && match[2] ? { tenant: match[1], secret: match[2] } : null
}

/** `a•••@example.com`: its owner recognises it, others do not learn it. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? '•••' : `${[...email][0]}•••${email.slice(at)}`
}
