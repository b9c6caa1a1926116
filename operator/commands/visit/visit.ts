import * as v from 'valibot'
import { wallTime as wallClock } from '#contract/tenant-file/file-fields.ts'
import { CallError } from '#contract/errors.ts'
import { uuid } from '#contract/field/field-schemas.ts'
import { DAY_MS } from '#domain/day.ts'
import { amountText } from '#domain/money.ts'
import type { MoveRefusal } from '#domain/visit/move.ts'
import { toInstant, minuteOfClock } from '#domain/zone.ts'
import { loadTexts } from '#server/context/load-texts.ts'
import type { Dependencies } from '#server/context/context.ts'
import type { Db, TenantId } from '#server/database/db.ts'
import type { MailContext } from '#server/mail/mail-context.ts'
import { findTenantById } from '#server/tenant/queries.ts'
import { tenantFrom } from '#server/tenant/tenant.ts'
import { cancelBySalon } from '#server/visit/change/cancel.ts'
import { moveVisitTo } from '#server/visit/change/move.ts'
import { findVisit, listVisitsUntil, type VisitWithSegments } from '#server/visit/queries.ts'
import { loadSecret } from '#operator/launch/secret.ts'
import {
  UnknownTenant,
  CommandError,
  required,
  type Command,
  type CommandContext,
} from '#operator/command-line/command.ts'
import { personText, wallRange, wallTime } from '#operator/command-line/describe.ts'
import { parseTenantId, withOwner, withOwnerAndJobs } from '#operator/command-line/owner.ts'

const MAX_DAYS = 730
const uses: Command['uses'] = ['secret', 'sms', 'translation']

export const visitList: Command = {
  name: ['visit', 'list'],
  positionals: ['TENANT'],
  options: { '--days': '[N]', '--json': '' },
  summary: 'List the coming visits of a tenant with their ids',
  details: `\
The booked visits of the next N days (default 7, at most ${MAX_DAYS}), each with its wall-clock time, id, guest
(first name, masked contact), services and members, and whether the guest has yet to answer a change by the
salon. --json prints one array, with times as instants.`,
  async run(context, [given], { '--days': days = '7', '--json': json }) {
    if (!/^\d{1,3}$/.test(days) || Number(days) < 1 || Number(days) > MAX_DAYS)
      throw new CommandError(`--days must be an integer from 1 to ${MAX_DAYS}.`)
    const id = parseTenantId(required(given))
    const now = Date.now()
    const { zone, visits } = await withOwner(context, async (db) => {
      const tenant = await findTenantById(db, id)
      if (!tenant) throw new UnknownTenant(id)
      const until = new Date(now + Number(days) * DAY_MS)
      const found = await db.read(id, (tx) => listVisitsUntil(tx, new Date(now), until))
      return { zone: tenant.profile.timeZone, visits: found.map(toListed) }
    })
    if (json !== undefined) return context.printLine(JSON.stringify(visits, null, 2))
    if (visits.length === 0) return context.printStatus(`No visits in the next ${days} days.`)
    for (const visit of visits) context.printLine(listedText(zone, visit))
  },
}

export const visitMove: Command = {
  name: ['visit', 'move'],
  positionals: ['TENANT', 'VISIT', 'TIME', '[MEMBER]'],
  uses,
  summary: 'Move a visit to another time, for the salon',
  details: `\
VISIT is an id of bin/stamgast visit list, TIME a wall-clock time of the tenant, such as 2027-03-28T13:30. The
same members perform it, unless MEMBER names one for all services, or one for each, separated by commas. The
time must be free and within their hours, at any minute. It costs the guest nothing: they are notified, and may
accept the change, choose another time, or cancel free of charge until the visit begins. The old time goes to
the waitlist; add an absence first where nobody works then.`,
  async run(context, [givenTenant, givenVisit, givenTime, members]) {
    await changeVisit(context, givenTenant, givenVisit, async ({ ctx, find, zone }) => {
      const start = instantIn(zone, required(givenTime))
      const outcome = await moveVisitTo(ctx, find, { start, members: members?.split(',') }, 'salon')
      if (!outcome.ok) throw new CommandError(refusalText(zone, outcome))
      const moved = `${outcome.moved ? 'moved' : 'already there'}: ${visitText(zone, outcome.visit)}`
      context.printLine(moved)
    })
  },
}

export const visitReassign: Command = {
  name: ['visit', 'reassign'],
  positionals: ['TENANT', 'VISIT', 'MEMBER'],
  uses,
  summary: 'Give a visit to another member, at the same time',
  details: `\
VISIT is an id of bin/stamgast visit list. MEMBER is one member for all services, or one for each, separated by
commas, who must be free at that time. It costs the guest nothing, also where the member's price is higher:
they are notified, and may accept the change, choose another time, or cancel free of charge until the visit
begins. The time of the former member goes to the waitlist; add an absence first where they do not work then.`,
  async run(context, [givenTenant, givenVisit, members]) {
    await changeVisit(context, givenTenant, givenVisit, async ({ ctx, find, visit, zone }) => {
      const start = visit.start.getTime()
      const outcome = await moveVisitTo(ctx, find, { start, members: required(members).split(',') }, 'salon')
      if (!outcome.ok)
        throw new CommandError(
          `${required(members)} cannot take the visit at its time. ${refusalText(zone, outcome)}`,
        )
      context.printLine(`${outcome.moved ? 'reassigned' : 'already so'}: ${visitText(zone, outcome.visit)}`)
    })
  },
}

export const visitCancel: Command = {
  name: ['visit', 'cancel'],
  positionals: ['TENANT', 'VISIT'],
  uses,
  summary: 'Cancel a visit, for the salon',
  details: `\
VISIT is an id of bin/stamgast visit list. All that was paid is refunded. The guest gets a message that says
sorry, with the three nearest free times, and the visit leaves their calendar. Its time goes to the waitlist;
add an absence first where nobody works then.`,
  async run(context, [givenTenant, givenVisit]) {
    await changeVisit(context, givenTenant, givenVisit, async ({ ctx, find, zone }) => {
      const { cancelled, visit } = await cancelBySalon(ctx, find)
      const { refunded, currency } = visit
      const refund = refunded > 0 ? `, refunded ${amountText(refunded, currency)} ${currency}` : ''
      context.printLine(
        `${cancelled ? 'cancelled' : 'already cancelled'}: ${visitText(zone, visit)}${refund}`,
      )
    })
  },
}

type Change = {
  ctx: MailContext & { deps: Pick<Dependencies, 'db'> }
  find: Parameters<typeof moveVisitTo>[1]
  visit: VisitWithSegments
  zone: string
}

/** Changes a visit of a tenant. @throws CommandError that says what to do. */
async function changeVisit(
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
      throw error instanceof CallError ? new CommandError(refusal(error, visit)) : error
    })
  })
}

/** @throws CommandError for an id of no visit, and for a hold, which is no visit yet. */
async function findBooked(db: Db, id: TenantId, name: string): Promise<VisitWithSegments> {
  const visit = v.is(uuid, name) ? await db.read(id, (tx) => findVisit(tx, { id: name.toLowerCase() })) : null
  if (!visit || visit.state === 'held')
    throw new CommandError(`Tenant ${id} has no visit ${name}: see bin/stamgast visit list ${id}.`)
  return visit
}

const reasons: Partial<Record<MoveRefusal, string>> = {
  cancelled: 'The visit is cancelled: there is nothing to change.',
  begun: 'The visit has begun: it stays as it is.',
  unavailable: 'A service of the visit is not active any more: make it active in the tenant’s file first.',
}

function refusal({ code, details }: CallError, { segments }: VisitWithSegments): string {
  if (code === 'visit/not-cancellable') return 'The visit has begun: it stays as it is.'
  const reason = (details as { reason?: MoveRefusal } | undefined)?.reason
  const known = reason && reasons[reason]
  if (known) return known
  return (
    'MEMBER must perform every service of the visit: name one for all of them, or one for each, separated by ' +
    `commas. Its services: ${segments.map(({ serviceName }) => serviceName).join(', ')}.`
  )
}

/** The instant (epoch ms) of a wall-clock time in a zone. @throws CommandError for what no clock shows. */
function instantIn(zone: string, time: string): number {
  const parsed = v.safeParse(wallClock, time)
  if (!parsed.success) throw new CommandError('TIME must be written like 2027-03-28T13:30.')
  const [date = '', clock = ''] = parsed.output.split('T')
  const start = toInstant(zone, date, minuteOfClock(clock)) * 60_000
  if (wallTime(zone, start) !== `${date} ${clock}`)
    throw new CommandError(`TIME ${time} does not exist in ${zone}: the clock skips it.`)
  return start
}

const refusalText = (
  zone: string,
  { reason, onlyBuffer, alternatives }: Extract<Awaited<ReturnType<typeof moveVisitTo>>, { ok: false }>,
): string => {
  const why =
    reason === 'too-late'
      ? 'That time has passed'
      : onlyBuffer
        ? 'That time is not free: only a buffer before or after a visit is in the way'
        : 'That time is not free'
  return alternatives.length === 0
    ? `${why}, and none near it is free: name other members or another day.`
    : [
        `${why}. The nearest free times:`,
        ...alternatives.map(
          ({ start, end, members }) =>
            `  ${wallRange(zone, start, end)}  ${[...new Set(members)].join(' and ')}`,
        ),
      ].join('\n')
}

const toListed = (visit: VisitWithSegments) => {
  const { firstname = '', email = null, mobile = null } = visit.guest ?? visit.contact ?? {}
  return {
    id: visit.id,
    start: visit.start.toISOString(),
    end: visit.end.toISOString(),
    guest: personText({ firstname, email: email || null, mobile: mobile || null }),
    services: visit.segments.map(({ serviceId, serviceName, memberId }) => ({
      id: serviceId,
      name: serviceName,
      member: memberId,
    })),
    unanswered: visit.changedFrom !== null,
  }
}
type Listed = ReturnType<typeof toListed>

const listedText = (zone: string, { id, start, end, guest, services, unanswered }: Listed): string =>
  [
    wallRange(zone, Date.parse(start), Date.parse(end)),
    id,
    guest,
    services.map(({ name, member }) => `${name} (${member})`).join(' + '),
    ...(unanswered ? ['changed, not answered'] : []),
  ]
    .filter(Boolean)
    .join('  ')

const visitText = (zone: string, visit: VisitWithSegments): string =>
  listedText(zone, { ...toListed(visit), unanswered: false })
