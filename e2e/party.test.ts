import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { colors, desktop, everything, findViolations, injectAxe, phone } from './axe-violations.ts'
import { booking } from './booking.ts'
import { openHarness, type Harness } from './harness.ts'
import { textIn, textPattern } from './salon.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const main = async (page: Page) => (await page.getByRole('main').innerText()).replace(/\s+/g, ' ')
/** Each `PARTY_PICTURES` gets a picture of what is checked. */
const pictures = process.env.PARTY_PICTURES

test.each([
  ['da', phone, false],
  ['de', desktop, true],
] as const)('two friends book at once, in %s', async (language, viewport, javaScriptEnabled) => {
  const t = textIn(language)
  await harness.visit({ javaScriptEnabled, viewport }, async (page) => {
    const step = booking(page, t)
    const look = async (name: string) => {
      if (pictures) await page.screenshot({ path: `${pictures}/${name}-${language}.png`, fullPage: true })
      if (!javaScriptEnabled) return
      await injectAxe(page)
      expect(await findViolations(page, viewport, { light: everything, dark: colors })).toEqual([])
    }
    await page.goto(harness.site.url('aurora', `/book?lang=${language}`))
    await page.getByRole('link', { name: t('party.link') }).click()
    await step.heading(t('party.title'))
    // Who goes on without a choice is told what is missing, and for whom.
    await page
      .getByRole('button', { name: t('party.seeTimes') })
      .last()
      .click()
    await page.getByRole('alert').waitFor()
    expect(await main(page)).toContain(t('party.chooseService', { person: 2 }))
    await page
      .getByRole('combobox', { name: t('party.service'), exact: true })
      .first()
      .selectOption('dameklip')
    await page
      .getByRole('combobox', { name: t('party.service'), exact: true })
      .nth(1)
      .selectOption('dameklip')
    await page.getByRole('button', { name: textPattern(t('party.addFor', { person: 2 })) }).click()
    await page.getByLabel(t('party.another')).selectOption('foen')
    // Without scripts a button shows what can be chosen with it.
    if (!javaScriptEnabled)
      await page.getByRole('button', { name: textPattern(t('party.addonsFor', { person: 2 })) }).click()
    await page.locator('#addon2-foen-kur-ved-vasken').check()
    await look('people')
    await page
      .getByRole('button', { name: t('party.seeTimes') })
      .last()
      .click()
    await step.heading(t('party.timeTitle'))
    expect(decodeURIComponent(page.url())).toContain('addons2=foen:kur-ved-vasken')
    const addon = language === 'da' ? 'Kur ved vasken' : /\+ \S+/
    expect(await main(page)).toMatch(addon)
    await look('times')
    // The address has all of it.
    await page.reload()
    await step.heading(t('party.timeTitle'))
    await step.firstTime().click()
    await step.heading(t('booking.detailsTitle'))
    await step.tell()
    await step.confirm().click()
    await page.getByRole('alert').first().waitFor()
    expect(await step.field('lastname').inputValue()).toBe('Nygaard')
    expect(await main(page)).toMatch(addon)
    await look('confirm')
    await page.getByLabel(t('party.name'), { exact: true }).nth(1).fill('Ida Holm')
    await page.locator('[name=email2]').fill('ida@example.com')
    await step.confirm().click()
    await step.done()
    expect(await main(page)).toContain(t('party.together'))
    expect(await main(page)).toContain('Ida')
    await look('done')
    const mails = await harness.site.mail('aurora')
    const mail = mails.find(({ to }) => to === 'ida@example.com')
    const move = /https?:\/\/\S+\/move\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
    await page.goto(move)
    expect(await main(page)).toContain(t('party.movesOne'))
    expect(await main(page)).toContain('Vera')
    await look('move')
  })
})
