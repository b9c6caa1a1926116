import type { Segment, Visit } from '#web/staff/day/visit-words.ts'
import type { Day } from './load-day.server.ts'

/** As many hues as `web/css/staff.css` has; more people or kinds share them. */
const HUES = 8

const hueAt = (index: number): string => `hue-${(Math.max(0, index) % HUES) + 1}`

/**
 * The class of a visit's colour: by its state, or by its person or kind of service in the order of the
 * legend.
 */
export function toneOf(
  { colour, members, kinds }: Pick<Day, 'colour' | 'members' | 'kinds'>,
  { progress }: Pick<Visit, 'progress'>,
  { memberId, kind }: Pick<Segment, 'memberId' | 'kind'>,
): string {
  if (colour === 'person') return hueAt(members.findIndex(({ id }) => id === memberId))
  if (colour === 'kind') return hueAt(kinds.findIndex(({ id }) => id === kind))
  return `visit-${progress}`
}

/** The names of a legend with the classes of their colours. */
export const huesOf = (named: readonly { id: string; name: string }[]) =>
  named.map(({ id, name }, index) => ({ id, name, hue: hueAt(index) }))
