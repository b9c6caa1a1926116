import { namesOf } from '#domain/visit/addons.ts'
import { randomUUID } from 'node:crypto'
import { toPlainText } from '#domain/plain-text.ts'
import { CallError } from '#contract/errors.ts'
import type { Output } from '#contract/calls.ts'
import { asGuest, cancelLocked, termsFor } from '../visit/change/cancel.ts'
import type { RequestContext } from '../context/context.ts'
import type { Tx } from '../database/db.ts'
import { findGuestForUpdate, findPassword, type GuestRow } from '../guest/queries.ts'
import { endPaymentsOf } from '../payment/attempt/end-payments.ts'
import { listUndispatchedOrders } from '../receipt/queries.ts'
import { countRetainedVisits, removeGuest } from './queries.ts'
import { getFinance } from '../tenant/queries.ts'
import { countPhotos } from '../photo/queries.ts'
import { listUpcomingVisits, lockVisit, type VisitWithSegments } from '../visit/queries.ts'
import { recordVisitChanges } from '../visit/record-change.ts'
import { withdrawOffer } from '../waitlist/offer.ts'
import { lockWaitlist } from '../visit/hold/queue-hold.ts'
import { countOpenEntries, listEntryHistory } from '../waitlist/queries.ts'
import { mailLanguage, enqueueIdentityMail } from '../identity/mail/mail.ts'
import { identityMailTemplate } from '../identity/mail/identity-template.ts'
import { toMoney } from '../tenant/finance.ts'
import { isRecent } from '../identity/session/recent.ts'

/** What deleting this account now would cancel, by the same rules as cancelling each visit. */
export async function previewDeletion(
  ctx: RequestContext,
  uid: string,
): Promise<Output<'previewDeleteUser'>> {
  const { deps, tenant } = ctx
  const recent = isRecent(ctx)
  return deps.db.read(tenant.id, async (tx) => {
    const upcoming = await listUpcomingVisits(tx, uid, new Date(deps.now()))
    // Read finance settings only for visits: without any, missing settings must not prevent the deletion.
    const finance = upcoming.length ? await getFinance(tx) : null
    const visits = upcoming.flatMap((visit) => {
      if (!finance) return []
      const { fee, refund } = termsFor(ctx, finance, visit)
      return {
        id: visit.id,
        start: visit.start.getTime(),
        services: visit.segments.flatMap(namesOf),
        fee,
        refund,
        ...toMoney(finance, tenant, visit.currency),
      }
    })
    const known = await findPassword(tx, uid)
    if (!known) throw new CallError('not-found')
    return {
      visits,
      ...totals(visits),
      kept: await countRetainedVisits(tx, uid),
      waitlist: await countOpenEntries(tx, uid, new Date(deps.now())),
      photos: await countPhotos(tx, uid),
      orders: (await listUndispatchedOrders(tx, uid)).length,
      hasPassword: known.password !== null,
      recent,
    }
  })
}

const totals = (visits: readonly { fee: number; refund: number }[]) => ({
  fee: visits.reduce((sum, one) => sum + one.fee, 0),
  refund: visits.reduce((sum, one) => sum + one.refund, 0),
})

/**
 * Cancels the guest's upcoming visits and the orders that are not dispatched, withdraws open offers of the
 * waitlist, deletes the guest and enqueues a mail about it, in one transaction.
 * @param acceptedFee the total of cancellation fees that the guest has confirmed, in minor units.
 * @returns the number of cancelled visits, and `fee` and `refund` in minor units.
 * @throws CallError `amount/changed` with the present `fee` and `refund`, `not-found` for an unknown guest.
 */
export async function deleteGuest(
  ctx: RequestContext,
  uid: string,
  acceptedFee: number,
): Promise<{ cancelled: number; fee: number; refund: number }> {
  const { deps, tenant } = ctx
  return deps.db.write(tenant.id, async (tx) => {
    await lockWaitlist(tx)
    const guest = await findGuestForUpdate(tx, uid)
    if (!guest) throw new CallError('not-found')
    // Their times go to the next before the entries are deleted with the guest, also the time of an entry
    // that is over by the clock: the sweep may not have ended it yet.
    for (const entry of await listEntryHistory(tx, uid)) await withdrawOffer(ctx, tx, entry)
    const cancelled = await cancelAll(ctx, tx, uid)
    const { fee, refund } = totals(cancelled.map((one) => ({ fee: one.fee, refund: one.refunded })))
    if (fee !== acceptedFee) throw new CallError('amount/changed', { fee, refund })
    await enqueueDeletionMail(ctx, tx, guest, cancelled.length)
    await endPaymentsOf(ctx, tx, uid)
    const kept = await removeGuest(tx, guest)
    await recordVisitChanges(tx, kept, {
      actor: { kind: 'guest' },
      kind: 'redacted',
      at: new Date(deps.now()),
    })
    return { cancelled: cancelled.length, fee, refund }
  })
}

async function cancelAll(ctx: RequestContext, tx: Tx, uid: string): Promise<VisitWithSegments[]> {
  const cancelled: VisitWithSegments[] = []
  // The list is limited: repeat until it is empty.
  for (let more = true; more;) {
    const upcoming = await listUpcomingVisits(tx, uid, new Date(ctx.deps.now()))
    for (const { id } of upcoming) {
      const visit = await lockVisit(tx, id)
      if (visit) cancelled.push((await cancelLocked(ctx, tx, visit, asGuest(ctx))).visit)
    }
    more = upcoming.length > 0
  }
  return cancelled
}

async function enqueueDeletionMail(
  ctx: RequestContext,
  tx: Tx,
  guest: GuestRow,
  cancelled: number,
): Promise<void> {
  if (!guest.email) return
  const { deps, tenant } = ctx
  const locale = mailLanguage(ctx, guest, ctx.language)
  const t = deps.text(locale)
  const company = tenant.profile.companyname
  const name = toPlainText(guest.firstname)
  const lines = [
    name ? t('mail.deletedHello', { name }) : t('mail.deletedHelloAll'),
    t('mail.deletedLead', { company }),
    ...(cancelled ? [t('mail.deletedVisits', { count: cancelled })] : []),
    t('mail.deletedKept'),
  ]
  const content = identityMailTemplate({
    t,
    locale,
    tenant,
    heading: t('mail.deletedTitle'),
    lines,
    footer: t('mail.deletedFooter', { company }),
  })
  await enqueueIdentityMail(ctx, tx, {
    key: `account-deleted:${randomUUID()}`,
    to: guest.email,
    content,
    secret: true,
  })
}
