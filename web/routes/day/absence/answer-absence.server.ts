import { redirect } from 'react-router'
import type { Output } from '#contract/calls.ts'
import { absenceLink, dayLink } from '#contract/links.ts'
import { MAX_HANDED_OVER } from '#domain/availability/absence.ts'
import { localNow } from '#domain/opening-hours.ts'
import { informings } from '#contract/schedule/visit-change.ts'
import { readFormText } from '#web/request/form.ts'
import { answerTyped, workFor } from '#web/staff/answer.ts'
import { changeWorks, removalChange } from '#web/staff/day/change-works.ts'
import { withDone } from '#web/staff/day/done.ts'
import type { StaffContext } from '#web/staff/guard.ts'
import { withPhone } from '#web/staff/phone.server.ts'
import { staffPath } from '#web/staff/return-path.ts'
import { brokenKey, isNothing, type BlockForm, type HoursForm } from './absence-form.ts'
import type { Answer, Breaking, BrokenVisit } from './answer.ts'
import { nowSince } from '#web/staff/now-since.ts'
import { listTwice, readBlockForm, readHandOver, readHoursForm, toBlock, toHours } from './read-absence.ts'

const errorTexts = {
  'not-found': 'staffShell.gone',
  'auth/forbidden': 'staffDay.forbidden',
  fields: {},
} as const

/**
 * Blocks time, sets other hours, hands visits over, or removes what is planned. `date`: of the week that is
 * shown.
 */
export async function answerAbsence(ctx: StaffContext, form: FormData, date: string) {
  const intent = readFormText(form, 'intent')
  const block = readBlockForm(form)
  const hours = readHoursForm(form)
  const here = absenceLink({ date })
  const removed = (did: 'removedBlock' | 'removedHours', { undo }: Output<'removeBlock'>) =>
    redirect(
      withDone(here, {
        did,
        of: '',
        changeIds: [undo && removalChange(undo.removal)],
        undoUntil: undo?.until ?? 0,
      }),
    )
  const works: Record<string, () => Promise<Response | Partial<Answer>>> = {
    block: () => addBlock(ctx, block),
    hours: () => setHours(ctx, hours),
    handOver: () => handOver(ctx, form),
    removeBlock: async () =>
      removed('removedBlock', await ctx.call('removeBlock', { id: readFormText(form, 'id') })),
    removeHours: async () =>
      removed('removedHours', await ctx.call('removeDayHours', { id: readFormText(form, 'id') })),
  }
  if (intent === 'undo')
    return changeWorks.undo({ ctx, form, to: form.has('to') ? staffPath(readFormText(form, 'to')) : here })
  return answerTyped<Answer>(intent, workFor(works, intent), {
    texts: errorTexts,
    typed: { ...(intent === 'block' ? { block } : {}), ...(intent === 'hours' ? { hours } : {}) },
  })
}

/** Blocks time, once what that breaks has been seen. */
async function addBlock(ctx: StaffContext, typed: BlockForm): Promise<Response | Partial<Answer>> {
  const read = toBlock(typed)
  if (!read.ok) return { errors: read.errors }
  const { memberId, from, until } = read.input
  const breaks = await ctx.call('previewBlock', { memberId, from, until })
  if (!isNothing(breaks) && brokenKey(breaks) !== typed.seen) return { breaks: withPhones(ctx, breaks) }
  const { visits } = await ctx.call('addBlock', read.input)
  return redirect(afterwards(memberId, typed.fromDate, visits))
}

async function setHours(ctx: StaffContext, typed: HoursForm): Promise<Response | Partial<Answer>> {
  const read = toHours(typed)
  if (!read.ok) return { errors: read.errors }
  const { reason: _reason, ...planned } = read.input
  const hoursBreaks = await ctx.call('previewDayHours', planned)
  if (!isNothing(hoursBreaks) && brokenKey(hoursBreaks) !== typed.hoursSeen)
    return { hoursBreaks: withPhones(ctx, hoursBreaks) }
  const { visits } = await ctx.call('setDayHours', read.input)
  // Visits of several people are handed over from the day.
  return redirect(afterwards(typed.hoursMember, typed.hoursDate, typed.hoursMember === '' ? [] : visits))
}

/** Who has to be called. */
const withPhones = <T extends { visits: readonly Omit<BrokenVisit, 'phone'>[] }>(
  ctx: StaffContext,
  breaks: T,
): T & Breaking => ({ ...breaks, visits: breaks.visits.map((one) => withPhone(ctx, one)) })

const afterwards = (member: string, date: string, visits: readonly { id: string }[]): string =>
  absenceLink({
    date,
    message: 'saved',
    member,
    ...(visits.length > 0 ? { ids: visits.slice(0, MAX_HANDED_OVER).map(({ id }) => id) } : {}),
  })

/** Hands visits over, and says of each what became of it. */
async function handOver(ctx: StaffContext, form: FormData): Promise<Partial<Answer>> {
  const ids = readFormText(form, 'ids').split(',').filter(Boolean)
  const { outcomes, typed, visits } = readHandOver(form, ids)
  if (outcomes.length === 0) return { handOver: typed, errors: { form: 'staffAbsence.chooseOutcome' } }
  const twice = listTwice(outcomes)
  if (twice.length > 0)
    return {
      handOver: typed,
      errors: Object.fromEntries(twice.map((id) => [`outcome-${id}`, 'staffAbsence.twice' as const])),
    }
  const begun = performance.now()
  const { results, undoUntil } = await ctx.call('handOverVisits', {
    memberId: readFormText(form, 'member'),
    inform: informings.find((one) => one === typed.inform) ?? 'ask',
    outcomes,
  })
  const first = Math.min(...visits.map(({ start }) => start).filter((start) => start > 0))
  const day = dayLink(Number.isFinite(first) ? { date: localNow(ctx.brand.timeZone, first).date } : {})
  return { handOver: typed, handed: { results, visits, undoUntil, now: nowSince(ctx, begun), day } }
}
