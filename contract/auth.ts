import * as v from 'valibot'
import { email, id, words } from './shape.ts'

// A password is kept exactly as typed; the floor of 6 is the server's answer auth/weak-password, not a malformed request.
const password = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(1024),
  v.check((s) => s.isWellFormed()),
)
const tenantId = v.optional(id)

export const Credentials = v.object({ tenantId, email: words(1, 254), password })
/** `acceptTerms`: the page said so beside its button, the age of 16 too. */
export const NewCredentials = v.object({ tenantId, email, password, acceptTerms: v.optional(v.boolean()) })
/** `token` is for clients that send `Authorization: Bearer`; browsers get a cookie. */
export const SignedIn = v.object({ uid: v.string(), token: v.string() })
export const SignOut = v.object({ tenantId })
export const SignedOut = v.object({ success: v.boolean() })
