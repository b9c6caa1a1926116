import type { CallInput } from '#contract/calls.ts'
import { CallError } from '#contract/errors.ts'
import { myAccountLink, waitlistLink } from '#contract/links.ts'
import type { TextKey } from '#contract/text.ts'
import { DEFAULT_DAYS, extendedEnd } from '#domain/waitlist/extend.ts'
import { isWindowDate } from '#domain/waitlist/window.ts'
import { startOfDay } from '#domain/zone.ts'
import { isServerFailure } from '#web/request/call-errors.ts'
import { readFormText } from '#web/request/form.ts'
import type { GuestContext } from '#web/request/guard.ts'
import { leaveWaitlist } from '#web/waitlist/entry.ts'
import { chooseServices, readEdit, type EditValues } from './edit-entry.server.ts'
import { withWindow } from '../join/join.server.ts'
import { parsePreferences, allowedDays } from '../preferences/preferences.server.ts'
import type { PreferenceErrors } from '../preferences/preference-values.ts'

/** The error of the form that pauses an entry, and what was typed. */
export type PauseError = { entry: string; until: string; error: TextKey }
/** `values` and `errors`: of the form that edits an entry. */
export type ChangeAnswer =
  | { ok: true }
  | { ok: false; status: number; values?: EditValues; errors?: PreferenceErrors; pause?: PauseError }
type Change = Omit<CallInput<'updateWaitlistEntry'>, 'tenantId' | 'uid' | 'id'>

/** Answers the forms of the waitlist page. A script that deletes an entry stays on its page (`stay`). */
export async function changeEntry(ctx: GuestContext, form: FormData): Promise<ChangeAnswer | { to: string }> {
  const [intent, id] = [readFormText(form, 'intent'), readFormText(form, 'entry')]
  if (intent === 'leave') {
    const answer = await leaveWaitlist(ctx, id)
    return answer.ok && !form.has('stay') ? { to: myAccountLink({ message: 'waitlist-deleted' }) } : answer
  }
  const until = readFormText(form, `pause-${id}`)
  if (intent === 'pause' && until !== '' && !isPauseDate(ctx, until))
    return { ok: false, status: 400, pause: { entry: id, until, error: 'waitlist.pauseDate' } }
  const preferences = /^(?:save|add$|remove )/.test(intent) ? readEdit(form) : null
  const changed = preferences && withWindow(preferences, form)
  if (preferences && changed)
    return { ok: false, status: 200, values: { ...preferences, ...changed }, errors: {} }
  try {
    const edited = preferences && (await parseEdit(ctx, id, preferences))
    if (preferences && edited?.ok === false)
      return { ok: false, status: 400, values: preferences, errors: edited.errors }
    const change = edited?.ok ? edited.change : parseChange(ctx, intent, until)
    if (!change) return { ok: false, status: 400 }
    await ctx.call('updateWaitlistEntry', {
      uid: ctx.guest.uid,
      id,
      ...change,
    })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.code === 'not-found') return { to: waitlistLink({ message: 'waitlist-gone' }) }
    const status = isServerFailure(error) ? 503 : 400
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

/** Whether a pause may end when this date begins. */
const isPauseDate = (ctx: GuestContext, date: string): boolean =>
  isWindowDate(date) && date > allowedDays(ctx).today

function parseChange({ brand, now }: GuestContext, intent: string, until: string): Change | null {
  const zone = brand.timeZone
  if (intent === 'resume') return { paused: false }
  if (intent === 'extend') return { end: extendedEnd({ now, days: DEFAULT_DAYS, zone }) }
  if (intent !== 'pause') return null
  return { paused: true, pausedUntil: until ? startOfDay(zone, until) * 60_000 : null }
}
