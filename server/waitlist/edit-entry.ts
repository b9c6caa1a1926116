import type { Input } from '#contract/calls.ts'
import { CallError } from '#contract/errors.ts'
import type { RequestContext } from '../context/context.ts'
import type { Tx } from '../database/db.ts'
import { changeEntry } from './change-entry.ts'
import { pauseUntil } from './pause-or-close.ts'
import { checkEnd, checkServices, checkWindows } from './preferences.ts'
import type { Entry } from './queries.ts'

type Changes = Omit<Input<'updateWaitlistEntry'>, 'tenantId' | 'uid' | 'id'>

/** Changes what an entry that the caller has locked waits for, or its end; its guest wants it. */
export async function editEntry(ctx: RequestContext, tx: Tx, entry: Entry, input: Changes): Promise<Entry> {
  const { services, addons, teamMembers, windows, noticeMinutes, atNight, end } = input
  if (windows) checkWindows(ctx, windows)
  if (end !== undefined && end !== entry.endsAt.getTime()) checkEnd(ctx, end)
  const rechecked = services !== undefined || addons !== undefined || teamMembers !== undefined
  const changes = {
    ...(rechecked && {
      services: services ?? entry.services,
      addons: addons ?? addonsFor(entry, services ?? entry.services),
      members: (
        await checkServices(ctx, tx, {
          services: services ?? entry.services,
          addons,
          teamMembers: teamMembers ?? entry.members ?? [],
        })
      ).members,
    }),
    ...(windows && { windows }),
    ...(noticeMinutes !== undefined && { noticeMinutes }),
    ...(atNight !== undefined && { atNight }),
    ...(end !== undefined && { endsAt: new Date(end) }),
  }
  const names = Object.keys(changes)
  if (names.length === 0) return entry
  const isExtension = names.join() === 'endsAt' && end !== undefined && end > entry.endsAt.getTime()
  const kept = { pausedUntil: entry.pausedUntil }
  return (
    (await changeEntry(ctx, tx, entry, {
      event: isExtension ? 'extended' : 'edited',
      by: 'guest',
      ...kept,
      ...changes,
    })) ?? entry
  )
}

/** The add-ons that an entry has with these services: those of a service that stays. */
function addonsFor(entry: Entry, services: string[]): Entry['addons'] {
  if (entry.addons.length === 0) return []
  return services.map((id) => entry.addons[entry.services.indexOf(id)] ?? [])
}

/** Pauses an entry that the caller has locked, or resumes it; its guest wants it. */
export async function pauseEntry(
  ctx: RequestContext,
  tx: Tx,
  entry: Entry,
  { paused, pausedUntil }: Changes,
): Promise<Entry> {
  if (paused === false)
    return (
      (await changeEntry(ctx, tx, entry, {
        event: 'resumed',
        by: 'guest',
        pausedUntil: null,
        unanswered: 0,
      })) ?? entry
    )
  if (paused === undefined && !pausedUntil) return entry
  if (typeof pausedUntil === 'number' && pausedUntil <= ctx.deps.now())
    throw new CallError('request/invalid', { fields: ['pausedUntil'] })
  const until = typeof pausedUntil === 'number' ? new Date(pausedUntil) : null
  return pauseUntil(ctx, tx, entry, { until, by: 'guest' })
}
