import { toPlainText } from '#domain/plain-text.ts'
/** The providers that a guest can sign in with. */
export const identityProviders = ['google', 'facebook'] as const
export type IdentityProviderName = (typeof identityProviders)[number]

/** What a provider has told of a guest: `subject` never changes there, everything else may. */
export type Identity = {
  subject: string
  email: string | null
  /** The provider vouches for the address. */ emailVerified: boolean
  firstname: string
  lastname: string
  picture: string | null
}

/** What has to be the same when a guest leaves for a provider and when they come back. */
type Round = {
  state: string
  nonce: string
  /** 43 characters or more. */ codeVerifier: string
  redirectUri: string
}

/** `denied`: the guest said no over there. `failed`: nothing that came from there is believed. */
export type Told =
  | { ok: true; identity: Identity }
  | {
      ok: false
      reason: 'denied' | 'failed'
      /** For the log: ours, never the provider's words. */ fault: string
    }

export type IdentityProvider = {
  /** Where the guest goes to say who they are. @throws ProviderUnavailable. */
  leave(round: Round): Promise<URL>
  /** What the provider tells of whoever came back with `query`. Never throws: whatever goes wrong there is a `failed`. */
  comeBack(query: URLSearchParams, round: Round): Promise<Told>
  /** The bytes behind a picture's address, from the provider's own hosts alone; null where there are none to be had. */
  picture(address: string): Promise<Uint8Array | null>
}

/** The providers of all tenants: each tenant has clients of its own there, or none. */
export type Identities = {
  namesOf(tenant: string): IdentityProviderName[]
  find(tenant: string, name: IdentityProviderName): IdentityProvider | null
}

/** The provider cannot be asked just now. */
export class ProviderUnavailable extends Error {}

export const TIMEOUT_SECONDS = 5

type Said = {
  subject: unknown
  email?: unknown
  emailVerified?: unknown
  firstname?: unknown
  lastname?: unknown
  picture?: unknown
}

/** Of what a provider says only what can be kept, as short as we keep it; null where it names nobody. */
export function identityFrom(said: Said): Identity | null {
  const { subject } = said
  if (typeof subject !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(subject)) return null
  const email =
    typeof said.email === 'string' &&
    said.email.length <= 254 &&
    /^[^\s@<>()[\]\\,;:"\p{C}]+@[^\s@<>()[\]\\,;:"\p{C}]+\.[^\s@<>()[\]\\,;:"\p{C}]+$/u.test(said.email)
      ? said.email.toLowerCase()
      : null
  const picture =
    typeof said.picture === 'string' && said.picture.length <= 2_000 && URL.canParse(said.picture)
      ? said.picture
      : null
  return {
    subject,
    email,
    emailVerified: email !== null && said.emailVerified === true,
    firstname: nameOf(said.firstname),
    lastname: nameOf(said.lastname),
    picture,
  }
}

const LONGEST_NAME = 50
const nameOf = (value: unknown): string =>
  typeof value === 'string' && value.isWellFormed()
    ? toPlainText([...toPlainText(value).replace(/\s+/g, ' ').trim()].slice(0, LONGEST_NAME).join('').trim())
    : ''
