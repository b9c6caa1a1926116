/** What a code in a link or a message may do. The first five are the modes of the landing page for e-mail links. */
export const actionCodeKinds = [
  'signIn',
  'verifyEmail',
  'verifyAndChangeEmail',
  'resetPassword',
  'recoverEmail',
  'magicLogin',
  'customLogin',
  'confirmMobile',
  'signInCode',
  'provider',
  'handOver',
  'providerEmail',
  'passkey',
] as const

export type ActionCodeKind = (typeof actionCodeKinds)[number]

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Milliseconds that a code of each kind lives; for customLogin at most, the tenant says when. */
export const lifetimes: Record<ActionCodeKind, number> = {
  signIn: 10 * MINUTE,
  verifyEmail: DAY,
  verifyAndChangeEmail: DAY,
  resetPassword: HOUR,
  recoverEmail: 7 * DAY,
  magicLogin: 10 * MINUTE,
  customLogin: 30 * DAY,
  confirmMobile: DAY,
  signInCode: 10 * MINUTE,
  provider: 10 * MINUTE,
  handOver: MINUTE,
  providerEmail: 10 * MINUTE,
  passkey: 5 * MINUTE,
}

/** Kinds that only a script, a redirect or the browser that waits ever holds: nobody comes back to ask what became of one. */
export const passingKinds = [
  'signInCode',
  'provider',
  'handOver',
  'passkey',
] as const satisfies readonly ActionCodeKind[]

/** Milliseconds that a code is remembered after its end: whoever opens an old link is told whether it was used or ran out. */
export const REMEMBERED_MS = 8 * DAY
/** The same for the passing kinds; limits look back an hour. */
export const PASSING_REMEMBERED_MS = DAY

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
 * The parts of a code, `<tenant>.<secret of 128 bits>`: it names its tenant, so that it can be read before a host has, and a
 * look-up never crosses tenants. Null for anything else.
 */
export function parseActionCode(code: string): { tenant: string; secret: string } | null {
  const match = CODE.exec(code)
  return match?.[1] && match[2] ? { tenant: match[1], secret: match[2] } : null
}

/** `a•••@example.com`: enough for its owner to know it by. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? '•••' : `${[...email][0]}•••${email.slice(at)}`
}
