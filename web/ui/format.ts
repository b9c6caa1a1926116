import { useMemo } from 'react'
import { intlLocale } from '#domain/language.ts'
import type { Translate } from '#contract/text.ts'
import { isAmbiguousTime } from '#domain/ambiguous-time.ts'
import { createDateText } from '#domain/date-text.ts'
import { durationText, numberText } from '#domain/duration.ts'
import { formatMoney, type Money } from '#domain/money.ts'
import { memoize } from '#domain/memoize.ts'
import type { RootData } from '../site/root-data.ts'
import { useRootData } from '../site/use-root-data.ts'
import { useText } from './text.tsx'

type Priced = Money & { from?: boolean | undefined }

type Wanted = {
  /** Of the texts. */ language: RootData['language']
  /** Of dates and numbers. */ dateLanguage: RootData['dateLanguage']
  timeZone: string
  t: Translate
}

/**
 * Formats dates, times and money in the guest's language and the tenant's zone: the same object as long as
 * these are the same. Instants are epoch milliseconds.
 */
export function useFormat() {
  const {
    language,
    dateLanguage,
    brand: { timeZone },
  } = useRootData()
  const t = useText()
  return useMemo(
    () => formatIn({ language, dateLanguage, timeZone, t }),
    [language, dateLanguage, timeZone, t],
  )
}
export type Format = ReturnType<typeof useFormat>

function formatIn({ language, dateLanguage, timeZone, t }: Wanted) {
  const tag = intlLocale(dateLanguage)
  const money = (minor: number, { currency, symbol }: Money) =>
    formatMoney(minor, currency, dateLanguage, symbol)
  const format = (instant: number, options: Intl.DateTimeFormatOptions) =>
    dateText(tag, { timeZone, ...options })(instant)
  return {
    language,
    dateLanguage,
    timeZone,
    /** `14:30`; `02:30 GMT+2` in an hour that a clock change repeats. */
    time: (instant: number) => timeText(tag, timeZone, instant),
    /** `Tuesday 3 March` */
    day: (instant: number) => unbroken(format(instant, { weekday: 'long', day: 'numeric', month: 'long' })),
    /** `Tuesday 3 March 2026` */
    fullDay: (instant: number) =>
      unbroken(format(instant, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })),
    part: (instant: number, options: Intl.DateTimeFormatOptions) => format(instant, options),
    /** Minor units to `349,00 kr.` */
    money,
    /** The price of a service or a visit: as `money`, `Free`, or `From …` where it is open. */
    cost: (minor: number, { from = false, ...of }: Priced) =>
      minor === 0 && !from ? t('format.free') : pricesText(t, { from, low: money(minor, of), high: null }),
    number: (value: number) => numberText(dateLanguage, value),
    /** Whole minutes to `1 h 45 min`, or a range of them to `45–55 min` */
    duration: (minutes: number, most = minutes) => durationText(dateLanguage, minutes, most),
  }
}

/** A date whose day stays on a line with its month. */
const unbroken = (date: string): string =>
  date.replace(/(\d(?:\.|er)?(?: de)?) (?=\p{L})/u, (text) => text.replaceAll(' ', '\u00a0'))

/**
 * `From 450,00 kr.`, or a range if people charge different prices (`high` is null if they do not). Takes
 * formatted amounts.
 */
export function pricesText(
  t: Translate,
  { from, low, high }: { from: boolean; low: string; high: string | null },
): string {
  const range = high ? rangeText(t, low, high) : low
  return from ? t('format.from', { price: range }) : range
}

/** `1 Dec – 3 Dec`, or one of them if both read the same. */
export const rangeText = (t: Translate, low: string, high: string): string =>
  low === high ? low : t('format.range', { low, high })

// Constructing an Intl format is far slower than using it, and a page formats dozens of times and prices.
// Cached by zone and language; each takes tens of kilobytes.
const dates = memoize<(at: number) => string>(500)
const dateText = (tag: string, options: Intl.DateTimeFormatOptions) =>
  dates(`${tag} ${JSON.stringify(options)}`, () => createDateText(tag, options))

/** An instant (epoch ms) as a time in a zone: `13:30`; `02:30 GMT+2` if the clock shows that time twice. */
export function timeText(tag: string, timeZone: string, instant: number): string {
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const
  return dateText(
    tag,
    isAmbiguousTime(timeZone, instant) ? { ...clock, timeZoneName: 'shortOffset' } : clock,
  )(instant)
}
