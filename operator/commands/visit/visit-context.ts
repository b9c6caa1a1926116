import { serviceText } from '#domain/visit/addons.ts'
import * as v from 'valibot'
import { wallTime as wallClock } from '#contract/tenant-file/file-fields.ts'
import { CallError } from '#contract/errors.ts'
import { uuid } from '#contract/field/field-schemas.ts'
import type { MoveRefusal } from '#domain/visit/move.ts'
import { parseVisitNumber } from '#domain/visit/number.ts'
import type { PlacementWarning } from '#domain/availability/placement.ts'
import { toInstant, minuteOfClock } from '#domain/zone.ts'
import { loadTexts } from '#server/context/load-texts.ts'
import type { Actor } from '#server/context/actor.ts'
import type { Dependencies } from '#server/context/context.ts'
import type { Db, TenantId } from '#server/database/db.ts'
import type { MailContext } from '#server/mail/mail-context.ts'
import { findTenantById } from '#server/tenant/queries.ts'
import { tenantFrom } from '#server/tenant/tenant.ts'
import type { MoveResult } from '#server/visit/change/move.ts'
import { findVisit, type VisitWithSegments } from '#server/visit/queries.ts'
import type { Tx } from '#server/database/db.ts'
import { loadSecret } from '#operator/launch/secret.ts'
import { UnknownTenant, CommandError, required, type CommandContext } from '#operator/command-line/command.ts'
import { personText, wallRange, wallTime } from '#operator/command-line/describe.ts'
import { parseTenantId, withOwnerAndJobs } from '#operator/command-line/owner.ts'

/** Who the commands are, in the history of a visit. */
export const operator: Actor = { kind: 'operator' }

type Change = {
  ctx: MailContext & { deps: Pick<Dependencies, 'db'> }
  find: (tx: Tx) => Promise<VisitWithSegments>
  visit: VisitWithSegments
  zone: string
}

/** Changes a visit of a tenant. @throws CommandError that says what to do. */
export async function changeVisit(
  context: CommandContext,
  givenTenant: string | undefined,
  givenVisit: string | undefined,
  change: (change: Change) => Promise<void>,
): Promise<void> {
  const [id, name] = [parseTenantId(required(givenTenant)), required(givenVisit)]
  await withOwnerAndJobs(context, async (db, jobs) => {
    const row = await findTenantById(db, id)
    if (!row) throw new UnknownTenant(id)
    const { config } = context
    const { locales, translate: text } = loadTexts()
    const deps = { config, locales, text, secret: loadSecret(config), now: () => Date.now(), jobs, db }
    const visit = await findBooked(db, id, name)
    const find: Change['find'] = async (tx) => (await findVisit(tx, { id: visit.id })) ?? visit
    await change({
      ctx: { tenant: tenantFrom(row, config), deps },
      find,
      visit,
      zone: row.profile.timeZone,
    }).catch((error: unknown) => {
      throw error instanceof CallError ? new CommandError(refusal(error)) : error
    })
  })
}

/**
 * Finds a visit by its number or its id. @throws CommandError for the name of no visit, and for a hold, which
 * is no visit yet.
 */
export async function findBooked(db: Db, id: TenantId, name: string): Promise<VisitWithSegments> {
  const number = parseVisitNumber(name)
  const named = v.is(uuid, name) ? { id: name.toLowerCase() } : number ? { number } : null
  const visit = named && (await db.read(id, (tx) => findVisit(tx, named)))
  if (!visit || visit.state === 'held')
    throw new CommandError(`Tenant ${id} has no visit ${name}: see bin/stamgast visit list ${id}.`)
  return visit
}

const reasons: Partial<Record<MoveRefusal, string>> = {
  cancelled: 'The visit is cancelled: there is nothing to change.',
  begun: 'The visit ended more than a day ago: it stays as it is.',
}

function refusal({ code, details }: CallError): string {
  const { fields = [] } = (details ?? {}) as { fields?: string[] }
  if (fields.includes('addons')) return 'An add-on is named more often than the service may have it.'
  if (code === 'visit/not-cancellable') return 'The visit has begun: it stays as it is.'
  const reason = (details as { reason?: MoveRefusal } | undefined)?.reason
  return (reason && reasons[reason]) ?? peopleText
}

const peopleText =
  'MEMBER must perform every service of the visit: name one for all of them, or one for each, separated by ' +
  'commas.'

/** The instant (epoch ms) of a wall-clock time in a zone. @throws CommandError for what no clock shows. */
export function instantIn(zone: string, time: string): number {
  const parsed = v.safeParse(wallClock, time)
  if (!parsed.success) throw new CommandError('TIME must be written like 2027-03-28T13:30.')
  const [date = '', clock = ''] = parsed.output.split('T')
  const start = toInstant(zone, date, minuteOfClock(clock)) * 60_000
  if (wallTime(zone, start) !== `${date} ${clock}`)
    throw new CommandError(`TIME ${time} does not exist in ${zone}: the clock skips it.`)
  return start
}

const warned: Record<PlacementWarning, string> = {
  past: 'has passed',
  lead: 'is sooner than guests may book',
  horizon: 'is later than guests may book',
  hours: 'is outside the hours of who performs it',
  absence: 'is one at which who performs it is absent',
  buffer: 'has a buffer before or after a visit in the way',
}

/** Why a visit cannot be placed at a time, with the nearest free ones. */
export function refusalText(
  zone: string,
  visit: VisitWithSegments,
  { reason, warnings, inTheWay, missing, alternatives }: Extract<MoveResult, { ok: false }>,
): string {
  if (reason === 'member' || reason === 'skill')
    return `${peopleText} Its services: ${visit.segments.map(serviceText).join(', ')}.`
  const why =
    reason === 'warned' ? `That time ${warnings.map((one) => warned[one]).join(', and ')}` : blocked(reason)
  const who = inTheWay.map(
    ({ start, end, memberId, room }) =>
      `  ${wallRange(zone, start, end)}  ${room ? `${room}: ` : ''}${memberId}`,
  )
  const hint =
    reason === 'warned'
      ? [`${why}: --outside places it there.`]
      : [
          `${why}${missing === undefined ? '' : `: ${missing} minutes are missing`}${who.length > 0 ? ':' : '.'}`,
          ...who,
        ]
  return [
    ...hint,
    ...(alternatives.length === 0
      ? ['None near it is free: name other members or another day.']
      : [
          'The nearest free times:',
          ...alternatives.map(
            ({ start, end, members }) =>
              `  ${wallRange(zone, start, end)}  ${[...new Set(members)].join(' and ')}`,
          ),
        ]),
  ].join('\n')
}

const blocked = (reason: string): string =>
  reason === 'held'
    ? 'A guest is booking that time'
    : reason === 'offered'
      ? 'That time is offered to the waitlist'
      : reason === 'room'
        ? 'No room or device is free at that time'
        : reason === 'crowded'
          ? 'Too many visits are at that time'
          : 'That time is not free'

export const toListed = (visit: VisitWithSegments) => {
  const { firstname = '', email = null, mobile = null } = visit.guest ?? visit.contact ?? {}
  return {
    id: visit.id,
    number: visit.number,
    start: visit.start.toISOString(),
    end: visit.end.toISOString(),
    guest: personText({ firstname, email: email || null, mobile: mobile || null }),
    services: visit.segments.map(({ serviceId, serviceName, addons, memberId }) => ({
      id: serviceId,
      name: serviceName,
      member: memberId,
      addons,
    })),
    series: visit.seriesId,
    party: visit.partyId,
    unanswered: visit.changedFrom !== null || visit.askedAt !== null,
  }
}
type Listed = ReturnType<typeof toListed>

/** A visit as a line: when, its number, who, what and with whom. */
export const listedText = (
  zone: string,
  { id, number, start, end, guest, services, series, party, unanswered }: Listed,
): string =>
  [
    wallRange(zone, Date.parse(start), Date.parse(end)),
    number ?? id,
    guest,
    services
      .map(({ name, addons, member }) => `${serviceText({ serviceName: name, addons })} (${member})`)
      .join(' + '),
    ...(series === null ? [] : ['in a series']),
    ...(party === null ? [] : ['in a party']),
    ...(unanswered ? ['changed, not answered'] : []),
  ]
    .filter(Boolean)
    .join('  ')

export const visitText = (zone: string, visit: VisitWithSegments): string =>
  listedText(zone, { ...toListed(visit), unanswered: false })
