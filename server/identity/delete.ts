import { randomUUID } from 'node:crypto'
import { toPlainText } from '#domain/plain-text.ts'
import { CallError } from '#contract/errors.ts'
import type { Output } from '#contract/calls.ts'
import { cancelLocked, termsFor } from '../booking/cancel.ts'
import type { Scope } from '../context.ts'
import type { Tx } from '../data/db.ts'
import { findGuestForUpdate, findPassword, type GuestRow } from '../data/guest.ts'
import { countKept, removeGuest } from '../data/own-data.ts'
import { getFinance } from '../data/tenant.ts'
import { listUpcomingVisits, lockVisit, type VisitWithSegments } from '../data/visit.ts'
import { mailLanguage, writeIdentityMail } from '../identity-mail.ts'
import { identityLetter } from '../mail/identity-letter.ts'
import { moneyOf } from '../money.ts'
import { isRecent } from './recent.ts'

/** What deleting this account would do at this moment, by the same rules as cancelling each visit. */
export async function deletionOf(scope: Scope, uid: string): Promise<Output<'previewDeleteUser'>> {
  const { deps, tenant } = scope
  const recent = isRecent(scope)
  return deps.db.read(tenant.id, async (tx) => {
    const upcoming = await listUpcomingVisits(tx, uid, new Date(deps.now()))
    // Who has nothing to cancel may leave, whatever is wrong with the prices.
    const finance = upcoming.length ? await getFinance(tx) : null
    const visits = upcoming.flatMap((visit) => {
      if (!finance) return []
      const { fee, refund } = termsFor(scope, finance, visit)
      return {
        id: visit.id,
        start: visit.start.getTime(),
        services: visit.segments.map((one) => one.serviceName),
        fee,
        refund,
        ...moneyOf(finance, tenant, visit.currency),
      }
    })
    const known = await findPassword(tx, uid)
    if (!known) throw new CallError('not-found')
    return {
      visits,
      ...sums(visits),
      kept: await countKept(tx, uid),
      hasPassword: known.password !== null,
      recent,
    }
  })
}

const sums = (visits: readonly { fee: number; refund: number }[]) => ({
  fee: visits.reduce((sum, one) => sum + one.fee, 0),
  refund: visits.reduce((sum, one) => sum + one.refund, 0),
})

/**
 * Cancels what is to come, forgets the guest and says so by mail: all of it or nothing.
 * @param agreed the fees that the guest has seen, in minor units.
 * @throws CallError `amount/changed` with fee and refund as they are now.
 */
export async function deleteGuest(
  scope: Scope,
  uid: string,
  agreed: number,
): Promise<{ cancelled: number; fee: number; refund: number }> {
  const { deps, tenant } = scope
  return deps.db.write(tenant.id, async (tx) => {
    const guest = await findGuestForUpdate(tx, uid)
    if (!guest) throw new CallError('not-found')
    const cancelled = await cancelAll(tx, scope, uid)
    const { fee, refund } = sums(cancelled.map((one) => ({ fee: one.fee, refund: one.refunded })))
    if (fee !== agreed) throw new CallError('amount/changed', { fee, refund })
    await farewell(tx, scope, guest, cancelled.length)
    await removeGuest(tx, guest)
    return { cancelled: cancelled.length, fee, refund }
  })
}

async function cancelAll(tx: Tx, scope: Scope, uid: string): Promise<VisitWithSegments[]> {
  const cancelled: VisitWithSegments[] = []
  // A list has a limit; whoever has more visits than that has them cancelled too.
  for (let more = true; more;) {
    const upcoming = await listUpcomingVisits(tx, uid, new Date(scope.deps.now()))
    for (const { id } of upcoming) {
      const visit = await lockVisit(tx, id)
      if (visit) cancelled.push(await cancelLocked(tx, scope, visit))
    }
    more = upcoming.length > 0
  }
  return cancelled
}

async function farewell(tx: Tx, scope: Scope, guest: GuestRow, cancelled: number): Promise<void> {
  if (!guest.email) return
  const { deps, tenant } = scope
  const locale = mailLanguage(scope, guest, scope.language)
  const t = deps.text(locale)
  const company = tenant.profile.companyname
  const name = toPlainText(guest.firstname)
  const lines = [
    name ? t('mail.deletedHello', { name }) : t('mail.deletedHelloAll'),
    t('mail.deletedLead', { company }),
    ...(cancelled ? [t('mail.deletedVisits', { count: cancelled })] : []),
    t('mail.deletedKept'),
  ]
  const letter = identityLetter({
    t,
    locale,
    tenant,
    heading: t('mail.deletedTitle'),
    lines,
    footer: t('mail.deletedFooter', { company }),
  })
  await writeIdentityMail(scope, tx, {
    key: `account-deleted:${randomUUID()}`,
    to: guest.email,
    letter,
    secret: true,
  })
}
