import type { Output } from '#contract/calls.ts'
import { MAX_HANDED_OVER } from '#domain/availability/absence.ts'

/**
 * The visits for which the schedule has no place any more, and whose guests were not asked for another time,
 * by the people who perform them: as many as are handed over at once.
 */
export const listUncovered = (
  { visits }: Pick<Output<'getSchedule'>, 'visits'>,
  people: readonly { id: string; name: string }[],
) =>
  people
    .map(({ id, name }) => ({
      id,
      name,
      ids: visits
        .filter(
          ({ asked, segments }) =>
            !asked && segments.some(({ memberId, uncovered }) => memberId === id && uncovered !== null),
        )
        .map((visit) => visit.id)
        .slice(0, MAX_HANDED_OVER),
    }))
    .filter(({ ids }) => ids.length > 0)
