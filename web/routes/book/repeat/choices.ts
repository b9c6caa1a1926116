import { MAX_DATES, MAX_WEEKS, MIN_DATES, MIN_WEEKS } from '#domain/visit/series.ts'

/** How often and how many times, as the page asks for it first. */
const USUAL = { weeks: 4, count: 6 }

const within = (
  typed: string | null,
  { least, most, usual }: { least: number; most: number; usual: number },
) => {
  const value = /^\d{1,2}$/.test(typed ?? '') ? Number(typed) : usual
  return value >= least && value <= most ? value : usual
}

/** How often and how many times, of a URL or a form. */
export const readRepeat = (search: URLSearchParams) => ({
  weeks: within(search.get('weeks'), { least: MIN_WEEKS, most: MAX_WEEKS, usual: USUAL.weeks }),
  count: within(search.get('count'), { least: MIN_DATES, most: MAX_DATES, usual: USUAL.count }),
})

/** The name of the choice for a date, in form and URL. */
export const choiceName = (index: number): string => `d${index}`
/** The choice of leaving a date out. */
export const LEFT_OUT = 'out'

/** A chosen time: its start (epoch ms) and whom the guest asks for; null is anyone. */
export type ChosenTime = { start: number; teamMember: (string | null)[] }

export const toChoice = ({ start, teamMember }: ChosenTime): string =>
  [start, ...teamMember.map((one) => one ?? '')].join(':')

/** @returns null for what is none. */
export function parseChoice(choice: string): ChosenTime | null {
  if (!/^\d{12,14}(:[a-z0-9_-]*){1,10}$/.test(choice)) return null
  const [start = '', ...people] = choice.split(':')
  return { start: Number(start), teamMember: people.map((one) => one || null) }
}

/** The choices of a form or a URL, by their names. */
export const readChoices = (values: Iterable<[string, unknown]>): Record<string, string> =>
  Object.fromEntries(
    [...values].flatMap(([name, value]) =>
      /^d\d{1,2}$/.test(name) && typeof value === 'string' ? [[name, value]] : [],
    ),
  )
