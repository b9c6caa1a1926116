import { findTenantById } from '#server/tenant/queries.ts'
import { listVisitsOutside } from '#server/visit/visits-outside.ts'
import { UnknownTenant, required, type Command } from '#operator/command-line/command.ts'
import { personText } from '#operator/command-line/describe.ts'
import { outsideReasons, outsideText } from './outside-text.ts'
import { parseTenantId, withOwner } from '#operator/command-line/owner.ts'

export const visitOutside: Command = {
  name: ['visit', 'outside'],
  positionals: ['TENANT'],
  options: { '--json': '' },
  summary: 'List the coming visits for which the schedule has no place any more',
  details: `\
Booked visits at times when their member does not work (hours, breaks, holidays, absences, hours of that day),
with a member who has left, or of a service that is not offered or not performed by that member any more; each
with its wall-clock time, number, guest (first name, masked contact), services and the reason. They stay booked
until the salon moves, reassigns or cancels them. --json prints one array, with times as instants.`,
  async run(context, [given], { '--json': json }) {
    const id = parseTenantId(required(given))
    const { zone, visits } = await withOwner(context, async (db) => {
      const tenant = await findTenantById(db, id)
      if (!tenant) throw new UnknownTenant(id)
      const visits = await db.read(id, (tx) => listVisitsOutside(tx, tenant.profile.timeZone, Date.now()))
      return { zone: tenant.profile.timeZone, visits }
    })
    if (json !== undefined)
      return context.printLine(
        JSON.stringify(
          visits.map((visit) => ({
            id: visit.id,
            number: visit.number,
            start: new Date(visit.start).toISOString(),
            end: new Date(visit.end).toISOString(),
            guest: personText(visit),
            services: visit.segments.map(({ serviceId, serviceName, addons, memberId }) => ({
              id: serviceId,
              name: serviceName,
              addons,
              member: memberId,
            })),
            reasons: outsideReasons(visit),
          })),
          null,
          2,
        ),
      )
    if (visits.length === 0) return context.printStatus('No coming visits are outside the schedule.')
    for (const visit of visits) context.printLine(outsideText(zone, visit))
  },
}
