import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { RequestContext, Tenant } from '#server/context/context.ts'
import type { PasskeyRow } from './passkey-queries.ts'
import { isStaffHost } from '#server/tenant/host.ts'
import { ownUrl } from '#server/tenant/own-origin.ts'

/** How long a browser waits for its authenticator. */
const TIMEOUT_MS = 5 * 60_000
/** COSE ids of ES256, EdDSA and RS256: every common authenticator supports one of them. */
const ALGORITHMS = [-7, -8, -257]

type Site = Pick<Tenant, 'origin' | 'profile'>
/**
 * The relying party of a passkey: the requested host, when it is one of the tenant's own, else the canonical
 * host. Browsers accept only the host in the address bar.
 */
export const findRelyingParty = ({ tenant, host, deps }: RequestContext): Site => ({
  profile: tenant.profile,
  origin:
    host !== null && isStaffHost(host, deps.config)
      ? Object.assign(new URL(tenant.staffOrigin), { hostname: host }).origin
      : ownUrl(tenant, host, deps.config, '/').origin,
})
const hostOf = ({ origin }: Site) => new URL(origin).hostname
// Sign-in without a user name needs a discoverable credential, and user verification replaces the password.
const authenticatorSelection = {
  residentKey: 'required',
  requireResidentKey: true,
  userVerification: 'required',
} as const

/** The options to create a passkey for the host of this site; `known` passkeys of the guest are excluded. */
export async function registrationOptions(
  site: Site,
  guest: { uid: string; name: string; email: string },
  known: readonly Pick<PasskeyRow, 'credentialID' | 'transports'>[],
) {
  const { rp, user, challenge, pubKeyCredParams } = await generateRegistrationOptions({
    rpName: site.profile.companyname,
    rpID: hostOf(site),
    userID: new Uint8Array(Buffer.from(guest.uid)),
    userName: guest.email || guest.name,
    userDisplayName: guest.name,
    authenticatorSelection,
    supportedAlgorithmIDs: ALGORITHMS,
  })
  const excludeCredentials = known.map(({ credentialID, transports }) => ({
    id: credentialID,
    type: 'public-key' as const,
    ...(transports ? { transports: transports.split(',') } : {}),
  }))
  return {
    rp: { id: rp.id ?? hostOf(site), name: rp.name },
    user,
    challenge,
    pubKeyCredParams: [...pubKeyCredParams],
    timeout: TIMEOUT_MS,
    excludeCredentials,
    authenticatorSelection,
    attestation: 'none' as const,
  }
}

/** The options to sign in with any passkey of this host. */
export async function authenticationOptions(site: Site) {
  const { challenge } = await generateAuthenticationOptions({
    rpID: hostOf(site),
    userVerification: 'required',
  })
  return { rpId: hostOf(site), challenge, timeout: TIMEOUT_MS, userVerification: 'required' as const }
}

/** What is stored of a passkey, whosever it is. */
type Credential = Omit<PasskeyRow, 'tenantId' | 'id' | 'name' | 'userId' | 'createdAt'>

/**
 * @returns the columns of the new passkey, or null when challenge, origin, signature or user verification is
 * invalid.
 */
export async function verifyRegistration(
  site: Site,
  response: RegistrationResponseJSON,
  challenge: string,
): Promise<Credential | null> {
  const verified = await nullOnError(() =>
    verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: hostOf(site),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  if (!verified?.registrationInfo) return null
  const { aaguid, credential, credentialDeviceType, credentialBackedUp } = verified.registrationInfo
  return {
    credentialID: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    deviceType: credentialDeviceType,
    backedUp: credentialBackedUp,
    transports: response.response.transports?.join(',') ?? null,
    aaguid,
  }
}

/**
 * @returns the passkey's new counter, or null when the response is invalid. A counter that has not increased
 * is invalid: it comes from a cloned authenticator.
 */
export async function verifyAuthentication(
  site: Site,
  response: AuthenticationResponseJSON,
  challenge: string,
  row: Pick<Credential, 'credentialID' | 'publicKey' | 'counter'>,
): Promise<{ counter: number; backedUp: boolean } | null> {
  const credential = {
    id: row.credentialID,
    publicKey: new Uint8Array(Buffer.from(row.publicKey, 'base64url')),
    counter: row.counter,
  }
  const verified = await nullOnError(() =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: hostOf(site),
      credential,
      requireUserVerification: true,
    }),
  )
  return verified?.verified
    ? {
        counter: verified.authenticationInfo.newCounter,
        backedUp: verified.authenticationInfo.credentialBackedUp,
      }
    : null
}

/** The library throws on every invalid response. */
async function nullOnError<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch {
    return null
  }
}
