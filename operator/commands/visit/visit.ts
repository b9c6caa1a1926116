import { randomUUID } from 'node:crypto'
import { CallError } from '#contract/errors.ts'
import { parseAddonName } from '#domain/visit/addons.ts'
import { DAY_MS } from '#domain/day.ts'
import { amountText } from '#domain/money.ts'
import { placementWarnings } from '#domain/availability/placement.ts'
import { findTenantById } from '#server/tenant/queries.ts'
import { cancelVisit } from '#server/visit/change/cancel.ts'
import { moveVisitTo } from '#server/visit/change/move.ts'
import { cancelSeries } from '#server/visit/series/cancel-series.ts'
import { listVisitsUntil } from '#server/visit/queries.ts'
import { UnknownTenant, CommandError, required, type Command } from '#operator/command-line/command.ts'
import { parseTenantId, withOwner } from '#operator/command-line/owner.ts'
import {
  changeVisit,
  instantIn,
  listedText,
  operator,
  refusalText,
  toListed,
  visitText,
} from './visit-context.ts'

const MAX_DAYS = 730
const uses: Command['uses'] = ['secret', 'sms', 'translation']
const placing = { '--outside': '', '--over': '[REASON]' }
const placingText = `\
With --outside it may also be outside their hours, in an absence, in a buffer, or farther ahead than guests may
book; with --over and a reason, over one other visit.`
const accept = (outside: string | undefined) => (outside === undefined ? [] : placementWarnings)

export const visitList: Command = {
  name: ['visit', 'list'],
  positionals: ['TENANT'],
  options: { '--days': '[N]', '--json': '' },
  summary: 'List the coming visits of a tenant with their numbers',
  details: `\
The booked visits of the next N days (default 7, at most ${MAX_DAYS}), each with its wall-clock time, number, guest
(first name, masked contact), services with their add-ons and members, whether it is a date of a series or one of
a party, and whether the guest has yet to answer a change by the
salon. --json prints one array, with ids, and times as instants.`,
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
  options: placing,
  uses,
  summary: 'Move a visit to another time, for the salon',
  details: `\
VISIT is a number or id of bin/stamgast visit list, TIME a wall-clock time of the tenant, such as 2027-03-28T13:30.
The same members perform it, unless MEMBER names one for all services, or one for each, separated by commas. The
time must be free and within their hours, at any minute.
${placingText}
It costs the guest nothing: they are notified, and may accept the change, choose another time, or cancel free of
charge until the visit begins. The old time goes to the waitlist; add an absence first where nobody works then.`,
  async run(
    context,
    [givenTenant, givenVisit, givenTime, members],
    { '--outside': outside, '--over': over },
  ) {
    await changeVisit(context, givenTenant, givenVisit, async ({ ctx, find, visit, zone }) => {
      const start = instantIn(zone, required(givenTime))
      const target = { start, members: members?.split(','), accept: accept(outside), over }
      const outcome = await moveVisitTo(ctx, find, target, operator)
      if (!outcome.ok) throw new CommandError(refusalText(zone, visit, outcome))
      const moved = `${outcome.moved ? 'moved' : 'already there'}: ${visitText(zone, outcome.visit)}`
      context.printLine(moved)
    })
  },
}

export const visitReassign: Command = {
  name: ['visit', 'reassign'],
  positionals: ['TENANT', 'VISIT', 'MEMBER'],
  options: placing,
  uses,
  summary: 'Give a visit to another member, at the same time',
  details: `\
VISIT is a number or id of bin/stamgast visit list. MEMBER is one member for all services, or one for each,
separated by commas, who must be free at that time.
${placingText}
It costs the guest nothing, also where the member's price is higher: they are notified, and may accept the change,
choose another time, or cancel free of charge until the visit begins. The time of the former member goes to the
waitlist; add an absence first where they do not work then.`,
  async run(context, [givenTenant, givenVisit, members], { '--outside': outside, '--over': over }) {
    await changeVisit(context, givenTenant, givenVisit, async ({ ctx, find, visit, zone }) => {
      const start = visit.start.getTime()
      const target = { start, members: required(members).split(','), accept: accept(outside), over }
      const outcome = await moveVisitTo(ctx, find, target, operator)
      if (!outcome.ok)
        throw new CommandError(
          `${required(members)} cannot take the visit at its time. ${refusalText(zone, visit, outcome)}`,
        )
      context.printLine(`${outcome.moved ? 'reassigned' : 'already so'}: ${visitText(zone, outcome.visit)}`)
    })
  },
}

export const visitAddons: Command = {
  name: ['visit', 'addons'],
  positionals: ['TENANT', 'VISIT', 'ADDONS'],
  options: placing,
  uses,
  summary: 'Change the add-ons of a visit, at the same time',
  details: `\
VISIT is a number or id of bin/stamgast visit list. ADDONS are all that it is to have, separated by commas, each as
SERVICE:ADDON, or SERVICE:ADDON:COUNT, by the ids of the tenant's file; none takes all away. Those that it has
stay as booked, the others are those of now. It becomes longer or shorter by them, and costs what they cost.
${placingText}
The guest is notified, and may accept the change, choose another time, or cancel free of charge until the visit
begins.`,
  async run(context, [givenTenant, givenVisit, givenAddons], { '--outside': outside, '--over': over }) {
    const named = parseAddons(required(givenAddons))
    await changeVisit(context, givenTenant, givenVisit, async ({ ctx, find, visit, zone }) => {
      const unknown = named.find(({ service }) =>
        visit.segments.every(({ serviceId }) => serviceId !== service),
      )
      if (unknown)
        throw new CommandError(
          `The visit has no service ${unknown.service}: it has ${visit.segments
            .map(({ serviceId }) => serviceId)
            .join(', ')}.`,
        )
      const addons = visit.segments.map(({ serviceId }) =>
        named.filter(({ service }) => service === serviceId).map(({ id, count }) => ({ id, count })),
      )
      const start = visit.start.getTime()
      const target = { start, addons, accept: accept(outside), over }
      const outcome = await moveVisitTo(ctx, find, target, operator).catch((error: unknown) => {
        if (error instanceof CallError && error.code === 'not-found')
          throw new CommandError('A service does not have one of these add-ons now.')
        throw error
      })
      if (!outcome.ok) throw new CommandError(refusalText(zone, visit, outcome))
      context.printLine(`${outcome.moved ? 'changed' : 'already so'}: ${visitText(zone, outcome.visit)}`)
    })
  },
}

/** @throws CommandError for what names no add-on. */
function parseAddons(given: string) {
  if (given === 'none') return []
  return given.split(',').map((one) => {
    const addon = parseAddonName(one)
    if (!addon) throw new CommandError('ADDONS must be written like SERVICE:ADDON,SERVICE:ADDON:2, or none.')
    return addon
  })
}

export const visitCancel: Command = {
  name: ['visit', 'cancel'],
  positionals: ['TENANT', 'VISIT'],
  options: { '--series': '' },
  uses,
  summary: 'Cancel a visit, for the salon',
  details: `\
VISIT is a number or id of bin/stamgast visit list. All that was paid is refunded. The guest gets a message that
says sorry, with the three nearest free times, and the visit leaves their calendar. Its time goes to the waitlist;
add an absence first where nobody works then. With --series all later dates of its series are cancelled too, and
the guest gets one message about all of them.`,
  async run(context, [givenTenant, givenVisit], { '--series': series }) {
    await changeVisit(context, givenTenant, givenVisit, async ({ ctx, find, zone }) => {
      const print = ({ changeId, visit }: Awaited<ReturnType<typeof cancelVisit>>) => {
        const { refunded, currency } = visit
        const refund = refunded > 0 ? `, refunded ${amountText(refunded, currency)} ${currency}` : ''
        context.printLine(
          `${changeId === null ? 'already cancelled' : 'cancelled'}: ${visitText(zone, visit)}${refund}`,
        )
      }
      if (series === undefined) return print(await cancelVisit(ctx, find, { actor: operator }))
      const { first, cancelled } = await cancelSeries(ctx, find, {
        actor: operator,
        may: () => true,
        batch: randomUUID(),
      })
      if (cancelled.length === 0) print({ changeId: null, visit: first })
      for (const one of cancelled) print(one)
    })
  },
}
