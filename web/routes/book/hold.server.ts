import type { Output } from '#contract/calls.ts'
import { CallError } from '#contract/errors.ts'
import type { BookingScope } from './scope.ts'
import { addressOf, type Selection } from './selection.ts'
import { redirect } from 'react-router'

export type Hold = Output<'getHold'>
export type Refusal = Extract<Output<'holdVisit'>, { ok: false }>
/** A hold as an address names it: still held, booked already, run out, or nobody's that we know of. */
type FoundHold = { state: 'held'; hold: Hold } | { state: 'booked' | 'expired' | 'gone' }

/** Holds a time (epoch ms), after giving back the one that it replaces. A selection that cannot be had any more starts anew. */
export async function takeHold(
  scope: BookingScope,
  selection: Selection,
  { start, replaces }: { start: number; replaces: string },
): Promise<Output<'holdVisit'>> {
  if (replaces) await giveBack(scope, replaces)
  try {
    return await scope.call('holdVisit', {
      tenantId: scope.brand.tenantId,
      services: selection.services,
      teamMember: selection.teamMember ?? [null],
      start,
    })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.code === 'not-found') throw redirect(addressOf(scope.base, 'services', selection))
    if (error.code === 'request/invalid') return { ok: false, reason: 'taken', alternatives: [] }
    throw error
  }
}

/** Lets go of a hold; one that is gone already needs nothing. */
async function giveBack({ call, brand }: BookingScope, handle: string): Promise<void> {
  await call('releaseHold', { tenantId: brand.tenantId, handle }).catch(expected)
}

/** Keeps a hold for another ten minutes. @returns null when it cannot be, because it was already or is gone. */
export const prolong = ({ call, brand }: BookingScope, handle: string): Promise<Hold | null> =>
  call('prolongHold', { tenantId: brand.tenantId, handle }).catch(expected)

/** What a handle stands for now; no handle at all is gone too. */
export async function findHold({ call, brand }: BookingScope, handle: string): Promise<FoundHold> {
  if (!/^[\w-]{22,64}$/.test(handle)) return { state: 'gone' }
  const of = { tenantId: brand.tenantId, handle }
  try {
    return { state: 'held', hold: await call('getHold', of) }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.code === 'visit/hold-expired') return { state: 'expired' }
    if (error.code !== 'not-found') throw error
  }
  const visit = await call('getVisit', of).catch(expected)
  return { state: visit ? 'booked' : 'gone' }
}

function expected(error: unknown): null {
  if (error instanceof CallError && error.status !== 'INTERNAL' && error.status !== 'UNAVAILABLE') return null
  throw error
}
