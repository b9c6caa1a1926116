import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hoursText } from '#domain/wall-clock.ts'
import { desktop, findFaults, phone } from './axe-violations.ts'
import { inDays } from './day.ts'
import { open, openHarness, tabTo, type Harness } from './harness.ts'
import { button, heading } from './page.ts'
import { openSalon, textIn, textPattern, work, type Salon, type Worker } from './salon.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

/** `anna` works every second Saturday and has hours of her own on one day; `bo` is away on another. */
async function openRotating(): Promise<{ salon: Salon; owner: Worker }> {
  const salon = await openSalon(harness.site)
  await salon.sql(`update member set hours = jsonb_set(hours, '{hours}', $1::jsonb) where id = 'anna'`, [
    JSON.stringify([
      { weekday: 1, from: '09:00', to: '12:00' },
      { weekday: 1, from: '13:00', to: '17:00' },
      { weekday: 6, from: '10:00', to: '15:00', every: 2, starting: inDays(0) },
    ]),
  ])
  await salon.sql(
    `insert into day_hours (tenant_id, date, hours, members, own, origin)
      values ($1, $2, '[{"from": "11:00", "to": "14:30"}]', array['anna'], true, 'file')`,
    [salon.id, inDays(9)],
  )
  return { salon, owner: await work(salon, { name: 'Ea Lund', memberId: 'anna' }) }
}

const main = (page: Page) => page.getByRole('main')
/** The weeks of a person, as the page shows them: number and hours of each day. */
const shown = (page: Page) =>
  main(page)
    .locator('section:has(dl)')
    .evaluateAll((weeks) =>
      weeks.map((week) => ({
        number: week.querySelector('h2')?.textContent ?? '',
        days: [...week.querySelectorAll('dl > div')].map(
          (day) => day.querySelector('dd span')?.textContent ?? '',
        ),
      })),
    )

describe.each([
  ['da', 'with scripts', true, phone],
  ['de', 'with scripts', true, desktop],
  ['da', 'without scripts', false, desktop],
  ['de', 'without scripts', false, phone],
] as const)('in %s, %s', (language, _, javaScriptEnabled, viewport) => {
  test('eight weeks of a person, with why they differ, then another person and later weeks', async () => {
    const t = textIn(language)
    const { salon, owner } = await openRotating()
    const { documents } = await owner.call('previewHours', { from: inDays(0) })
    const expected = (person: string) =>
      documents
        .find(({ id }) => id === person)
        ?.weeks.map(({ number, days }) => ({
          number: t('staffHours.week', { number }),
          days: days.map(({ minutes, windows }) =>
            minutes === 0 ? t('staffHours.off') : hoursText(language, windows),
          ),
        }))
    await harness.visit(
      {
        javaScriptEnabled,
        viewport,
        locale: language,
        before: async (context) => {
          await owner.copyCookies(context)
          await context.addCookies([{ name: 'lang', value: language, url: salon.url('/admin/hours') }])
        },
      },
      async (page) => {
        const goTo = (path: string) =>
          javaScriptEnabled ? open(page, salon.url(path)) : page.goto(salon.url(path))
        await goTo('/admin/hours')
        await heading(page, t('staffHours.title'))
        expect(await shown(page)).toEqual(expected('anna'))
        expect((await shown(page)).map(({ days }) => days.length)).toEqual(Array(8).fill(7))
        // Four of eight Saturdays, and a day of her own.
        expect(await main(page).getByText(t('staffHours.every2'), { exact: true }).count()).toBe(8)
        await main(page).getByText(t('staffHours.day'), { exact: true }).waitFor()
        if (javaScriptEnabled) {
          expect(await findFaults(page)).toEqual([])
          await page.setViewportSize(viewport)
        }
        await page.getByLabel(t('staffHours.person'), { exact: true }).selectOption('bo')
        await button(page, t('staffAudit.show')).click()
        await page.waitForURL(/member=bo/)
        await expect.poll(() => shown(page)).toEqual(expected('bo'))
        await main(page)
          .getByRole('link', { name: t('staffHours.after'), exact: true })
          .click()
        await page.waitForURL(new RegExp(`from=${inDays(56)}`))
        const later = await owner.call('previewHours', { from: inDays(56) })
        await main(page)
          .getByRole('heading', {
            name: textPattern(t('staffHours.week', { number: later.documents[1]?.weeks[7]?.number ?? 0 })),
          })
          .waitFor()
      },
    )
  })
})

test('a practitioner sees their own hours, by keyboard alone', async () => {
  const t = textIn('da')
  const { salon } = await openRotating()
  const bo = await work(salon, { role: 'practitioner', memberId: 'bo', name: 'Bo Berg' })
  await harness.visit({ viewport: desktop, before: bo.copyCookies, locale: 'da' }, async (page) => {
    await page.context().addCookies([{ name: 'lang', value: 'da', url: salon.url('/admin/hours') }])
    await open(page, salon.url('/admin/hours'))
    await heading(page, t('staffHours.title'))
    const from = page.getByLabel(t('staffHours.from'), { exact: true })
    await tabTo(page, from)
    await tabTo(page, button(page, t('staffAudit.show')))
    await page.keyboard.press('Enter')
    await page.waitForURL(/from=/)
    await tabTo(page, main(page).getByRole('link', { name: t('staffHours.before'), exact: true }))
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`from=${inDays(-56)}`))
  })
})
