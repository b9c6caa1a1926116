import { afterAll, beforeAll, expect, test } from 'vitest'
import { desktop, everything, findViolations, injectAxe, phone } from './axe-violations.ts'
import { at, storedVisits, visitAt } from './day.ts'
import { open, openHarness, type Harness } from './harness.ts'
import { button, press } from './page.ts'
import { openSalon, textIn, work } from './salon.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const pictures = process.env.PARTY_PICTURES

test.each([
  ['da', true],
  ['de', false],
] as const)(
  'the add-ons of a booked visit are changed at the desk, in %s',
  async (language, javaScriptEnabled) => {
    const t = textIn(language)
    const salon = await openSalon(harness.site, { profile: { addons: true } })
    await salon.sql(`insert into addon (tenant_id, id, position, name, minutes, price, active)
    values ('${salon.id}', 'mask', 0, 'Mask', 15, 8000, true), ('${salon.id}', 'care', 1, 'Care', 45, 9000, true)`)
    await salon.sql(`insert into service_addon (tenant_id, service_id, addon_id, most)
    values ('${salon.id}', 'cut', 'mask', 2), ('${salon.id}', 'cut', 'care', 1)`)
    const person = await work(salon, { name: 'Ida Krogh' })
    await person.call('setStaffLanguage', { tenantId: salon.id, language })
    const { id } = await visitAt(salon)
    await visitAt(salon, { clock: '11:00' })
    await harness.visit({ javaScriptEnabled, before: person.copyCookies }, async (page) => {
      const look = async (name: string) => {
        if (pictures) {
          await page.setViewportSize(phone)
          await page.screenshot({ path: `${pictures}/addons-${name}-${language}.png`, fullPage: true })
        }
        if (!javaScriptEnabled) return
        await injectAxe(page)
        for (const size of [phone, desktop])
          expect(await findViolations(page, size, { light: everything, dark: everything })).toEqual([])
      }
      const visit = salon.url(`/admin/visit/${id}`)
      await (javaScriptEnabled ? open(page, visit) : page.goto(visit))
      await page.getByRole('link', { name: t('staffVisit.addons') }).click()
      await page.locator('#addon-0-care').check()
      await button(page.locator('#addons'), t('staffPlace.look')).click()
      // Fifteen minutes too much: the next visit is at eleven.
      await page
        .getByText(t('staffPlace.missingAddons', { minutes: '15 min' }).split('15')[0] ?? '')
        .waitFor()
      expect(await page.getByRole('main').innerText()).toMatch(/10[.:]00–11[.:]15/)
      await look('missing')
      await page.locator('#addon-0-care').uncheck()
      await page.locator('#addon-0-mask').selectOption('0:mask:2')
      await button(page.locator('#addons'), t('staffPlace.look')).click()
      await page.getByText(/420,00.*→.*520,00|320,00.*→.*520,00/).waitFor()
      await look('free')
      await press(page, t('staffPlace.saveAddons'))
      await page.getByText(t('staffDay.didAddons'), { exact: true }).waitFor()
      const [changed] = await storedVisits(salon)
      expect(changed).toMatchObject({ start: at('10:00'), minutes: 60 })
      await press(page, t('staffDay.undo'))
      await page.getByText(t('staffShell.undone'), { exact: true }).waitFor()
      const [undone] = await storedVisits(salon)
      expect(undone).toMatchObject({ start: at('10:00'), minutes: 30 })
    })
  },
)
