import * as v from 'valibot'
import { email, id, trimmedText } from '../field/field-schemas.ts'

// Stored exactly as typed. A password of fewer than 6 characters is answered auth/weak-password, not as
// malformed.
const password = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(1024),
  v.check((s) => s.isWellFormed()),
)
const tenantId = v.optional(id)

export const Credentials = v.object({ tenantId, email: trimmedText(1, 254), password })
/** `acceptTerms`: the page stated that signing up accepts the terms and confirms the age of 16. */
export const NewCredentials = v.object({ tenantId, email, password, acceptTerms: v.optional(v.boolean()) })
/** `token` is for clients that send `Authorization: Bearer`; browsers get a cookie. */
export const SignedIn = v.object({ uid: v.string(), token: v.string() })
export const SignOut = v.object({ tenantId })
export const SignedOut = v.object({ success: v.boolean() })
