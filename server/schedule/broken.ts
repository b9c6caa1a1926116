import { SOON_MS } from '#domain/availability/absence.ts'
import type { RequestContext } from '../context/context.ts'
import { readerOf, UNNAMED } from './reader.ts'

/** `start` and `end` in epoch ms. */
type Broken = {
  id: string
  number: string | null
  sequence: number
  start: number
  end: number
  firstname: string
  lastname: string
  mobile: string | null
  services: string[]
  /** Who performs the parts that are broken. */ memberIds: string[]
}

/** A visit that a change of the schedule breaks, as far as who asks may know its guest. */
export function toBroken(ctx: RequestContext, visit: Broken) {
  const { id, number, sequence, start, end, services } = visit
  const { firstname, name, mobile } = readerOf(ctx).guest({ ...UNNAMED, ...visit }, visit)
  const now = ctx.deps.now()
  const soon = start > now && start < now + SOON_MS
  return { id, number, sequence, start, end, firstname, name, mobile, services, soon }
}
