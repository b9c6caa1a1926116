import type { Output } from '#contract/calls.ts'
import type { Refused } from '#web/staff/answer.ts'
import type { loadPlace } from './load-place.server.ts'

/** What the page shows, and the bar of the day's grid: `text` has its words. */
export type PlacePage = Awaited<ReturnType<typeof loadPlace>> & { text: string }
export type Review = NonNullable<PlacePage['review']>

export type Refusal = Extract<Output<'placeVisit'>, { ok: false }>
/**
 * `refusal`: what stands against the place, which was free when it was looked at, or was not accepted;
 * `next`: where the grid goes on once it is saved.
 */
export type PlaceAnswer = Refused & { refusal?: Refusal; next?: string }
