import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Scope, Tenant } from '../context.ts'
import type { PasskeyRow } from '../data/passkey.ts'
import { ownUrl } from './own-origin.ts'

/** Milliseconds that a browser waits for its authenticator. */
const TIMEOUT = 5 * 60_000
/** ES256, EdDSA and RS256: between them every authenticator that is about. */
const ALGORITHMS = [-7, -8, -257]

type Site = Pick<Tenant, 'origin' | 'profile'>
/** Whom a passkey is for: the host in the guest's address bar, where that is one of the tenant's own. A browser takes no other. */
export const siteOf = ({ tenant, host, deps }: Scope): Site => ({
  profile: tenant.profile,
  origin: ownUrl(tenant, host, deps.config, '/').origin,
})
const hostOf = ({ origin }: Site) => new URL(origin).hostname
// Only a credential that finds its guest by itself, and that asks who holds it, can stand for a sign-in.
const selection = { residentKey: 'required', requireResidentKey: true, userVerification: 'required' } as const

/** The question that makes a new passkey, for the host of this site; those that the guest has are left out. */
export async function askRegistration(
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
    authenticatorSelection: selection,
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
    timeout: TIMEOUT,
    excludeCredentials,
    authenticatorSelection: selection,
    attestation: 'none' as const,
  }
}

/** The question that any of this tenant's passkeys can answer. */
export async function askSignIn(site: Site) {
  const { challenge } = await generateAuthenticationOptions({
    rpID: hostOf(site),
    userVerification: 'required',
  })
  return { rpId: hostOf(site), challenge, timeout: TIMEOUT, userVerification: 'required' as const }
}

/** What a true answer tells of the new passkey; null for any other: another question, another site, nobody verified. */
export async function readRegistration(
  site: Site,
  response: RegistrationResponseJSON,
  challenge: string,
): Promise<Omit<PasskeyRow, 'tenantId' | 'id' | 'name' | 'userId' | 'createdAt'> | null> {
  const verified = await trying(() =>
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

/** Whether this passkey has truly answered; its new counter if so. A counter that has not moved on is a copy's. */
export async function readSignIn(
  site: Site,
  response: AuthenticationResponseJSON,
  challenge: string,
  row: PasskeyRow,
): Promise<{ counter: number; backedUp: boolean } | null> {
  const credential = {
    id: row.credentialID,
    publicKey: new Uint8Array(Buffer.from(row.publicKey, 'base64url')),
    counter: row.counter,
  }
  const verified = await trying(() =>
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

/** The library throws at whatever does not fit. */
async function trying<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch {
    return null
  }
}
