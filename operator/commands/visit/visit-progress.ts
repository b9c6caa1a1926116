import { serviceText } from '#domain/visit/addons.ts'
import { progressSteps, type Progress } from '#domain/visit/day-state.ts'
import type { VisitFacts } from '#contract/schedule/visit-change.ts'
import { findTenantById } from '#server/tenant/queries.ts'
import { setProgress } from '#server/visit/change/progress.ts'
import { listChangesOfVisit, type VisitChangeRow } from '#server/visit/change-queries.ts'
import { UnknownTenant, CommandError, required, type Command } from '#operator/command-line/command.ts'
import { wallRange, wallTime } from '#operator/command-line/describe.ts'
import { parseTenantId, withOwner } from '#operator/command-line/owner.ts'
import { changeVisit, findBooked, operator, visitText } from './visit-context.ts'

const refusals = {
  cancelled: 'The visit is cancelled: nothing happens with it.',
  early: 'That cannot be yet: it is not the day of the visit, or its guest is not late enough.',
  over: 'The visit was over long ago: it stays as it is.',
}

export const visitProgress: Command = {
  name: ['visit', 'progress'],
  positionals: ['TENANT', 'VISIT', 'STEP'],
  uses: ['secret', 'sms', 'translation'],
  summary: 'Say what has happened with a visit: arrived, started, done, noShow',
  details: `\
VISIT is a number or id of bin/stamgast visit list. STEP is one of ${progressSteps.join(', ')}; expected takes the
others back. A guest counts as not coming from 15 minutes after the start on; that costs them nothing.`,
  async run(context, [givenTenant, givenVisit, given]) {
    const step = progressSteps.find((one) => one === given)
    if (!step) throw new CommandError(`STEP must be one of ${progressSteps.join(', ')}.`)
    await changeVisit(context, givenTenant, givenVisit, async ({ ctx, find, zone }) => {
      const outcome = await setProgress(ctx, find, step, { actor: operator })
      if (!outcome.ok) throw new CommandError(refusals[outcome.reason])
      context.printLine(`${step satisfies Progress}: ${visitText(zone, outcome.visit)}`)
    })
  },
}

export const visitHistory: Command = {
  name: ['visit', 'history'],
  positionals: ['TENANT', 'VISIT'],
  summary: 'List what has happened to a visit: when, by whom, before and after, and which messages went',
  details: `\
VISIT is a number or id of bin/stamgast visit list. The latest change comes first.`,
  async run(context, [givenTenant, givenVisit]) {
    const id = parseTenantId(required(givenTenant))
    const { zone, changes } = await withOwner(context, async (db) => {
      const tenant = await findTenantById(db, id)
      if (!tenant) throw new UnknownTenant(id)
      const visit = await findBooked(db, id, required(givenVisit))
      const changes = await db.read(id, (tx) => listChangesOfVisit(tx, visit.id))
      return { zone: tenant.profile.timeZone, changes }
    })
    if (changes.length === 0) return context.printStatus('Nothing has been recorded of it.')
    for (const change of changes) context.printLine(changeText(zone, change))
  },
}

const actors = { guest: 'guest', operator: 'command line', job: 'server' }

function changeText(zone: string, change: VisitChangeRow): string {
  const { at, actor, staffName, deviceName, kind, before, after, notified } = change
  const who = actor === 'staff' ? [staffName, deviceName].filter(Boolean).join(' at ') : actors[actor]
  const services = ({ segments }: VisitFacts) => segments.map(serviceText).join(' + ')
  const isOther = before !== null && after !== null && services(before) !== services(after)
  const told = (facts: VisitFacts) =>
    [factsText(zone, facts), ...(isOther ? [services(facts)] : [])].join('  ')
  const [was, is] = [before && told(before), after && told(after)]
  return [
    wallTime(zone, at.getTime()),
    who,
    kind,
    ...(was && is && was !== is ? [`${was} → ${is}`] : is ? [is] : []),
    ...(notified.length > 0 ? [`told: ${notified.join(', ')}`] : []),
  ].join('  ')
}

const factsText = (zone: string, { state, start, end, progress, segments }: VisitFacts): string =>
  [
    wallRange(zone, start, end),
    [...new Set(segments.map(({ memberName }) => memberName))].join(' and '),
    ...(state === 'cancelled' ? [state] : progress === 'expected' ? [] : [progress]),
  ].join(' ')
