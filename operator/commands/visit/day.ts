import * as v from 'valibot'
import { date as fileDate } from '#contract/tenant-file/file-fields.ts'
import { dayWindow, localParts, minuteFrom } from '#domain/zone.ts'
import { listMembers } from '#server/service/member-queries.ts'
import { findTenantById } from '#server/tenant/queries.ts'
import { listVisitsUntil } from '#server/visit/queries.ts'
import { UnknownTenant, CommandError, required, type Command } from '#operator/command-line/command.ts'
import { dayText } from './day-text.ts'
import { parseTenantId, withOwner } from '#operator/command-line/owner.ts'

export const dayCommand: Command = {
  name: ['day'],
  positionals: ['TENANT', '[DATE]'],
  summary: 'Print the day of a salon: the visits of each person in order',
  details: `\
DATE is today by default, and written like 2027-03-28; times are those of the tenant. Each visit has its time and
number, the guest's name, the services of that person, what has happened with it (arrived, started, done, noShow),
and the guest's note if there is one. A visit with several people is listed for each of them.
The list contains names of guests: keep it among those who need it.`,
  async run(context, [given, date]) {
    const id = parseTenantId(required(given))
    if (date !== undefined && !v.is(fileDate, date))
      throw new CommandError('DATE must be a date that exists, written like 2027-03-28.')
    const found = await withOwner(context, async (db) => {
      const tenant = await findTenantById(db, id)
      if (!tenant) throw new UnknownTenant(id)
      const zone = tenant.profile.timeZone
      const day = date ?? localParts(zone, minuteFrom(Date.now())).date
      const { from, until } = dayWindow(zone, day)
      return db.read(id, async (tx) => ({
        day,
        zone,
        title: tenant.profile.companyname,
        // A visit that begins at midnight belongs to the day that begins then.
        visits: await listVisitsUntil(tx, new Date(from * 60_000 - 1), new Date(until * 60_000 - 1)),
        members: (await listMembers(tx)).map((one) => one.id),
      }))
    })
    if (found.visits.length === 0) return context.printStatus(`No visits on ${found.day}.`)
    for (const line of dayText(found)) context.printLine(line)
  },
}
