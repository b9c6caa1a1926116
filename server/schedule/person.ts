import type { Input } from '#contract/calls.ts'
import { CallError } from '#contract/errors.ts'
import { normalizeMobile } from '#domain/phone.ts'
import type { RequestContext } from '../context/context.ts'
import { scopeOf } from '../context/scope.ts'
import type { Tx } from '../database/db.ts'
import { findGuest } from '../guest/queries.ts'
import type { Person } from '../visit/change/book.ts'
import { findVisitFor } from './find-visit.ts'
import { hasVisitWith } from './guest-queries.ts'

type BookedFor = Input<'bookVisitBySalon'>['guest']

/**
 * Whom the salon books for: an account, who came to an earlier visit, or somebody new, of whom no e-mail
 * address and no number need be known. Whether an account exists for what is typed is not looked up.
 * @throws CallError `not-found` for a guest whom this person cannot know, `guest/invalid-mobile`.
 */
export async function personFor(ctx: RequestContext, tx: Tx, guest: BookedFor): Promise<Person> {
  switch (guest.kind) {
    case 'account': {
      const scope = scopeOf(ctx, 'contact')
      const known = await findGuest(tx, guest.uid)
      if (!known || (scope !== 'all' && !(await hasVisitWith(tx, guest.uid, scope.memberId))))
        throw new CallError('not-found')
      return { guestId: known.id, contact: null }
    }
    case 'visit': {
      const { guestId, contact } = await findVisitFor(ctx, tx, guest.visitId, { right: 'contact' })
      if (guestId !== null) return { guestId, contact: null }
      if (!contact) throw new CallError('not-found')
      return { guestId: null, contact }
    }
    case 'new': {
      const { firstname, lastname, email, mobile, countryCode } = guest
      const { language, countryCode: usual } = ctx.tenant.profile.default
      const number = mobile === '' ? null : normalizeMobile(mobile, countryCode ?? usual)
      if (number && !number.ok) throw new CallError('guest/invalid-mobile', { reason: number.reason })
      const contact = { firstname, lastname, email, mobile: number?.e164 ?? '', language }
      return { guestId: null, contact }
    }
  }
}
