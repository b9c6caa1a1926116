import { intlLocale } from './language.ts'
import { memoize } from './memoize.ts'

// Constructing an Intl format is far slower than using it.
const formats = memoize<Intl.NumberFormat>(30)
const inUnit = (language: string, unit: 'hour' | 'minute', count: number): string => {
  const tag = intlLocale(language)
  return formats(
    `${tag} ${unit}`,
    () => new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'short' }),
  ).format(count)
}

/** A number with the separators of a language: `25,5`. */
export const numberText = (language: string, value: number): string => {
  const tag = intlLocale(language)
  return formats(tag, () => new Intl.NumberFormat(tag)).format(value)
}

/** Minutes as service cards have them: `105 min.` */
export const minutesText = (language: string, minutes: number): string => inUnit(language, 'minute', minutes)

/** Whole minutes as people write a duration: `1 h 45 min`, `2 h`, `45 min`; German `1 Std. 45 Min.` */
export function durationText(language: string, minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  const parts = [
    ...(hours > 0 ? [inUnit(language, 'hour', hours)] : []),
    ...(rest > 0 || hours === 0 ? [inUnit(language, 'minute', rest)] : []),
  ]
  // Unicode abbreviates British hours as `hrs`, and counts its minutes as `mins`.
  const words =
    language === 'en' ? parts.map((part) => part.replace(/hrs?$/, 'h').replace('mins', 'min')) : parts
  return words.map((part) => part.replaceAll(' ', '\u00a0')).join('\u00a0')
}
