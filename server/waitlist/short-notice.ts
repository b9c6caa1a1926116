import { toAddonName } from '#domain/visit/addons.ts'
import { DAY_MS } from '#domain/day.ts'
import type { Passed } from '#domain/waitlist/match.ts'
import { appointmentsLink } from '#contract/links.ts'
import type { Tx } from '../database/db.ts'
import { createDateFormat } from '../mail/date-format.ts'
import { notifyGuest } from '../notification/notify.ts'
import type { MailContext } from '../mail/mail-context.ts'
import { textsFor } from './mail.ts'
import type { Entry } from './queries.ts'

/** A time is free at short notice until this long before it. */
export const SHORT_MS = DAY_MS
/** Why an entry may be passed over although its guest could still come: the time is not as wished. */
const reasons: Passed['reason'][] = ['notice', 'window', 'person']

/**
 * Notifies the guests of entries that were passed over of a time of the next 24 hours that another guest has
 * cancelled and no entry gets: any guest may book it. Once for each guest.
 */
export async function notifyShortNotice(
  ctx: MailContext,
  tx: Tx,
  passed: Passed[],
  entries: Map<string, Entry>,
): Promise<void> {
  const now = ctx.deps.now()
  const notified = new Set<string>()
  for (const { entryId, start, reason } of passed) {
    const entry = entries.get(entryId)
    const at = start * 60_000
    if (!entry?.guestId || notified.has(entry.guestId) || !reasons.includes(reason)) continue
    if (at <= now || at > now + SHORT_MS) continue
    notified.add(entry.guestId)
    const { locale, t } = textsFor(ctx, entry)
    const when = createDateFormat(t, locale, ctx.tenant.profile.timeZone).short(new Date(at))
    await notifyGuest(ctx, tx, {
      guestId: entry.guestId,
      type: 'af',
      key: `short-notice:${entry.id}:${at}`,
      title: t('notification.freeTitle'),
      body: t('notification.freeBody', { when }),
      link: appointmentsLink({
        services: entry.services,
        addons: entry.services.flatMap((id, index) =>
          (entry.addons[index] ?? []).map((one) => toAddonName(id, one)),
        ),
      }),
      usefulUntil: new Date(at),
      urgent: entry.atNight,
    })
  }
}
