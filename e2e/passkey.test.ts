import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAuthenticator } from './devtools.ts'
import { focused, walk } from './keyboard.ts'
import { join, openSalon, textIn } from './salon.ts'
import { open, openHarness, tabTo, type Harness } from './harness.ts'
import { button, press, said } from './page.ts'
import { exhaustive } from '#test/tier.ts'

const t = textIn('en')
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

/** A device that stores passkeys. */
async function withDevice(page: Page) {
  const { session, authenticatorId } = await addAuthenticator(page)
  return {
    count: async () =>
      (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    verify: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    present: (enabled: boolean) =>
      session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  }
}

test('a passkey is offered once after signing in, and signs in without a password', async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  await harness.visit({}, async (page, context) => {
    const device = await withDevice(page)
    // The guest does not confirm while the login waits for autofill.
    await device.present(false)
    await open(page, salon.url('/login'))
    await page.getByLabel(t('login.email'), { exact: true }).fill(member.email)
    await page.getByLabel(t('login.password'), { exact: true }).fill(member.password)
    await press(page, t('login.submit'))
    await page.waitForURL(salon.url('/my-account'))
    await page.getByRole('heading', { name: t('shell.passkeyTitle'), exact: true }).waitFor()
    await device.present(true)
    await press(page, t('shell.passkeyMake'))
    await page.getByText(t('shell.passkeyMade')).waitFor()
    expect(await device.count()).toBe(1)
    await page
      .getByRole('heading', { name: t('shell.passkeyTitle'), exact: true })
      .waitFor({ state: 'detached' })
    await context.clearCookies()
    // Without passkey autofill only the button remains.
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false
    })
    await open(page, salon.url('/login?to=/profile/security'))
    await press(page, t('login.passkey'))
    await page.waitForURL(salon.url('/profile/security'))
    await page
      .getByText(/^Chrome · /)
      .first()
      .waitFor()
  })
  expect(await salon.sql('select user_id, counter > 0 as used from passkey')).toEqual([
    { user_id: member.uid, used: true },
  ])
})

test('a passkey chosen from autofill signs in automatically', exhaustive, async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  await harness.visit({ before: member.copyCookies }, async (page, context) => {
    const device = await withDevice(page)
    await open(page, salon.url('/profile/security'))
    await press(page, t('profile.passkeyAdd'))
    await page.getByText(t('shell.passkeyMade')).waitFor()
    await context.clearCookies()
    await page.goto(salon.url('/login?to=/profile'))
    await page.waitForURL(salon.url('/profile'))
    expect(await device.count()).toBe(1)
  })
})

test(
  'a declined offer is not repeated, and a device that verifies no user is rejected',
  exhaustive,
  async () => {
    const salon = await openSalon(harness.site)
    const member = await join(salon)
    await harness.visit({ before: member.copyCookies }, async (page) => {
      const device = await withDevice(page)
      await open(page, salon.url('/my-account'))
      await press(page, t('shell.passkeyLater'))
      await open(page, salon.url('/profile/security'))
      expect(await page.getByRole('heading', { name: t('shell.passkeyTitle'), exact: true }).count()).toBe(0)
      await device.verify(false)
      await press(page, t('profile.passkeyAdd'))
      await page.getByText(t('profile.passkeyFailed')).waitFor({ timeout: 90_000 })
    })
    expect(await salon.sql('select 1 from passkey')).toEqual([])
  },
)

const offer = (page: Page) => page.getByRole('complementary', { name: t('shell.passkeyTitle'), exact: true })
const mainHasFocus = (page: Page) => page.locator('main').evaluate((main) => main === document.activeElement)

test(
  'the offer works with the keyboard, covers no focused element and restores the focus',
  exhaustive,
  async () => {
    const salon = await openSalon(harness.site)
    const member = await join(salon)
    await harness.visit({}, async (page, context) => {
      const device = await withDevice(page)
      await device.present(false)
      await open(page, salon.url('/login'))
      await tabTo(page, page.getByLabel(t('login.email'), { exact: true }))
      await page.keyboard.type(member.email)
      await page.keyboard.press('Tab')
      await page.keyboard.type(member.password)
      await page.keyboard.press('Enter')
      await page.waitForURL(salon.url('/my-account'))
      await offer(page).waitFor()
      expect((await walk(page)).length).toBeGreaterThan(2)
      await tabTo(
        page,
        page.getByRole('contentinfo').getByRole('link', { name: t('shell.terms'), exact: true }),
      )
      await focused(page)
      await device.present(true)
      await tabTo(page, button(page, t('shell.passkeyMake')))
      await focused(page)
      await page.keyboard.press('Enter')
      await said(page, t('shell.passkeyMade'))
      await tabTo(page, button(page, t('shell.ok')))
      await page.keyboard.press('Enter')
      await offer(page).waitFor({ state: 'detached' })
      expect([await mainHasFocus(page), await device.count()]).toEqual([true, 1])
      await context.clearCookies()
      await page.addInitScript(() => {
        PublicKeyCredential.isConditionalMediationAvailable = async () => false
      })
      await open(page, salon.url('/login?to=/profile/security'))
      await tabTo(page, button(page, t('login.passkey')))
      await focused(page)
      await page.keyboard.press('Enter')
      await page.waitForURL(salon.url('/profile/security'))
      await page.getByRole('heading', { name: t('account.profileTitle'), exact: true }).waitFor()
      // A guest with a passkey gets no offer.
      expect(await offer(page).count()).toBe(0)
    })
  },
)

test(
  'the offer waits for the end of a booking or dialog, and is declined with the keyboard',
  exhaustive,
  async () => {
    const salon = await openSalon(harness.site, { profile: { analytics: { measurementId: 'G-TEST000000' } } })
    const member = await join(salon)
    await harness.visit({ before: member.copyCookies }, async (page) => {
      await withDevice(page)
      await open(page, salon.url('/my-account'))
      await button(page, t('consent.decline')).waitFor()
      expect(await offer(page).count()).toBe(0)
      await tabTo(page, button(page, t('consent.decline')))
      await page.keyboard.press('Enter')
      await button(page, t('consent.decline')).waitFor({ state: 'detached' })
      await tabTo(page, page.getByRole('main').locator('a[href^="/appointments"], a[href^="/book"]').first())
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/(?:book|appointments)/)
      await page.getByRole('heading', { level: 1, name: t('book.servicesTitle'), exact: true }).waitFor()
      expect(await offer(page).count()).toBe(0)
      await page.goBack()
      await page.waitForURL(salon.url('/my-account'))
      await offer(page).waitFor()
      await tabTo(page, button(page, t('shell.passkeyLater')))
      await focused(page)
      await page.keyboard.press('Enter')
      await offer(page).waitFor({ state: 'detached' })
      expect(await mainHasFocus(page)).toBe(true)
    })
  },
)

test(
  'on staging a passkey is offered, created and used on the host in the address bar',
  exhaustive,
  async () => {
    const staged = await openHarness({ STAGING: 'on' })
    try {
      const salon = await openSalon(staged.site)
      const member = await join(salon)
      for (const origin of [
        `http://localhost:${staged.site.port}`,
        `http://staging.localhost:${staged.site.port}`,
      ]) {
        await staged.visit({}, async (page, context) => {
          const device = await withDevice(page)
          await device.present(false)
          await open(page, `${origin}/login?tenant=${salon.id}`)
          await page.getByLabel(t('login.email'), { exact: true }).fill(member.email)
          await page.getByLabel(t('login.password'), { exact: true }).fill(member.password)
          await press(page, t('login.submit'))
          await page.waitForURL(`${origin}/my-account`)
          await device.present(true)
          await offer(page).waitFor()
          await press(page, t('shell.passkeyMake'))
          await page.getByText(t('shell.passkeyMade')).waitFor()
          await context.clearCookies()
          await page.addInitScript(() => {
            PublicKeyCredential.isConditionalMediationAvailable = async () => false
          })
          await open(page, `${origin}/login?tenant=${salon.id}&to=/profile/security`)
          await press(page, t('login.passkey'))
          await page.waitForURL(`${origin}/profile/security`)
        })
        expect(await salon.sql('delete from passkey returning counter > 0 as used')).toEqual([{ used: true }])
      }
    } finally {
      await staged.close()
    }
  },
)
