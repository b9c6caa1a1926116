import type { WaitlistJobs } from '../jobs/jobs.ts'
import { changeEntry } from '../waitlist/change-entry.ts'
import { enqueueWithdrawnMail, type EntryMailContext } from '../waitlist/mail.ts'
import { endOffer } from '../waitlist/offer.ts'
import { findOfferOfVisit, type OfferRow } from '../waitlist/offer-queries.ts'
import { lockEntry } from '../waitlist/queries.ts'
import type { Tx } from '../database/db.ts'

export type WithdrawContext = EntryMailContext & { deps: { jobs: WaitlistJobs } }

/**
 * Withdraws the open offer that this visit holds the time for; one whose time is over is left to its job. Its
 * entry waits again with its place, and its guest gets a message. The caller holds the lock of the waitlist.
 * @param nobodyWorks whether the time of the offer is nobody's, so that it does not return to the queue.
 * @returns whether there was one.
 */
export async function withdrawOfferOf(
  ctx: WithdrawContext,
  tx: Tx,
  visitId: string,
  nobodyWorks: (offer: OfferRow) => boolean,
): Promise<boolean> {
  const offer = await findOfferOfVisit(tx, visitId)
  if (!offer || offer.expiresAt.getTime() <= ctx.deps.now()) return false
  const entry = await lockEntry(tx, offer.entryId)
  if (!entry) return false
  await endOffer(ctx, tx, offer, { state: 'withdrawn', nobodyWorks: nobodyWorks(offer) })
  const waiting = await changeEntry(ctx, tx, entry, { event: 'withdrawn', by: 'tenant' })
  if (waiting) await enqueueWithdrawnMail(ctx, tx, waiting, offer)
  return true
}
