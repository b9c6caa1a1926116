import * as v from 'valibot'
import { date as fileDate, weekdayName } from '#contract/tenant-file/file-fields.ts'
import { MAX_PREVIEW_WEEKS, PREVIEW_WEEKS, type PreviewReason } from '#domain/availability/hours-preview.ts'
import { localNow } from '#domain/opening-hours.ts'
import { toWeekday } from '#domain/zone.ts'
import { loadHoursPreview } from '#server/schedule/hours-preview.ts'
import { findTenantById } from '#server/tenant/queries.ts'
import { UnknownTenant, CommandError, required, type Command } from '#operator/command-line/command.ts'
import { clockAt } from '#operator/command-line/describe.ts'
import { parseTenantId, withOwner } from '#operator/command-line/owner.ts'

export const scheduleShow: Command = {
  name: ['schedule', 'show'],
  positionals: ['TENANT'],
  options: { '--weeks': '[WEEKS]', '--from': '[DATE]', '--member': '[MEMBER]' },
  summary: 'Show the hours of the next weeks by person, and why they differ',
  details: `\
Each day has the times at which something can be booked, if nothing is: without breaks and absences; and their
sum. After them it says why they are not those of each week: the name of a public holiday, other hours of the
salon or of the person on that day, hours of every second to fourth week or of a part of the year, an absence.
WEEKS is ${PREVIEW_WEEKS} by default, at most ${MAX_PREVIEW_WEEKS}; DATE is a day of the first week, today by default. Weeks are numbered by ISO 8601.`,
  async run(context, [given], { '--weeks': typed, '--from': date, '--member': memberId }) {
    const id = parseTenantId(required(given))
    const weeks = typed === undefined ? PREVIEW_WEEKS : Number(typed)
    if (!Number.isInteger(weeks) || weeks < 1 || weeks > MAX_PREVIEW_WEEKS)
      throw new CommandError(`WEEKS must be a whole number from 1 to ${MAX_PREVIEW_WEEKS}.`)
    if (date !== undefined && !v.is(fileDate, date))
      throw new CommandError('DATE must be a date that exists, written like 2027-03-28.')
    const found = await withOwner(context, async (db) => {
      const tenant = await findTenantById(db, id)
      if (!tenant) throw new UnknownTenant(id)
      const { timeZone, default: own } = tenant.profile
      const from = date ?? localNow(timeZone, Date.now()).date
      const wanted = { from, weeks, language: own.language }
      return db.read(id, (tx) => loadHoursPreview(tx, tenant.profile, wanted))
    })
    const shown = memberId === undefined ? found : found.filter((one) => one.id === memberId)
    if (memberId !== undefined && shown.length === 0)
      throw new CommandError(`Tenant ${id} has no active member ${memberId}.`)
    for (const member of shown) {
      context.printLine(member.id)
      for (const week of member.weeks) {
        context.printLine(`  week ${week.number}  ${clockAt(week.minutes)}`)
        for (const day of week.days) context.printLine(`    ${dayLine(day)}`)
      }
    }
  },
}

type Day = Awaited<ReturnType<typeof loadHoursPreview>>[number]['weeks'][number]['days'][number]

function dayLine({ date, windows, minutes, reasons }: Day): string {
  const hours = windows.map(({ from, to }) => `${from}–${to}`).join(', ') || '–'
  const why = reasons.map(({ kind, text, every }) => {
    const word = kind === 'rotation' ? `every ${every} weeks` : reasonWords[kind]
    return text ? `${word}: ${text}` : word
  })
  return [`${weekdayName(toWeekday(date))} ${date}`, hours, clockAt(minutes), why.join('; ')]
    .filter(Boolean)
    .join('  ')
}

const reasonWords: Record<Exclude<PreviewReason, 'rotation'>, string> = {
  day: 'own day',
  member: 'other hours of the day',
  salon: 'hours of the salon',
  holiday: 'public holiday',
  week: 'each week',
  valid: 'hours of a part of the year',
  away: 'absent',
}
