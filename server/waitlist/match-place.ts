import type { Match, Passed } from '#domain/waitlist/match.ts'
import { bumpCalendar } from '../availability/calendar-queries.ts'
import type { BusyRange } from '../availability/segment-queries.ts'
import type { Tx } from '../database/db.ts'
import type { MailContext } from '../mail/mail-context.ts'
import { lockWaitlist } from '../visit/hold/queue-hold.ts'
import { resumeDueEntries } from './change-entry.ts'
import { offerIfFree, openSearch } from './match-freed-time.ts'
import { endOverdueOffers } from './offer.ts'
import { lockEntry, type Entry } from './queries.ts'

/** An entry that a place concerns: the visit that it could have there, or why the place goes past it. */
type Waiting = { entry: Entry; answer: Match | Passed }

/** Lists the entries that a free place concerns, in the tenant's order. It writes nothing. */
export async function listWaiting(ctx: MailContext, tx: Tx, place: BusyRange): Promise<Waiting[]> {
  const search = await openSearch(ctx, tx, [place], ctx.deps.now())
  if (!search) return []
  const matcher = await search.openMatcher([place])
  return search.candidates.flatMap((candidate) => {
    const [entry, answer] = [search.entries.get(candidate.id), matcher(candidate)]
    return entry && answer ? [{ entry, answer }] : []
  })
}

/**
 * Offers a free place to this entry, before others in the order: the salon has decided so. As every offer it
 * holds its time and ends by itself.
 * @returns the offered start and until when it can be accepted (epoch ms), why the place goes past the entry,
 * or `taken` where it is not free any more, or is none for the entry.
 */
export async function offerPlace(
  ctx: MailContext,
  tx: Tx,
  place: BusyRange,
  entryId: string,
): Promise<{ ok: true; start: number; until: number } | { ok: false; reason: Passed['reason'] | 'taken' }> {
  await lockWaitlist(tx)
  await endOverdueOffers(ctx, tx)
  await resumeDueEntries(ctx, tx)
  const search = await openSearch(ctx, tx, [place], ctx.deps.now())
  const candidate = search?.candidates.find(({ id }) => id === entryId)
  if (!search || !candidate) return { ok: false, reason: 'taken' }
  const answer = (await search.openMatcher([place]))(candidate)
  if (!answer) return { ok: false, reason: 'taken' }
  if ('reason' in answer) return { ok: false, reason: answer.reason }
  const entry = await lockEntry(tx, entryId)
  const { bookable } = search
  if (
    entry?.state !== 'waiting' ||
    !(await offerIfFree(ctx, tx, entry, { ...answer, bookable, by: 'tenant' }))
  )
    return { ok: false, reason: 'taken' }
  await bumpCalendar(tx)
  return { ok: true, start: answer.offer.start * 60_000, until: answer.expiresAt }
}
