import { addDays, dayWindow, localParts, minuteFrom } from '#domain/zone.ts'
import { getLongestHorizon } from '../availability/calendar-queries.ts'
import type { Dependencies } from '../context/context.ts'
import type { MailContext } from '../mail/mail-context.ts'
import { listUnsentMail } from '../mail/queries.ts'
import { hasOpenWaitlist } from '../visit/queries.ts'
import { offerMailKey } from './offer-mail.ts'
import { expireOffer } from './offer.ts'
import { lockWaitlist } from '../visit/hold/queue-hold.ts'
import { findOffer, listOpenOffers, listQueueHolds } from './offer-queries.ts'
import { matchDay, matchHold, renewQueueHold } from './match-freed-time.ts'
import { lockEntry } from './queries.ts'

type Context = MailContext & { deps: Pick<Dependencies, 'db'> }

/** Offers the freed time of the queue's hold `id`, which stays kept meanwhile. */
export async function matchFreedTime(ctx: Context, id: string): Promise<void> {
  const { deps, tenant } = ctx
  if (await deps.db.write(tenant.id, (tx) => renewQueueHold(ctx, tx, id)))
    await deps.db.write(tenant.id, (tx) => matchHold(ctx, tx, id))
}

/** Offers times that a changed schedule has opened, from today to the end of the longest booking horizon. */
export async function matchChangedSchedule(ctx: Context): Promise<void> {
  const { deps, tenant } = ctx
  const [now, zone] = [new Date(deps.now()), tenant.profile.timeZone]
  const horizon = await deps.db.read(tenant.id, async (tx) =>
    (await hasOpenWaitlist(tx, now)) ? await getLongestHorizon(tx) : null,
  )
  if (horizon === null) return
  const today = localParts(zone, minuteFrom(now.getTime())).date
  for (let day = 0; day <= horizon; day += 1)
    await deps.db.write(tenant.id, (tx) => matchDay(ctx, tx, dayWindow(zone, addDays(today, day))))
}

/** Ends the offer `id` if its time is over without an answer; earlier, the job runs again then. */
export async function endExpiredOffer(ctx: Context, id: string): Promise<void> {
  const { deps, tenant } = ctx
  await deps.db.write(tenant.id, async (tx) => {
    await lockWaitlist(tx)
    const offer = await findOffer(tx, { id })
    if (offer?.state !== 'open') return
    if (offer.expiresAt.getTime() > deps.now()) return deps.jobs.expireOffer(tx, id, offer.expiresAt)
    const entry = await lockEntry(tx, offer.entryId)
    if (entry) await expireOffer(ctx, tx, offer, { entry })
  })
}

/**
 * Enqueues the jobs of a tenant's open offers, of their unsent mails, and of the queue's times again: a
 * restored database has none. Also of times whose minute is over: they are not matched yet. The jobs are
 * idempotent.
 */
export async function enqueueOfferJobs({ deps, tenant }: Context): Promise<void> {
  await deps.db.write(tenant.id, async (tx) => {
    const offers = await listOpenOffers(tx)
    for (const { id, expiresAt } of offers) await deps.jobs.expireOffer(tx, id, expiresAt)
    const keys = offers.map(({ id }) => offerMailKey(id))
    for (const id of await listUnsentMail(tx, keys)) await deps.jobs.sendMail(tx, id)
    for (const { id } of await listQueueHolds(tx, new Date(deps.now())))
      await deps.jobs.matchFreedTime(tx, id)
  })
}
