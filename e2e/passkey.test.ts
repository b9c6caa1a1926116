import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { join, openSalon, textIn } from './salon.ts'
import { open, openStage, type Stage } from './stage.ts'

const t = textIn('en')
let stage: Stage
beforeAll(async () => { stage = await openStage() })
afterAll(() => stage.close())

/** A device of the browser's own that keeps passkeys and verifies its guest. */
async function withDevice(context: BrowserContext, page: Page) {
  const session = await context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', { options: { protocol: 'ctap2', ctap2Version: 'ctap2_1', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true } })
  return {
    count: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    verify: (isUserVerified: boolean) => session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    present: (enabled: boolean) => session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  }
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('after signing in a passkey is offered once; made, it signs in by the button without a password', async () => {
  const salon = await openSalon(stage.site)
  const member = await join(salon)
  await stage.visit({}, async (page, context) => {
    const device = await withDevice(context, page)
    // Nobody touches the device while the login only asks what it could fill in.
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
    await page.getByRole('heading', { name: t('shell.passkeyTitle'), exact: true }).waitFor({ state: 'detached' })
    await context.clearCookies()
    // This browser fills in no passkeys: the button alone is left.
    await page.addInitScript(() => { PublicKeyCredential.isConditionalMediationAvailable = async () => false })
    await open(page, salon.url('/login?to=/profile/security'))
    await press(page, t('login.passkey'))
    await page.waitForURL(salon.url('/profile/security'))
    await page.getByText(/^Chrome · /).first().waitFor()
  })
  expect(await salon.sql('select user_id, counter > 0 as used from passkey')).toEqual([{ user_id: member.uid, used: true }])
})

test('a passkey among what the browser fills in signs in by itself', async () => {
  const salon = await openSalon(stage.site)
  const member = await join(salon)
  await stage.visit({ before: member.lend }, async (page, context) => {
    const device = await withDevice(context, page)
    await open(page, salon.url('/profile/security'))
    await press(page, t('profile.passkeyAdd'))
    await page.getByText(t('shell.passkeyMade')).waitFor()
    await context.clearCookies()
    await page.goto(salon.url('/login?to=/profile'))
    await page.waitForURL(salon.url('/profile'))
    expect(await device.count()).toBe(1)
  })
})

test('whoever says no to the offer is not asked again, and a device that verifies nobody lets nobody in', async () => {
  const salon = await openSalon(stage.site)
  const member = await join(salon)
  await stage.visit({ before: member.lend }, async (page, context) => {
    const device = await withDevice(context, page)
    await open(page, salon.url('/my-account'))
    await press(page, t('shell.passkeyLater'))
    await open(page, salon.url('/profile/security'))
    expect(await page.getByRole('heading', { name: t('shell.passkeyTitle'), exact: true }).count()).toBe(0)
    await device.verify(false)
    await press(page, t('profile.passkeyAdd'))
    await page.getByText(t('profile.passkeyFailed')).waitFor({ timeout: 90_000 })
  })
  expect(await salon.sql('select 1 from passkey')).toEqual([])
}, 120_000)
