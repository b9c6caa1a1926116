import { intlLocale } from './language.ts'
import { memoize } from './memoize.ts'

// Constructing an Intl format is far slower than using it.
const formats = memoize<Intl.NumberFormat>(30)
const formatOf = (language: string, unit: 'hour' | 'minute'): Intl.NumberFormat => {
  const tag = intlLocale(language)
  return formats(
    `${tag} ${unit}`,
    () => new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'short' }),
  )
}
const inUnit = (language: string, unit: 'hour' | 'minute', count: number): string =>
  formatOf(language, unit).format(count)
const rangeInMinutes = (language: string, least: number, most: number): string =>
  formatOf(language, 'minute').formatRange(least, most)

/** A number with the separators of a language: `25,5`. */
export const numberText = (language: string, value: number): string => {
  const tag = intlLocale(language)
  return formats(tag, () => new Intl.NumberFormat(tag)).format(value)
}

/** Minutes as service cards have them: `105 min.`, or `45–60 min.` where it depends on the person. */
export const minutesText = (language: string, minutes: number, most = minutes): string =>
  most === minutes ? inUnit(language, 'minute', minutes) : rangeInMinutes(language, minutes, most)

/**
 * Whole minutes as people write a duration: `1 h 45 min`, `2 h`, `45 min`; German `1 Std. 45 Min.` Where it
 * depends on the person: `45–60 min`, `45 min – 1 h 15 min`.
 */
export function durationText(language: string, minutes: number, most = minutes): string {
  if (most === minutes) return oneDuration(language, minutes)
  return most <= 60
    ? withUsualUnits(language, rangeInMinutes(language, minutes, most))
    : `${oneDuration(language, minutes)} – ${oneDuration(language, most)}`
}

function oneDuration(language: string, minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  const parts = [
    ...(hours > 0 ? [inUnit(language, 'hour', hours)] : []),
    ...(rest > 0 || hours === 0 ? [inUnit(language, 'minute', rest)] : []),
  ]
  return parts.map((part) => withUsualUnits(language, part)).join('\u00a0')
}

/** Unicode abbreviates British hours as `hrs`, and counts its minutes as `mins`. */
const withUsualUnits = (language: string, text: string): string =>
  (language === 'en' ? text.replace(/hrs?$/, 'h').replace('mins', 'min') : text).replaceAll(' ', '\u00a0')
