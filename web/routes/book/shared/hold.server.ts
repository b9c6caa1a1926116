import type { Output } from '#contract/calls.ts'
import { CallError } from '#contract/errors.ts'
import { bookingLink } from '#contract/links.ts'
import type { BookingContext } from './booking-context.ts'
import { nullIfRefused } from '#web/request/call-errors.ts'
import { addonsInOrder, type Selection } from '#web/visit/selection.ts'
import { redirect } from 'react-router'

export type Hold = Output<'getHold'>
export type HoldRejection = Extract<Output<'holdVisit'>, { ok: false }>
/** The state of a handle: still held, already booked, expired, or unknown. */
type FoundHold = { state: 'held'; hold: Hold } | { state: 'booked' | 'expired' | 'gone' }

/**
 * Holds a time (epoch ms) instead of the one that the guest holds: a booking has one hold.
 * @throws a redirect to the services step if the selection is not available any more.
 */
export async function acquireHold(
  ctx: BookingContext,
  selection: Selection,
  start: number,
): Promise<Output<'holdVisit'>> {
  try {
    return await ctx.call('holdVisit', {
      services: selection.services,
      teamMember: selection.teamMember ?? [null],
      ...(selection.addons.length > 0 && { addons: addonsInOrder(selection) }),
      start,
      releaseOthers: true,
    })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.code === 'not-found') throw redirect(bookingLink(ctx.base, 'services', selection))
    if (error.code === 'request/invalid') return { ok: false, reason: 'taken', alternatives: [] }
    throw error
  }
}

/**
 * Extends a hold by ten minutes.
 * @returns null if it was extended before or is gone.
 */
export const extendHold = ({ call }: BookingContext, handle: string): Promise<Hold | null> =>
  call('prolongHold', { handle }).catch(nullIfRefused)

/** The current state of a handle; an invalid handle counts as gone. */
export async function findHold({ call }: BookingContext, handle: string): Promise<FoundHold> {
  if (!/^[\w-]{22,64}$/.test(handle)) return { state: 'gone' }
  const of = { handle }
  try {
    return { state: 'held', hold: await call('getHold', of) }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.code === 'visit/hold-expired') return { state: 'expired' }
    if (error.code !== 'not-found') throw error
  }
  const visit = await call('getVisit', of).catch(nullIfRefused)
  return { state: visit ? 'booked' : 'gone' }
}
