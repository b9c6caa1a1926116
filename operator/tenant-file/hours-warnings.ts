import { appliesOn, datesOf, isPlain } from '#domain/availability/weekly-hours.ts'
import type { TenantFile } from '#contract/tenant-file/schema.ts'
import { weekdayName } from '#contract/tenant-file/file-fields.ts'
import type { Path } from '#contract/tenant-file/source-position.ts'

type Warning = { path: Path; message: string }

/**
 * Hours of some weeks, or of a part of the year, that overlap other hours of their member on a coming day:
 * the member works from the first begin to the last end.
 * @param today the local date of the tenant.
 */
export const hoursWarnings = ({ members }: Pick<TenantFile, 'members'>, today: string): Warning[] =>
  members.flatMap(({ hours, active }, member) =>
    active
      ? hours.flatMap((row, index) => {
          const path = ['members', member, 'hours', index]
          const others = hours.slice(0, index).filter((one) => !isPlain(one) || !isPlain(row))
          const found = others.flatMap((one) => overlapOf(row, one, today))
          return found.slice(0, 1).map((date) => ({
            path,
            message:
              `overlaps with other hours on ${weekdayName(row.weekday)} ${date}: of both, the member works ` +
              'from the first begin to the last end',
          }))
        })
      : [],
  )

type Row = TenantFile['members'][number]['hours'][number]

/** The first date, if any, on which both apply and overlap. */
function overlapOf(one: Row, other: Row, today: string): string[] {
  if (one.weekday !== other.weekday || one.from >= other.to || other.from >= one.to) return []
  const from = [today, one.valid?.from ?? '', other.valid?.from ?? ''].toSorted().at(-1) ?? today
  return datesOf(one, from)
    .filter((date) => appliesOn(other, date))
    .slice(0, 1)
}
