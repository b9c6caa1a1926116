import type { Input } from '#contract/calls.ts'

/** What the form that blocks time has, as it is typed. Without times whole days are blocked. */
export type BlockForm = {
  member: string
  kind: string
  fromDate: string
  fromTime: string
  untilDate: string
  untilTime: string
  reason: string
  /** What was shown that it breaks, as `brokenKey`. */
  seen: string
}

/** What the form of other hours of a day has; `hoursMember`: '' is the salon. */
export type HoursForm = {
  hoursDate: string
  hoursMember: string
  closed: boolean
  hours: { from: string; to: string }[]
  hoursReason: string
  hoursSeen: string
}

/** What was chosen in the form that hands visits over; `visits`: by their ids, as its selects have it. */
export type HandOverForm = { visits: Record<string, string>; inform: string }

/** A visit that is handed over, as its form names it, and what was chosen for it. `start`: epoch ms. */
export type Handed = { id: string; who: string; start: number; choice: string }

/** How many ranges of hours the form has. */
export const HOUR_ROWS = 2

type Breaks = { visits: readonly { id: string }[]; holds?: number; offers?: number }

/** Whether nothing is in the way. */
export const isNothing = ({ visits, holds = 0, offers = 0 }: Breaks): boolean =>
  visits.length === 0 && holds === 0 && offers === 0

/** What is in the way, in a form: other things are shown before anything is saved. */
export const brokenKey = ({ visits, holds = 0, offers = 0 }: Breaks): string =>
  [...visits.map(({ id }) => id).toSorted(), holds, offers].join('.')

export type Outcomes = Input<'handOverVisits'>['outcomes']

/** A choice of the form, as the call has it; null: it is left as it is. */
export function toOutcome(value: string): Outcomes[number]['outcome'] | null {
  const [kind, first = '', ...rest] = value.split(':')
  switch (kind) {
    case 'give':
      return { kind, to: first }
    case 'place':
      return { kind, start: Number(first), members: rest }
    case 'ask':
    case 'cancel':
      return { kind }
    default:
      return null
  }
}
