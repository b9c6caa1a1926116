import type { CallInput } from '#contract/calls.ts'
import { CallError } from '#contract/errors.ts'
import { myAccountLink, waitlistLink } from '#contract/links.ts'
import { DEFAULT_DAYS, extendedEnd } from '#domain/waitlist/extend.ts'
import { startOfDay } from '#domain/zone.ts'
import { textOf } from '#web/request/form.ts'
import type { GuestContext } from '#web/request/guard.ts'
import { leaveWaitlist } from '#web/waitlist/leave.ts'
import { chooseServices, readEdit, type EditValues } from './edit-entry.server.ts'
import { withWindow } from './join.server.ts'
import { isDate, parsePreferences, allowedDays } from './preferences.server.ts'
import type { PreferenceErrors } from './preference-values.ts'

/** `values` and `errors`: of the form that edits an entry. */
export type ChangeAnswer =
  { ok: true } | { ok: false; status: number; values?: EditValues; errors?: PreferenceErrors }
type Change = Omit<CallInput<'updateWaitlistEntry'>, 'tenantId' | 'uid' | 'id'>

/** Answers the forms of the waitlist page. A script that deletes an entry stays on its page (`stay`). */
export async function changeEntry(ctx: GuestContext, form: FormData): Promise<ChangeAnswer | { to: string }> {
  const [intent, id] = [textOf(form, 'intent'), textOf(form, 'entry')]
  if (intent === 'leave') {
    const answer = await leaveWaitlist(ctx, id)
    return answer.ok && !form.has('stay') ? { to: myAccountLink({ message: 'waitlist-deleted' }) } : answer
  }
  const preferences = /^(?:save|add$|remove )/.test(intent) ? readEdit(form) : null
  const changed = preferences && withWindow(preferences, form)
  if (preferences && changed)
    return { ok: false, status: 200, values: { ...preferences, ...changed }, errors: {} }
  try {
    const edited = preferences && (await parseEdit(ctx, id, preferences))
    if (preferences && edited?.ok === false)
      return { ok: false, status: 400, values: preferences, errors: edited.errors }
    const change = edited?.ok ? edited.change : changeOf(ctx, intent, textOf(form, `pause-${id}`))
    if (!change) return { ok: false, status: 400 }
    await ctx.call('updateWaitlistEntry', {
      tenantId: ctx.brand.tenantId,
      uid: ctx.guest.uid,
      id,
      ...change,
    })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.code === 'not-found') return { to: waitlistLink({ message: 'waitlist-gone' }) }
    const status = error.status === 'UNAVAILABLE' || error.status === 'INTERNAL' ? 503 : 400
    return {
      ok: false,
      status,
      ...(preferences && { values: preferences, errors: { form: 'preference.refused' } }),
    }
  }
  return { to: waitlistLink({ id, message: messages[intent] ?? 'waitlist-saved' }) }
}

async function parseEdit(
  ctx: GuestContext,
  id: string,
  values: EditValues,
): Promise<{ ok: true; change: Change } | { ok: false; errors: PreferenceErrors }> {
  const parsed = parsePreferences(values, allowedDays(ctx), ctx.brand.timeZone)
  const { chosen, errors } = await chooseServices(ctx, id, values)
  if (parsed.ok && Object.keys(errors).length === 0)
    return { ok: true, change: { ...parsed.preferences, ...chosen } }
  return { ok: false, errors: { ...(parsed.ok ? {} : parsed.errors), ...errors } }
}

const messages: Record<string, string> = {
  pause: 'waitlist-paused',
  resume: 'waitlist-resumed',
  extend: 'waitlist-extended',
}

function changeOf({ brand, now }: GuestContext, intent: string, until: string): Change | null {
  const zone = brand.timeZone
  if (intent === 'resume') return { paused: false }
  if (intent === 'extend') return { end: extendedEnd({ now, days: DEFAULT_DAYS, zone }) }
  if (intent !== 'pause') return null
  // Without a date a pause has no end: what cannot be read as one must not mean that.
  if (until && !isDate(until)) return null
  return { paused: true, pausedUntil: until ? startOfDay(zone, until) * 60_000 : null }
}
