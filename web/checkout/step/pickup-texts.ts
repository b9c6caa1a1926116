import { intlLocale } from '#domain/language.ts'
import { openingToday } from '#domain/checkout/opening-hours.ts'
import type { PickupLocation } from '#contract/shop/checkout.ts'
import type { Translate } from '#contract/text.ts'
import { clockText, hoursText, weekdayName } from '#domain/wall-clock.ts'
import type { LocalTime } from '../checkout-page.ts'

/** Metres as `350 m`, or `1.2 km` from a kilometre on. */
export function distanceText(language: string, metres: number): string {
  const far = metres >= 1000
  return new Intl.NumberFormat(intlLocale(language), {
    style: 'unit',
    unit: far ? 'kilometer' : 'meter',
    unitDisplay: 'short',
    maximumFractionDigits: far ? 1 : 0,
  }).format(far ? metres / 1000 : metres)
}

const toHours = ({ openingHours }: PickupLocation) =>
  openingHours.map(({ day, openAt: { From: from, To: to } }) => ({ day, from, to }))

/** Whether a location is open now and until when, or when it opens next. */
export function openingText(
  t: Translate,
  language: string,
  location: PickupLocation,
  now: LocalTime,
): string {
  const opening = openingToday(toHours(location), now)
  if (opening.state === 'closed') return t('checkout.closed')
  if (opening.state === 'open') return t('checkout.openUntil', { time: clockText(language, opening.until) })
  const time = clockText(language, opening.from)
  return opening.day === now.weekday && opening.from > now.time
    ? t('checkout.opensToday', { time })
    : t('checkout.opens', { day: weekdayName(language, opening.day + 1), time })
}

/** The opening hours of a whole week, Monday first; '' for a day on which it is closed. */
export function weekTexts(language: string, location: PickupLocation): { day: string; hours: string }[] {
  return [0, 1, 2, 3, 4, 5, 6].map((day) => ({
    day: weekdayName(language, day + 1),
    hours: hoursText(
      language,
      toHours(location).filter((one) => one.day === day),
    ),
  }))
}
