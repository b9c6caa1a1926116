import { dayLink } from '#contract/links.ts'
import type { Day } from './load-day.server.ts'

type Query = NonNullable<Parameters<typeof dayLink>[0]>

/** The address of the day's page as it is shown, with what differs: a visit that is picked up stays so. */
export const dayWith = (
  { date, isToday, view, colour, chosen, tray }: Day,
  { date: other, ...change }: Query = {},
): string =>
  dayLink({
    date: other ?? (isToday ? undefined : date),
    view: view === 'columns' ? undefined : view,
    who: chosen ?? undefined,
    colour: colour === 'state' ? undefined : colour,
    move: tray?.id,
    ...change,
  })
