import { serviceText } from '#domain/visit/addons.ts'
import type { Output } from '#contract/calls.ts'
import { progressTexts } from '#contract/progress-texts.ts'
import type { Translate } from '#contract/text.ts'
import type { useFormat } from '#web/ui/format.ts'

export type Visit = Output<'getSchedule'>['visits'][number]
export type Segment = Visit['segments'][number]
type Named = Pick<Visit, 'source'> & { guest: Pick<Visit['guest'], 'firstname' | 'name' | 'visitor'> }
type Format = Pick<ReturnType<typeof useFormat>, 'time'>
type DayFormat = Pick<ReturnType<typeof useFormat>, 'day' | 'fullDay' | 'time'>

type KnownGuest = { firstname: string; name: string | null }

const knownName = ({ firstname, name }: KnownGuest): string => name?.trim() || firstname.trim()

/** A guest as far as the reader may know them. */
export const guestText = (t: Translate, guest: KnownGuest): string =>
  knownName(guest) || t('staffDay.nameless')

/** Who comes: as far as the reader may know them; a walk-in may be nobody by name. */
export function nameOf(t: Translate, { guest, source }: Named): string {
  const name = knownName(guest)
  if (guest.visitor) return name ? t('staffDay.forAnother', { visitor: guest.visitor, name }) : guest.visitor
  return name || t(source === 'walkIn' ? 'staffDay.walkInGuest' : 'staffDay.nameless')
}

/** `09:00–10:00` */
export const timesText = ({ time }: Format, { start, end }: { start: number; end: number }): string =>
  `${time(start)}–${time(end)}`

/** `Freja Holst, 09:00–10:00` */
export const visitText = (
  t: Translate,
  format: Format,
  visit: Named & { start: number; end: number },
): string => `${nameOf(t, visit)}, ${timesText(format, visit)}`

/** `Friday 27 November 09:00` */
export const whenText = ({ day, time }: Pick<DayFormat, 'day' | 'time'>, at: number): string =>
  `${day(at)} ${time(at)}`

/** The same with the year. */
export const fullWhenText = ({ fullDay, time }: Pick<DayFormat, 'fullDay' | 'time'>, at: number): string =>
  `${fullDay(at)} ${time(at)}`

/** All that a screen reader says of a place of a visit, in one breath. */
export function labelOf(
  t: Translate,
  format: Format,
  { visit, segment, member, marks }: { visit: Visit; segment: Segment; member: string; marks: string[] },
): string {
  return t('staffDay.label', {
    name: nameOf(t, visit),
    service: [serviceText(segment), ...segment.rooms.map(({ name }) => name)].join(', '),
    from: format.time(segment.start),
    until: format.time(segment.end),
    member,
    state: [t(progressTexts[visit.progress]), ...marks].join(', '),
  })
}
