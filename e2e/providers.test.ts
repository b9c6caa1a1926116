import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadTexts } from '#server/text.ts'
import { open, openStage, type Stage } from './stage.ts'

/** Google and Facebook in a real browser, with the simulator of the demo on its own origin: what policies and cookies allow there. */
let stage: Stage
const t = loadTexts().translate('en')
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const choose = (page: Page, name: string) => page.getByRole('button', { name }).click()

test('a new guest signs up with Google: two presses, and they are in', { timeout: 60_000 }, async () => {
  await stage.visit({}, async (page) => {
    await open(page, stage.site.url('aurora', '/login?to=/profile'))
    await page.getByRole('button', { name: t('provider.google') }).click()
    await choose(page, 'Maja Lind')
    await page.waitForURL(/\/(onboarding|profile)/)
    expect(new URL(page.url()).origin).toBe(new URL(stage.site.url('aurora')).origin)
    await page.reload()
    expect(new URL(page.url()).pathname).toMatch(/^\/(onboarding|profile)/)
  })
})

test(
  'without scripts a button stands where the page would go on by itself',
  { timeout: 60_000 },
  async () => {
    await stage.visit({ javaScriptEnabled: false }, async (page) => {
      await page.goto(stage.site.url('fjord', '/login'))
      await page.getByRole('button', { name: t('provider.google') }).click()
      await choose(page, 'Maja Lind')
      await page.getByRole('button', { name: t('provider.enter') }).click()
      await page.waitForURL(/\/(onboarding|my-account|home)/)
    })
  },
)

test(
  'Facebook without an address: it is asked for, and the link in the mail goes on in the same browser',
  { timeout: 60_000 },
  async () => {
    await stage.visit({}, async (page) => {
      await open(page, stage.site.url('aurora', '/new-guest2'))
      await page.getByRole('button', { name: t('provider.facebook') }).click()
      await choose(page, 'Signe Dahl')
      await page.getByLabel(t('provider.email'), { exact: true }).fill('signe')
      await page.getByRole('button', { name: t('provider.askSubmit') }).click()
      await page.getByRole('alert').waitFor()
      await page.getByLabel(t('provider.email'), { exact: true }).fill('signe.e2e@example.com')
      await page.getByRole('button', { name: t('provider.askSubmit') }).click()
      await page.getByText(t('provider.mailed', { email: 'signe.e2e@example.com' })).waitFor()
      const mail = (await stage.site.mail('aurora')).find(({ to }) => to === 'signe.e2e@example.com')
      const link = /https?:\/\/\S+\/sign-in\/callback\?code=\S+/.exec(mail?.text ?? '')?.[0] ?? ''
      await stage.visit({}, async (elsewhere) => {
        await open(elsewhere, link)
        await elsewhere.getByRole('heading', { name: t('provider.elsewhereTitle') }).waitFor()
      })
      await page.goto(link)
      await page.waitForURL(/\/(onboarding|my-account|home)/)
    })
  },
)

test('whoever says no is back on the login page and is told so', { timeout: 60_000 }, async () => {
  await stage.visit({}, async (page) => {
    await open(page, stage.site.url('aurora', '/login'))
    await page.getByRole('button', { name: t('provider.facebook') }).click()
    await choose(page, 'Cancel')
    await page.getByText(t('error.providerDenied')).waitFor()
    expect(new URL(page.url()).pathname).toBe('/login')
  })
})
