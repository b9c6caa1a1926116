import { localNow } from '#domain/opening-hours.ts'
import { dayWindow } from '#domain/zone.ts'
import { nullIfNotFound } from '#web/request/call-errors.ts'
import { nameOf } from '#web/staff/day/visit-words.ts'
import type { StaffContext } from '#web/staff/guard.ts'
import { toPhone } from '#web/staff/phone.server.ts'

/**
 * A visit with its history, and what the person may do with it.
 * @throws 404 for an unknown visit, and one that the person may not see.
 */
export async function loadVisit(ctx: StaffContext, name: string) {
  const visit = await ctx.call('getSalonVisit', { visit: name }).catch(nullIfNotFound)
  if (!visit) throw new Response(null, { status: 404 })
  const { rights } = ctx.staff
  const { documents: changes } = await ctx.call('listVisitChanges', { visit: visit.id })
  return {
    title: `${nameOf(ctx.t, visit)} · ${ctx.brand.title}`,
    now: ctx.now,
    /** When the salon's next day begins, epoch ms. */
    tomorrow: dayWindow(visit.timeZone, localNow(visit.timeZone, ctx.now).date).until * 60_000,
    visit,
    phone: toPhone(ctx, visit.guest.mobile),
    date: localNow(visit.timeZone, visit.start).date,
    changes,
    may: {
      progress: rights.progress !== undefined,
      move: rights.move !== undefined,
      addons: rights.move !== undefined && rights.book !== undefined && ctx.brand.addons,
      cancel: rights.cancel !== undefined,
    },
  }
}
export type VisitPage = Awaited<ReturnType<typeof loadVisit>>
