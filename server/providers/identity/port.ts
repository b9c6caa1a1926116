import { toStoredEmail } from '#domain/email.ts'
import { MAX_NAME } from '#domain/guest.ts'
import { toPlainText } from '#domain/plain-text.ts'

/** The providers for signing in. */
export const identityProviders = ['google', 'facebook'] as const
export type IdentityProviderName = (typeof identityProviders)[number]

/** A guest's profile at a provider. Only `subject` is stable. */
export type Identity = {
  subject: string
  email: string | null
  /** Verified by the provider. */ emailVerified: boolean
  firstname: string
  lastname: string
  picture: string | null
}

/** The values of one authorisation request, needed again for its callback. */
type AuthorizationRequest = {
  state: string
  nonce: string
  /** 43 characters or more. */ codeVerifier: string
  redirectUri: string
}

/** `denied`: the guest cancelled. `failed`: the response is invalid. */
export type IdentityResult =
  | { ok: true; identity: Identity }
  | {
      ok: false
      reason: 'denied' | 'failed'
      /** For the log: our text, never the provider's. */ detail: string
    }

export type IdentityProvider = {
  /** Returns the authorisation URL. @throws ProviderUnavailable. */
  authorizationUrl(request: AuthorizationRequest): Promise<URL>
  /** Verifies the callback and returns the profile. Never throws: errors are `failed`. */
  handleCallback(query: URLSearchParams, request: AuthorizationRequest): Promise<IdentityResult>
  /** Fetches a profile picture from the provider's own hosts; null if unavailable. */
  picture(address: string): Promise<Uint8Array | null>
}

/** The providers of all tenants. Each tenant has its own clients, or none. */
export type Identities = {
  namesOf(tenant: string): IdentityProviderName[]
  find(tenant: string, name: IdentityProviderName): IdentityProvider | null
}

/** The provider is unreachable. */
export class ProviderUnavailable extends Error {}

export const TIMEOUT_SECONDS = 5

type ProviderClaims = {
  subject: unknown
  email?: unknown
  emailVerified?: unknown
  firstname?: unknown
  lastname?: unknown
  picture?: unknown
}

/** Validates and truncates a profile; null without a valid subject. */
export function identityFrom(claims: ProviderClaims): Identity | null {
  const { subject } = claims
  if (typeof subject !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(subject)) return null
  const email =
    typeof claims.email === 'string' &&
    claims.email.length <= 254 &&
    /^[^\s@<>()[\]\\,;:"\p{C}]+@[^\s@<>()[\]\\,;:"\p{C}]+\.[^\s@<>()[\]\\,;:"\p{C}]+$/u.test(claims.email)
      ? toStoredEmail(claims.email)
      : null
  // Two mailboxes whose names have other letters may be stored alike: only ASCII names one mailbox.
  const named = typeof claims.email === 'string' && /^\p{ASCII}+@/u.test(claims.email)
  const picture =
    typeof claims.picture === 'string' && claims.picture.length <= 2_000 && URL.canParse(claims.picture)
      ? claims.picture
      : null
  return {
    subject,
    email,
    emailVerified: email !== null && named && claims.emailVerified === true,
    firstname: parseName(claims.firstname),
    lastname: parseName(claims.lastname),
    picture,
  }
}

const parseName = (value: unknown): string =>
  typeof value === 'string' && value.isWellFormed()
    ? toPlainText([...toPlainText(value).replace(/\s+/g, ' ').trim()].slice(0, MAX_NAME).join('').trim())
    : ''
