import { safeParse } from 'valibot'
import { absenceKinds } from '#domain/availability/absence.ts'
import { Absence } from '#contract/tenant-file/schema.ts'
import { errorMessage } from '#contract/tenant-file/error-messages.ts'
import type { Absence as AbsenceTimes } from '#contract/content/tenant.ts'
import { loadTexts } from '#server/context/load-texts.ts'
import { findTenantById } from '#server/tenant/queries.ts'
import { tenantFrom } from '#server/tenant/tenant.ts'
import { loadSecret } from '#operator/launch/secret.ts'
import { addAbsence, removeAbsence, type VisitInTheWay } from '#server/schedule/absence.ts'
import { UnknownTenant, CommandError, required, type Command } from '#operator/command-line/command.ts'
import { personText, wallRange } from '#operator/command-line/describe.ts'
import { parseTenantId, withOwnerAndJobs } from '#operator/command-line/owner.ts'

export const scheduleAbsence: Command = {
  name: ['schedule', 'absence'],
  positionals: ['TENANT', 'MEMBER', 'FROM', 'UNTIL'],
  options: { '--kind': '[KIND]', '--reason': '[TEXT]', '--leave-visits': '', '--remove': '' },
  uses: ['secret', 'sms', 'translation'],
  summary: 'Add an absence of a member, or end one with --remove',
  details: `\
FROM and UNTIL are wall-clock times of the tenant, such as 2027-03-28T13:30. KIND is one of ${absenceKinds.join(', ')}
(default absence); the salon's day shows it, guests see none. Visits of the member at that time,
and times that guests hold to book them, are listed and nothing is written; with --leave-visits they stay and
the absence is added. Open offers of the waitlist at that time are withdrawn: their guests keep their places,
and get a message.
--remove ends the absence with exactly these times, and has what that opens offered to the waitlist.
An import of the tenant’s file changes only the absences of the file: this one stays until --remove.`,
  async run(context, [givenTenant, givenMember, from, until], options) {
    const [id, memberId] = [parseTenantId(required(givenTenant)), required(givenMember)]
    const { '--kind': givenKind, '--reason': reason, '--leave-visits': leave, '--remove': remove } = options
    if (remove !== undefined && [givenKind, reason, leave].some((one) => one !== undefined))
      throw new CommandError('--remove has neither --kind, --reason nor --leave-visits.')
    const kind = absenceKinds.find((one) => one === (givenKind ?? 'absence'))
    if (!kind) throw new CommandError(`--kind must be one of ${absenceKinds.join(', ')}.`)
    const absence = parseAbsence({ from, until, reason })
    const { result, zone } = await withOwnerAndJobs(context, async (db, jobs) => {
      const row = await findTenantById(db, id)
      if (!row) throw new UnknownTenant(id)
      const { config } = context
      const { locales, translate } = loadTexts()
      const ctx = {
        tenant: tenantFrom(row, config),
        deps: { config, locales, text: translate, secret: loadSecret(config), now: () => Date.now(), jobs },
      }
      return {
        zone: row.profile.timeZone,
        result: await db.write<Changed>(id, (tx) =>
          remove === undefined
            ? addAbsence(ctx, tx, memberId, {
                absence,
                kind,
                leaveVisits: leave !== undefined,
                origin: 'command',
              })
            : removeAbsence(ctx, tx, memberId, absence),
        ),
      }
    })
    const time = `${absence.from}–${absence.until}`
    if (!result.ok) throw new CommandError(refusal(result, { zone, memberId, id, time }))
    if (result.outcome === 'removed') {
      context.printLine(`${memberId}: no longer absent ${time}`)
      if (result.ofFile)
        context.printStatus(
          'It is in the tenant’s file: remove it there too, or the next import adds it again.',
        )
      return
    }
    context.printLine(`${memberId}: absent ${time}${result.outcome === 'unchanged' ? ', as before' : ''}`)
    for (const visit of result.visits) context.printLine(`stays: ${visitText(zone, visit)}`)
    if (result.withdrawn > 0) context.printLine(`offers withdrawn: ${result.withdrawn}`)
  },
}

/** @throws CommandError that names the argument. */
function parseAbsence(given: { from?: string; until?: string; reason?: string }): AbsenceTimes {
  const parsed = safeParse(Absence, given)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  const key = String(issue.path?.[0]?.key)
  const argument = key === 'reason' ? '--reason' : key.toUpperCase()
  throw new CommandError(`${argument} ${errorMessage(issue).replace('than from', 'than FROM')}.`)
}

type Changed = Awaited<ReturnType<typeof addAbsence> | ReturnType<typeof removeAbsence>>
type Rejected = Extract<Changed, { ok: false }>

function refusal(
  rejected: Rejected,
  { zone, memberId, id, time }: { zone: string; memberId: string; id: string; time: string },
): string {
  if (rejected.reason === 'no-member') return `Tenant ${id} has no member ${memberId}.`
  if (rejected.reason === 'no-absence')
    return [
      `${memberId} has no absence ${time}${rejected.absences.length > 0 ? '; the absences are:' : '.'}`,
      ...rejected.absences.map(
        ({ from, until, reason }) => `  ${from} ${until}${reason ? ` ${reason}` : ''}`,
      ),
    ].join('\n')
  return [
    'Visits in the way:',
    ...rejected.visits.map((visit) => `  ${visitText(zone, visit)}`),
    'Nothing was written. With --leave-visits they stay, and the absence is added.',
  ].join('\n')
}

const visitText = (zone: string, visit: VisitInTheWay): string =>
  [
    wallRange(zone, visit.start, visit.end),
    ...(visit.number ? [visit.number] : []),
    visit.state,
    visit.services.join(' + '),
    personText(visit) || 'a guest who is booking',
  ].join('  ')
