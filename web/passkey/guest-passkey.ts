import { passkeyLink } from '#contract/links.ts'
import type { PasskeyPlace } from './authenticator.ts'

/** Where a guest adds a passkey. */
export const guestPasskey: PasskeyPlace = { action: passkeyLink(), route: 'routes/profile/passkey' }
