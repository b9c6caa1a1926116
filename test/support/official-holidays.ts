/**
 * The public holidays of 2026 and 2027 as laws and governments list them, written down from their rules: to
 * compare what a library gives. It shares nothing with the library, and has no names.
 */

type Year = 2026 | 2027
/** A day of a year, 'MM-DD'. */
type Rule = (year: Year) => string[]

const DAY = 86_400_000
const text = (time: number) => new Date(time).toISOString().slice(5, 10)
const timeOf = (year: number, day: string) => Date.parse(`${year}-${day}T00:00:00Z`)
/** 0 is Sunday. */
const weekdayOf = (time: number) => new Date(time).getUTCDay()

/** Easter Sunday by the algorithm of Meeus, Jones and Butcher. */
function easterOf(year: number): number {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 19 * l) / 433)
  const month = Math.floor((h + l - 7 * m + 90) / 25)
  const day = (h + l - 7 * m + 33 * month + 19) % 32
  return Date.UTC(year, month - 1, day)
}

const on =
  (...days: string[]): Rule =>
  () =>
    days
const easter =
  (...offsets: number[]): Rule =>
  (year) =>
    offsets.map((offset) => text(easterOf(year) + offset * DAY))
/** The first day with this weekday from a date on. */
const from =
  (day: string, weekday: number): Rule =>
  (year) => {
    const time = timeOf(year, day)
    return [text(time + ((weekday - weekdayOf(time) + 7) % 7) * DAY)]
  }
const MON = 1
const WED = 3
const SAT = 6

/** British days off: of a Saturday or Sunday a weekday after it, which no other of them has. */
const british =
  (...days: string[]): Rule =>
  (year) => {
    const taken = new Set<string>()
    for (const day of days) {
      let time = timeOf(year, day)
      while ([0, 6].includes(weekdayOf(time)) || taken.has(text(time))) time += DAY
      taken.add(text(time))
    }
    return [...taken]
  }

const germany = [on('01-01', '05-01', '10-03', '12-25', '12-26'), easter(-2, 1, 39, 50)]
const corpusChristi = easter(60)
const france = [on('01-01', '05-01', '05-08', '07-14', '08-15', '11-01', '11-11', '12-25'), easter(1, 39, 50)]
const britain = [easter(-2), from('05-01', MON), from('05-25', MON), british('12-25', '12-26')]
const england = [...britain, british('01-01'), easter(1), from('08-25', MON)]

/** By country and region, as a tenant file names them. */
const rules: Record<string, Rule[]> = {
  DK: [on('01-01', '12-25', '12-26'), easter(-3, -2, 0, 1, 39, 49, 50)],
  NO: [on('01-01', '05-01', '05-17', '12-25', '12-26'), easter(-3, -2, 0, 1, 39, 49, 50)],
  // Midsummer and All Saints' are the Saturdays from 20 June and 31 October on.
  SE: [
    on('01-01', '01-06', '05-01', '06-06', '12-25', '12-26'),
    easter(-2, 0, 1, 39, 49),
    from('06-20', SAT),
    from('10-31', SAT),
  ],
  DE: germany,
  'DE-BW': [...germany, on('01-06', '11-01'), corpusChristi],
  'DE-BY': [...germany, on('01-06', '11-01'), corpusChristi],
  'DE-BE': [...germany, on('03-08')],
  'DE-BB': [...germany, on('10-31'), easter(0, 49)],
  'DE-HB': [...germany, on('10-31')],
  'DE-HH': [...germany, on('10-31')],
  'DE-HE': [...germany, corpusChristi],
  'DE-MV': [...germany, on('03-08', '10-31')],
  'DE-NI': [...germany, on('10-31')],
  'DE-NW': [...germany, on('11-01'), corpusChristi],
  'DE-RP': [...germany, on('11-01'), corpusChristi],
  'DE-SL': [...germany, on('08-15', '11-01'), corpusChristi],
  // Repentance Day is the Wednesday before 23 November.
  'DE-SN': [...germany, on('10-31'), from('11-16', WED)],
  'DE-ST': [...germany, on('01-06', '10-31')],
  'DE-SH': [...germany, on('10-31')],
  'DE-TH': [...germany, on('09-20', '10-31')],
  NL: [on('01-01', '04-27', '05-05', '12-25', '12-26'), easter(-2, 0, 1, 39, 49, 50)],
  FR: france,
  'FR-57': [...france, on('12-26'), easter(-2)],
  'FR-67': [...france, on('12-26'), easter(-2)],
  'FR-68': [...france, on('12-26'), easter(-2)],
  // 4 October since 2026.
  IT: [
    on('01-01', '01-06', '04-25', '05-01', '06-02', '08-15', '10-04', '11-01', '12-08', '12-25', '12-26'),
    easter(0, 1),
  ],
  PT: [
    on('01-01', '04-25', '05-01', '06-10', '08-15', '10-05', '11-01', '12-01', '12-08', '12-25'),
    easter(-2, 0, 60),
  ],
  // 24 December since 2025.
  PL: [
    on('01-01', '01-06', '05-01', '05-03', '08-15', '11-01', '11-11', '12-24', '12-25', '12-26'),
    easter(0, 1, 49, 60),
  ],
  // The first Monday of February, but 1 February itself where that is a Friday, as in neither year.
  IE: [
    on('01-01', '03-17', '12-25', '12-26'),
    easter(1),
    from('02-01', MON),
    from('05-01', MON),
    from('06-01', MON),
    from('08-01', MON),
    from('10-25', MON),
  ],
  'GB-ENG': england,
  'GB-WLS': england,
  'GB-NIR': [...england, british('03-17'), british('07-12')],
  'GB-SCT': [...britain, british('01-01', '01-02'), from('08-01', MON), british('11-30')],
}

const spain = [
  on('01-01', '01-06', '05-01', '08-15', '10-12', '11-01', '12-06', '12-08', '12-25'),
  easter(-2),
]
/**
 * The days of Spain that the law fixes, and those of each community. Which of them move from a Sunday to a
 * Monday, and which others there are, the communities decide each year.
 */
const spanishRules: Record<string, Rule[]> = {
  'ES-AN': [on('02-28'), easter(-3)],
  'ES-AR': [on('04-23'), easter(-3)],
  'ES-AS': [on('09-08'), easter(-3)],
  'ES-IB': [on('03-01'), easter(-3, 1)],
  'ES-CN': [on('05-30'), easter(-3)],
  'ES-CB': [on('07-28', '09-15'), easter(-3)],
  'ES-CM': [on('05-31'), easter(-3)],
  'ES-CL': [on('04-23'), easter(-3)],
  'ES-CT': [on('06-24', '09-11', '12-26'), easter(1)],
  'ES-VC': [on('10-09'), easter(1)],
  'ES-EX': [on('09-08'), easter(-3)],
  'ES-GA': [on('07-25'), easter(-3)],
  'ES-MD': [on('05-02'), easter(-3)],
  'ES-MC': [on('06-09'), easter(-3)],
  'ES-NC': [on('12-03'), easter(-3, 1)],
  'ES-PV': [easter(-3, 1)],
  'ES-RI': [on('06-09'), easter(-3, 1)],
  'ES-CE': [on('09-02'), easter(-3)],
  'ES-ML': [on('09-17'), easter(-3)],
}

const listed = (some: readonly Rule[]): string[] =>
  ([2026, 2027] as const)
    .flatMap((year) => some.flatMap((rule) => rule(year).map((day) => `${year}-${day}`)))
    .toSorted()

/** All public holidays of both years. */
export const officialHolidays: Record<string, string[]> = Object.fromEntries(
  Object.entries(rules).map(([country, some]) => [country, listed(some)]),
)

/** Those of Spain that do not depend on what is decided each year. */
export const spanishHolidays: Record<string, string[]> = Object.fromEntries(
  Object.entries(spanishRules).map(([country, some]) => [country, listed([...spain, ...some])]),
)
