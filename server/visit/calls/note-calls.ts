import { CallError } from '#contract/errors.ts'
import type { Handler } from '#server/context/context.ts'
import { publishChange } from '#server/database/change-events.ts'
import { countMails } from '#server/mail/queries.ts'
import { getCancellable } from '../change/cancel.ts'
import { findVisitFacts } from '../change-queries.ts'
import { lockVisit, updateVisit } from '../queries.ts'
import { recordVisitChange } from '../record-change.ts'
import { enqueueSalonMail, noteKey } from '../mail/salon-mail.ts'

/** How many mails about the note of one visit the salon gets at most. */
const MAX_NOTE_MAILS = 20

/**
 * Writes, changes or takes back the note of a visit, by its link or for its guest, until it begins; the salon
 * is notified by mail. The same note again changes nothing.
 * @throws CallError `not-found` as `getCancellable` does.
 */
export const changeVisitNote: Handler<'changeVisitNote'> = async (ctx, { handle, note: typed }) => {
  const { deps, tenant } = ctx
  const note = typed || null
  return deps.db.write(tenant.id, async (tx) => {
    const { id } = await getCancellable(ctx, tx, handle)
    const visit = await lockVisit(tx, id)
    if (!visit || visit.state === 'held') throw new CallError('not-found')
    if (visit.state === 'cancelled') return { ok: false, reason: 'cancelled' }
    if (visit.start.getTime() <= deps.now()) return { ok: false, reason: 'begun' }
    if (visit.note === note) return { ok: true, note }
    const mails = await countMails(tx, noteKey(id))
    if (mails >= MAX_NOTE_MAILS) return { ok: false, reason: 'too-many' }
    const before = await findVisitFacts(tx, id)
    await updateVisit(tx, id, { note })
    const told = await enqueueSalonMail(ctx, tx, { ...visit, note }, { about: 'noted', mails })
    await recordVisitChange(ctx, tx, id, {
      actor: { kind: 'guest' },
      kind: 'noted',
      before,
      notified: told ? ['salonMail'] : [],
    })
    if (visit.guestId) await publishChange(tx, 'visits', visit.guestId)
    return { ok: true, note }
  })
}
