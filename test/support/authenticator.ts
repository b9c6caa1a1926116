import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

type Options = { challenge: string; rp?: { id: string }; rpId?: string; user?: { id: string } }
/** Deviations that an authenticator, or an attacker in its place, can inject. */
type InjectedFaults = {
  origin?: string
  rpId?: string
  type?: string
  challenge?: string
  verified?: boolean
  present?: boolean
  counter?: number
  forged?: boolean
  userHandle?: string
}

const b64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')
const sha = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()
const be = (value: number, size: number) => {
  const bytes = Buffer.alloc(size)
  bytes.writeUIntBE(value, 0, size)
  return bytes
}
const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
const chunk = (bytes: Buffer) =>
  Buffer.concat([
    bytes.length < 256
      ? Buffer.from([0x58, bytes.length])
      : Buffer.concat([Buffer.from([0x59]), be(bytes.length, 2)]),
    bytes,
  ])

/**
 * A software authenticator: one ES256 passkey that responds as WebAuthn specifies, except for what
 * `injected` changes.
 */
export function openAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let [counter, userHandle] = [0, '']
  const clientData = (type: string, challenge: string, injected: InjectedFaults) =>
    JSON.stringify({
      type: injected.type ?? type,
      challenge: injected.challenge ?? challenge,
      origin: injected.origin ?? origin,
      crossOrigin: false,
    })
  const flags = ({ verified = true, present = true }: InjectedFaults, attested = 0) =>
    (present ? 1 : 0) | (verified ? 4 : 0) | attested
  return {
    id: b64(id),
    make({ challenge, rp, user }: Options, injected: InjectedFaults = {}) {
      userHandle = user?.id ?? ''
      // COSE: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
      const key = Buffer.concat([
        Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21]),
        chunk(Buffer.from(x, 'base64url')),
        Buffer.from([0x22]),
        chunk(Buffer.from(y, 'base64url')),
      ])
      const data = Buffer.concat([
        sha(injected.rpId ?? rp?.id ?? ''),
        Buffer.from([flags(injected, 0x40)]),
        be(counter, 4),
        Buffer.alloc(16),
        be(id.length, 2),
        id,
        key,
      ])
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        chunk(data),
      ])
      return {
        id: b64(id),
        rawId: b64(id),
        type: 'public-key' as const,
        clientExtensionResults: {},
        response: {
          clientDataJSON: b64(clientData('webauthn.create', challenge, injected)),
          attestationObject: b64(attestation),
          transports: ['internal' as const],
        },
      }
    },
    answer({ challenge, rpId = '' }: Options, injected: InjectedFaults = {}) {
      counter = injected.counter ?? counter + 1
      const authenticatorData = Buffer.concat([
        sha(injected.rpId ?? rpId),
        Buffer.from([flags(injected)]),
        be(counter, 4),
      ])
      const client = clientData('webauthn.get', challenge, injected)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha(client)]), privateKey)
      if (injected.forged) signature[signature.length - 1] = (signature.at(-1) ?? 0) ^ 1
      return {
        id: b64(id),
        rawId: b64(id),
        type: 'public-key' as const,
        clientExtensionResults: {},
        response: {
          clientDataJSON: b64(client),
          authenticatorData: b64(authenticatorData),
          signature: b64(signature),
          userHandle: injected.userHandle ?? userHandle,
        },
      }
    },
  }
}
