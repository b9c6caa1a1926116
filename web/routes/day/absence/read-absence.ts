import type { Input } from '#contract/calls.ts'
import type { TextKey } from '#contract/text.ts'
import { absenceKinds } from '#domain/availability/absence.ts'
import { addDays } from '#domain/zone.ts'
import { readFormText } from '#web/request/form.ts'
import { isDate } from '#web/staff/form/date.ts'
import {
  HOUR_ROWS,
  toOutcome,
  type BlockForm,
  type Handed,
  type HandOverForm,
  type HoursForm,
  type Outcomes,
} from './absence-form.ts'

type Errors = Record<string, TextKey>
type Read<T> = { ok: true; input: T } | { ok: false; errors: Errors }

export const readBlockForm = (form: FormData): BlockForm => {
  const text = (name: string) => readFormText(form, name).trim()
  return {
    member: text('member'),
    kind: text('kind'),
    fromDate: text('fromDate'),
    fromTime: text('fromTime'),
    untilDate: text('untilDate'),
    untilTime: text('untilTime'),
    reason: text('reason'),
    seen: text('seen'),
  }
}

/** The blocked time by the salon's clock; its end is excluded. */
export function toBlock(form: BlockForm): Read<Omit<Input<'addBlock'>, 'tenantId'>> {
  const { member, fromDate, fromTime, untilTime, reason } = form
  const untilDate = form.untilDate || fromDate
  const kind = absenceKinds.find((one) => one === form.kind)
  if (member === '' || !kind) return { ok: false, errors: { member: 'staffAbsence.choosePerson' } }
  if (!isDate(fromDate)) return { ok: false, errors: { fromDate: 'staffAbsence.dateMissing' } }
  if (!isDate(untilDate)) return { ok: false, errors: { untilDate: 'staffAbsence.dateMissing' } }
  const from = `${fromDate}T${fromTime || '00:00'}`
  const until = untilTime === '' ? `${addDays(untilDate, 1)}T00:00` : `${untilDate}T${untilTime}`
  return from < until
    ? { ok: true, input: { memberId: member, kind, from, until, reason } }
    : { ok: false, errors: { untilTime: 'staffAbsence.untilWrong' } }
}

export const readHoursForm = (form: FormData): HoursForm => {
  const text = (name: string) => readFormText(form, name).trim()
  return {
    hoursDate: text('hoursDate'),
    hoursMember: text('hoursMember'),
    closed: form.has('closed'),
    hours: Array.from({ length: HOUR_ROWS }, (_, row) => ({
      from: text(`hoursFrom-${row}`),
      to: text(`hoursTo-${row}`),
    })),
    hoursReason: text('hoursReason'),
    hoursSeen: text('hoursSeen'),
  }
}

/** Other hours of a day; a day is closed only by its tick, never by fields that are left empty. */
export function toHours(form: HoursForm): Read<Omit<Input<'setDayHours'>, 'tenantId'>> {
  const { hoursDate: date, hoursMember, closed, hoursReason: reason } = form
  if (!isDate(date)) return { ok: false, errors: { hoursDate: 'staffAbsence.dateMissing' } }
  const typed = closed ? [] : form.hours.filter(({ from, to }) => from !== '' || to !== '')
  // A day that ends at midnight.
  const hours = typed.map(({ from, to }) => ({ from, to: to === '00:00' ? '24:00' : to }))
  const isForward = hours.every(({ from, to }, row) => from < to && (hours[row - 1]?.to ?? '') <= from)
  if (!isForward || hours.some(({ from }) => from === ''))
    return { ok: false, errors: { 'hoursTo-0': 'staffAbsence.hoursWrong' } }
  if (!closed && hours.length === 0)
    return { ok: false, errors: { 'hoursFrom-0': 'staffAbsence.hoursMissing' } }
  return { ok: true, input: { date, hours, members: hoursMember === '' ? null : [hoursMember], reason } }
}

type ReadHandOver = { outcomes: Outcomes; typed: HandOverForm; visits: Handed[] }

/** What is to become of each visit: those that are left as they are do not count. */
export function readHandOver(form: FormData, ids: readonly string[]): ReadHandOver {
  const text = (name: string) => readFormText(form, name)
  const visits = ids.map((id) => ({
    id,
    who: text(`who-${id}`),
    start: Number(text(`start-${id}`)),
    choice: text(`outcome-${id}`),
  }))
  return {
    outcomes: visits.flatMap(({ id, choice }) => {
      const outcome = toOutcome(choice)
      return outcome ? [{ id, sequence: Number(text(`sequence-${id}`)), outcome }] : []
    }),
    typed: {
      visits: Object.fromEntries(visits.map(({ id, choice }) => [id, choice])),
      inform: text('inform'),
    },
    visits,
  }
}

/** The visits for which a free time was chosen that another one before them has: only one can get it. */
export function listTwice(outcomes: Outcomes): string[] {
  const taken = new Set<string>()
  return outcomes.flatMap(({ id, outcome }) => {
    if (outcome.kind !== 'place') return []
    const times = [...new Set(outcome.members)].map((member) => `${outcome.start} ${member}`)
    const isTwice = times.some((time) => taken.has(time))
    for (const time of times) taken.add(time)
    return isTwice ? [id] : []
  })
}
