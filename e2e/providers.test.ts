import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadTexts } from '#server/context/load-texts.ts'
import { open, openHarness, type Harness } from './harness.ts'
import { exhaustive } from '#test/tier.ts'

/**
 * Google and Facebook sign-in in a real browser, with the demo's simulator on its own origin: checks that
 * policies and cookies allow it.
 */
let harness: Harness
const t = loadTexts().translate('en')
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const choose = (page: Page, name: string) => page.getByRole('button', { name }).click()

test('a new guest signs up with Google in two presses', { timeout: 60_000 }, async () => {
  await harness.visit({}, async (page) => {
    await open(page, harness.site.url('aurora', '/login?to=/profile'))
    await page.getByRole('button', { name: t('provider.google') }).click()
    await choose(page, 'Maja Lind')
    await page.waitForURL(/\/(onboarding|profile)/)
    expect(new URL(page.url()).origin).toBe(new URL(harness.site.url('aurora')).origin)
    await page.reload()
    expect(new URL(page.url()).pathname).toMatch(/^\/(onboarding|profile)/)
  })
})

test(
  'without scripts a button replaces the automatic redirect',
  { ...exhaustive, timeout: 60_000 },
  async () => {
    await harness.visit({ javaScriptEnabled: false }, async (page) => {
      await page.goto(harness.site.url('fjord', '/login'))
      await page.getByRole('button', { name: t('provider.google') }).click()
      await choose(page, 'Maja Lind')
      await page.getByRole('button', { name: t('provider.enter') }).click()
      await page.waitForURL(/\/(onboarding|my-account|home)/)
    })
  },
)

test(
  'Facebook without an address: it is requested, and the link in the mail continues there',
  { timeout: 60_000 },
  async () => {
    await harness.visit({}, async (page) => {
      await open(page, harness.site.url('aurora', '/new-guest2'))
      await page.getByRole('button', { name: t('provider.facebook') }).click()
      await choose(page, 'Signe Dahl')
      await page.getByLabel(t('provider.email'), { exact: true }).fill('signe')
      await page.getByRole('button', { name: t('provider.askSubmit') }).click()
      await page.getByRole('alert').waitFor()
      await page.getByLabel(t('provider.email'), { exact: true }).fill('signe.e2e@example.com')
      await page.getByRole('button', { name: t('provider.askSubmit') }).click()
      await page.getByText(t('provider.mailed', { email: 'signe.e2e@example.com' })).waitFor()
      const mail = (await harness.site.mail('aurora')).find(({ to }) => to === 'signe.e2e@example.com')
      const link = /https?:\/\/\S+\/sign-in\/callback\?code=\S+/.exec(mail?.text ?? '')?.[0] ?? ''
      await harness.visit({}, async (elsewhere) => {
        await open(elsewhere, link)
        await elsewhere.getByRole('heading', { name: t('provider.elsewhereTitle') }).waitFor()
      })
      await page.goto(link)
      await page.waitForURL(/\/(onboarding|my-account|home)/)
    })
  },
)

test(
  'a guest who declines returns to the login page with a message',
  { ...exhaustive, timeout: 60_000 },
  async () => {
    await harness.visit({}, async (page) => {
      await open(page, harness.site.url('aurora', '/login'))
      await page.getByRole('button', { name: t('provider.facebook') }).click()
      await choose(page, 'Cancel')
      await page.getByText(t('error.providerDenied')).waitFor()
      expect(new URL(page.url()).pathname).toBe('/login')
    })
  },
)
