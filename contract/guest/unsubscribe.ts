import * as v from 'valibot'
import { id } from '../field/field-schemas.ts'

/** What an unsubscribe link ends: an account's mails of a kind, or a contact's entry on the waitlist. */
export type UnsubscribeKind = 'reminder' | 'waitlist' | 'entry'

/** How the tokens of each kind begin. */
export const tokenPrefixes: Record<UnsubscribeKind, string> = { reminder: '', waitlist: 'w.', entry: 'e.' }

/** The kind of a token, which may be invalid: only for the words of its page. */
export const kindOfToken = (token: string): UnsubscribeKind =>
  token.startsWith(tokenPrefixes.waitlist)
    ? 'waitlist'
    : token.startsWith(tokenPrefixes.entry)
      ? 'entry'
      : 'reminder'

/** `token`: of the link. `undo`: an account gets the mails again. */
export const Unsubscribe = v.object({
  tenantId: v.optional(id),
  token: v.pipe(v.string(), v.maxLength(400)),
  undo: v.optional(v.boolean()),
})
/** `paused`: how many entries of the waitlist have no channel left and were paused. */
export const Unsubscribed = v.object({ success: v.literal(true), paused: v.number() })
