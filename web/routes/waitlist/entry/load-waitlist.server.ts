import { DEFAULT_DAYS, extendedEnd } from '#domain/waitlist/extend.ts'
import { addDays } from '#domain/zone.ts'
import { nullOnCallError } from '#web/request/call-errors.ts'
import type { GuestContext } from '#web/request/guard.ts'
import { listEntries, type WaitlistEntry } from '#web/waitlist/entry.ts'
import { loadEdit, type Edit } from './edit-entry.server.ts'
import { allowedDays, type AllowedDays } from '../preferences/preferences.server.ts'

type WaitlistPage = {
  /** Null: they failed to load. */ entries: WaitlistEntry[] | null
  /** The entry to show first. */ focus: string | null
  edit: Edit | null
  /** The entry to leave after a question. */ leave: WaitlistEntry | null
  /** The end (epoch ms) of an entry that is extended today. */ extendTo: number
  days: AllowedDays
  /** The dates at whose beginning a pause may end. */ pauseDays: { first: string; last: string }
}

/** The data of the waitlist page; `search` names an entry to show, edit or leave. */
export async function loadWaitlist(ctx: GuestContext, search: URLSearchParams): Promise<WaitlistPage> {
  const entries = await listEntries(ctx).catch(nullOnCallError)
  const find = (name: string) => entries?.find(({ id }) => id === search.get(name)) ?? null
  const [edited, leave] = [find('edit'), find('leave')]
  const days = allowedDays(ctx)
  return {
    entries,
    focus: search.get('id'),
    edit: edited && (await loadEdit(ctx, edited)),
    leave,
    extendTo: extendedEnd({ now: ctx.now, days: DEFAULT_DAYS, zone: ctx.brand.timeZone }),
    days,
    pauseDays: { first: addDays(days.today, 1), last: days.last },
  }
}
