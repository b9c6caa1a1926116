import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { officialHolidays, spanishHolidays } from '#test/official-holidays.ts'
import { findHolidays, yearsFrom } from './find-holidays.ts'

const docs = readFileSync(join(import.meta.dirname, '../../docs/public-holidays.md'), 'utf8')

async function datesOf(country: string): Promise<string[]> {
  const found = await findHolidays({ country, closed: 'all', today: '2026-01-01', language: 'en' })
  if (!found.ok) throw new Error(JSON.stringify(found.problems))
  return found.holidays.map(({ date }) => date).filter((date) => date < '2028')
}

/** The rows of the table of differences in the documentation: `GB-ENG 2026-12-26 more`. */
const named = [...docs.matchAll(/^\| `([A-Z-]+\d*)` +\| (\d{4}-\d\d-\d\d) +\| (more|missing) /gm)].map(
  ([, country, date, kind]) => `${country} ${date} ${kind}`,
)

test('of countries and regions the dates are the official ones, but for those that the documentation names', async () => {
  const differences: string[] = []
  let compared = 0
  for (const [country, official] of Object.entries(officialHolidays)) {
    const found = await datesOf(country)
    compared += official.length
    differences.push(
      ...found.filter((date) => !official.includes(date)).map((date) => `${country} ${date} more`),
      ...official.filter((date) => !found.includes(date)).map((date) => `${country} ${date} missing`),
    )
  }
  // Of Spain only what is fixed: more days are decided each year.
  for (const [country, official] of Object.entries(spanishHolidays)) {
    const found = await datesOf(country)
    compared += official.length
    differences.push(
      ...official.filter((date) => !found.includes(date)).map((date) => `${country} ${date} missing`),
    )
  }
  console.log(
    `public holidays: ${compared} dates of ${Object.keys({ ...officialHolidays, ...spanishHolidays }).length} ` +
      `countries and regions, ${differences.length} differences, all named`,
  )
  expect(differences.toSorted()).toEqual(named.toSorted())
})

describe('rules', () => {
  const find = (country: string, closed: 'all' | string[] = 'all', today = '2026-11-29') =>
    findHolidays({ country, closed, today, language: 'da' })

  test.each([
    ['GB', 'GB needs a region'],
    ['ES', 'ES needs a region'],
    ['DE-XX', 'DE has no region XX, but DE-BB, DE-BE'],
    ['DK-84', 'DK has no regions'],
    ['DE-BY-X', 'DE-BY has no region X, but DE-BY-A'],
    ['DE-SH-X', 'DE-SH has no regions'],
    ['XX', 'XX is no country'],
    ['CONSTRUCTOR', 'CONSTRUCTOR is no country'],
  ])('of %s are refused', async (country, message) => {
    const found = await find(country)
    expect(found).toMatchObject({ ok: false, problems: [{ path: ['country'] }] })
    expect(JSON.stringify(found)).toContain(message)
  })

  test('with an unknown name are refused, and the known ones are listed', async () => {
    const found = await find('DK', ['all', 'Juleaften'])
    expect(found).toMatchObject({ ok: false, problems: [{ path: ['closed', 1] }] })
    expect(JSON.stringify(found)).toMatch(
      /Juleaften is no holiday of DK. They are: all, Nytårsdag, .*Juleaftensdag/,
    )
  })

  test('close on days that are not public only by name, in any language', async () => {
    const closed = async (names: 'all' | string[]) => {
      const found = await find('DK', names)
      return found.ok ? found.holidays.map(({ date }) => date).filter((date) => date.startsWith('2026')) : []
    }
    expect(await closed('all')).not.toContain('2026-12-24')
    expect(await closed(['juleaftensdag'])).toEqual(['2026-12-24'])
    expect(await closed(['Christmas Day', 'Pinsedag'])).toEqual(['2026-05-24', '2026-12-25'])
    expect(await closed(['all', 'Juleaftensdag'])).toEqual(
      [...(await closed('all')), '2026-12-24'].toSorted(),
    )
  })

  test('two holidays of a date are one, with both names in each language', async () => {
    const found = await find('NO')
    const day = found.ok ? found.holidays.filter(({ date }) => date === '2027-05-17') : []
    expect(day).toHaveLength(1)
    expect(day[0]?.names).toMatchObject({
      no: 'Grunnlovsdagen, Andre pinsedag',
      en: 'Constitution Day, Whit Monday',
    })
  })

  test('each holiday has a name in the language of the tenant, else that of its country', async () => {
    const found = await find('FI')
    const names = found.ok ? found.holidays.map((one) => one.names['da']) : []
    expect(names).toContain('Nytårsdag')
    expect(names).toContain('itsenäisyyspäivä')
    expect(names.every(Boolean)).toBe(true)
  })

  test('are of three years, from December on of those that the next year needs', () => {
    expect(yearsFrom('2026-11-29')).toEqual([2026, 2027, 2028])
    expect(yearsFrom('2026-12-01')).toEqual([2026, 2027, 2028, 2029])
    expect(yearsFrom('2027-01-01')).toEqual([2027, 2028, 2029])
  })
})
