/** @module-tag exhaustive */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { join, openSalon, textIn } from './salon.ts'
import { open, openHarness, type Harness } from './harness.ts'
import { said } from './page.ts'

const t = textIn('en')
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

test("a saved profile shows 'Profile updated' and redirects home after half a second", async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  await harness.visit({ before: member.copyCookies }, async (page) => {
    await page.clock.install()
    await open(page, salon.url('/profile'))
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.getByLabel(t('onboarding.firstname'), { exact: true }).fill('Alva')
    await page
      .getByRole('main')
      .getByRole('button', { name: t('account.save'), exact: true })
      .click()
    await page.getByText('Profile updated', { exact: true }).waitFor()
    const path = () => new URL(page.url()).pathname
    await page.clock.runFor(450)
    expect(path()).toMatch(/^\/profile/)
    await page.clock.runFor(100)
    await page.waitForURL(/\/my-account/)
    await page.getByText('Alva').first().waitFor()
  })
})

test('a language that is saved is that of what is said about it', async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  await harness.visit({ before: member.copyCookies }, async (page) => {
    await open(page, salon.url('/profile/language'))
    await page.getByRole('combobox', { name: t('onboarding.language') }).selectOption('da')
    await page
      .getByRole('main')
      .getByRole('button', { name: t('account.save'), exact: true })
      .click()
    await page.getByText(textIn('da')('shell.profileUpdated'), { exact: true }).waitFor()
    expect(await page.getByText(t('shell.profileUpdated'), { exact: true }).count()).toBe(0)
    await page.waitForURL(salon.url('/my-account'))
    await said(page, textIn('da')('shell.profileUpdated'))
  })
})
