import * as v from 'valibot'
import { PasskeyName } from '../guest/profile.ts'
import { id } from '../field/field-schemas.ts'

const self = { tenantId: id, uid: id }
const bytes = (max: number) =>
  v.pipe(v.string(), v.minLength(1), v.maxLength(max), v.regex(/^[A-Za-z0-9_-]+$/))
const credentialId = bytes(1400)
/** The challenge's handle: valid once, for five minutes, in the browser that requested it. */
const code = v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,62}\.[A-Za-z0-9_-]{22}$/))

const transport = v.picklist(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])
const descriptor = v.object({
  id: v.string(),
  type: v.literal('public-key'),
  transports: v.optional(v.array(v.string())),
})
const answer = {
  id: credentialId,
  rawId: credentialId,
  type: v.literal('public-key'),
  clientExtensionResults: v.object({}),
}

/** The options of `navigator.credentials.create` (WebAuthn Level 3, JSON). */
export const RegistrationOptions = v.object({
  code: v.string(),
  options: v.object({
    rp: v.object({ id: v.string(), name: v.string() }),
    user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
    challenge: v.string(),
    pubKeyCredParams: v.array(v.object({ type: v.literal('public-key'), alg: v.number() })),
    timeout: v.number(),
    excludeCredentials: v.array(descriptor),
    authenticatorSelection: v.object({
      residentKey: v.literal('required'),
      requireResidentKey: v.boolean(),
      userVerification: v.literal('required'),
    }),
    attestation: v.literal('none'),
  }),
})
/** The options of `navigator.credentials.get`. */
export const SignInOptions = v.object({
  code: v.string(),
  options: v.object({
    rpId: v.string(),
    challenge: v.string(),
    timeout: v.number(),
    userVerification: v.literal('required'),
  }),
})

export const RegistrationInput = v.object(self)
export const PasskeySignInInput = v.object({ tenantId: v.optional(id) })
export const RegisterPasskey = v.object({
  ...self,
  code,
  name: v.optional(PasskeyName),
  response: v.object({
    ...answer,
    response: v.object({
      clientDataJSON: bytes(4096),
      attestationObject: bytes(16_384),
      transports: v.optional(v.pipe(v.array(transport), v.maxLength(7))),
    }),
  }),
})
export const SignInWithPasskey = v.object({
  tenantId: v.optional(id),
  code,
  response: v.object({
    ...answer,
    response: v.object({
      clientDataJSON: bytes(4096),
      authenticatorData: bytes(4096),
      signature: bytes(8192),
      userHandle: v.optional(bytes(128)),
    }),
  }),
})

/** `name`: chosen by the guest; `synced`: backed up to the guest's other devices. */
export const Passkey = v.object({
  id: v.string(),
  name: v.nullable(v.string()),
  createdAt: v.number(),
  synced: v.boolean(),
})
/** `last`: the guest's only passkey is their last sign-in method. */
export const Passkeys = v.object({ documents: v.array(Passkey), last: v.boolean() })
export const PasskeyInput = v.object({ ...self, id })
export const RenamePasskey = v.object({ ...self, id, name: PasskeyName })
export const PasskeyRemoved = v.object({ success: v.literal(true) })
