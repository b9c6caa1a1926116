import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createInvite } from '#server/identity/invite/queries.ts'
import { join, openSalon, textIn, type Salon } from './salon.ts'
import { open, openHarness, ready, tabTo, type Harness } from './harness.ts'
import { button, field } from './page.ts'
import { exhaustive } from '#test/tier.ts'

const t = textIn('en')
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const password = 'a long enough secret'
const DAY = 86_400_000

async function invite(salon: Salon, prefill = {}, expiresAt = new Date(Date.now() + DAY)): Promise<string> {
  const id = await salon.site.testDb.db.write(salon.id, (tx) =>
    createInvite(tx, { prefill, expiresAt, createdAt: new Date() }),
  )
  return salon.url(`/userInvite/${id}`)
}
const save = (page: Page) => button(page, t('invite.save'))

async function fill(page: Page, email: string): Promise<void> {
  await field(page, t('onboarding.firstname')).fill('Signe')
  await field(page, t('onboarding.lastname')).fill('Overgaard')
  await field(page, t('login.email')).fill(email)
  await field(page, t('onboarding.mobile')).fill('20 30 40 50')
  await field(page, t('login.password')).fill(password)
  await field(page, t('invite.confirm')).fill(password)
}

test('an invited guest saves with the keyboard, is told and redirected to the login', async () => {
  const salon = await openSalon(harness.site)
  const address = await invite(salon, { firstname: 'Signe', email: 'signe@example.com' })
  await harness.visit({}, async (page) => {
    await page.clock.install()
    await open(page, address)
    expect(await field(page, t('onboarding.firstname')).inputValue()).toBe('Signe')
    expect([await save(page).isDisabled(), await button(page, t('invite.cancel')).isDisabled()]).toEqual([
      true,
      true,
    ])
    await page.getByText(t('invite.saveWhy')).waitFor()
    for (const [name, typed] of [
      ['onboarding.lastname', 'Overgaard'],
      ['onboarding.mobile', '(20) 30 40 50'],
      ['login.password', password],
      ['invite.confirm', password],
    ] as const) {
      await tabTo(page, field(page, t(name)))
      await page.keyboard.type(typed)
    }
    expect(await save(page).isEnabled()).toBe(true)
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Thank you! You are all set! Please continue to login' }).waitFor()
    await page.clock.runFor(1_900)
    expect(page.url()).toBe(address)
    await page.clock.runFor(200)
    await page.waitForURL(salon.url('/login'))
    await page.clock.resume()
    await field(page, t('login.email')).fill('signe@example.com')
    await field(page, t('login.password')).fill(password)
    await button(page, t('login.submit')).click()
    await page.waitForURL(/\/my-account/)
    expect(await salon.sql('select id, mobile from guest')).toEqual([
      { id: address.slice(-22), mobile: '+4520304050' },
    ])
  })
})

test(
  'Cancel and Escape restore the fields, and Save is disabled until the input is valid',
  exhaustive,
  async () => {
    const salon = await openSalon(harness.site)
    const address = await invite(salon, { firstname: 'Signe' })
    await harness.visit({}, async (page) => {
      await open(page, address)
      for (const undo of [
        () => button(page, t('invite.cancel')).click(),
        () => page.keyboard.press('Escape'),
      ]) {
        await fill(page, 'signe@example.com')
        expect(await save(page).isEnabled()).toBe(true)
        await undo()
        await expect.poll(() => field(page, t('login.email')).inputValue()).toBe('')
        expect(await field(page, t('onboarding.firstname')).inputValue()).toBe('Signe')
        await expect.poll(() => save(page).isDisabled()).toBe(true)
        expect(await button(page, t('invite.cancel')).isDisabled()).toBe(true)
      }
      for (const [name, wrong] of [
        ['onboarding.firstname', 'S'],
        ['login.email', 'signe'],
        ['onboarding.mobile', '012345678'],
        ['onboarding.mobile', '12345'],
        ['login.password', 'short'],
        ['invite.confirm', 'another secret'],
      ] as const) {
        await fill(page, 'signe@example.com')
        expect(await save(page).isEnabled()).toBe(true)
        await field(page, t(name)).fill(wrong)
        expect([name, wrong, await save(page).isDisabled()]).toEqual([name, wrong, true])
      }
    })
  },
)

test(
  'an address in use is reported with its text, and Go Back leaves the form unchanged',
  exhaustive,
  async () => {
    const salon = await openSalon(harness.site)
    const member = await join(salon)
    const address = await invite(salon)
    await harness.visit({}, async (page) => {
      await open(page, address)
      await fill(page, member.email)
      await save(page).click()
      const dialog = page.getByRole('dialog', { name: 'Sorry, we failed...' })
      await dialog.waitFor()
      for (const text of [
        `${member.email} is already in use by another guest, and can not be used twice`,
        'Please try again with another email address',
        'If you have forgotten your password, please use the "Forgot password" link',
      ])
        await dialog.getByText(text).waitFor()
      expect(JSON.parse(await dialog.locator('pre').innerText())).toEqual({
        code: 'auth/email-already-in-use',
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      })
      await button(page, 'Go Back').click()
      await dialog.waitFor({ state: 'hidden' })
      expect(await field(page, t('onboarding.firstname')).inputValue()).toBe('Signe')
      await field(page, t('login.email')).fill('another@example.com')
      await save(page).click()
      await page.getByRole('dialog', { name: t('invite.done') }).waitFor()
    })
  },
)

test('the page signs a signed-in guest out, but a GET from another site does not', exhaustive, async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  const address = await invite(salon)
  const signedIn = async () => (await salon.sql('select 1 from session')).length
  await harness.visit({ before: member.copyCookies, javaScriptEnabled: false }, async (page) => {
    await page.goto(address)
    expect(await signedIn()).toBe(1)
  })
  await harness.visit({ before: member.copyCookies }, async (page) => {
    await open(page, address)
    await expect.poll(signedIn).toBe(0)
    await page.goto(salon.url('/my-account'))
    await page.waitForURL(/\/login\?to=/)
  })
})

test('a page that is open elsewhere is notified of the outcome', exhaustive, async () => {
  const salon = await openSalon(harness.site)
  const address = await invite(salon)
  await harness.visit({}, async (page) => {
    await open(page, address)
    await page.waitForTimeout(300)
    const { call } = salon.caller()
    // It is shown for two seconds.
    const reported = page.getByRole('dialog', { name: t('invite.done') }).waitFor()
    await call('userHandlingApi-newUserCreateFromInvite', {
      userData: {
        uid: address.slice(-22),
        firstname: 'Signe',
        lastname: 'Overgaard',
        email: 'elsewhere@example.com',
        mobile: '20304050',
        countryCode: 'DK',
        password,
      },
    })
    await reported
    await page.waitForURL(salon.url('/login'))
  })
})

test(
  'invitations that are unknown, used or expired show that, each on its own page',
  exhaustive,
  async () => {
    const salon = await openSalon(harness.site)
    const [used, late] = [await invite(salon), await invite(salon, {}, new Date(Date.now() - 1))]
    await salon.sql("update invite set used_at = now() - interval '1 hour' where id = $1", [used.slice(-22)])
    await harness.visit({}, async (page) => {
      for (const [address, title, status] of [
        [salon.url('/userInvite/nobodynobodynobodynobody'), 'invite.unknownTitle', 404],
        [salon.url('/userInvite/x'), 'invite.unknownTitle', 404],
        [late, 'invite.expiredTitle', 410],
        [used, 'invite.usedTitle', 410],
      ] as const) {
        expect((await page.goto(address))?.status()).toBe(status)
        await page.getByRole('heading', { level: 1, name: t(title), exact: true }).waitFor()
      }
      await ready(page)
      await button(page, t('invite.toLogin')).click()
      await page.waitForURL(salon.url('/login'))
    })
  },
)

test('without scripts the form is validated, keeps its values and creates the account', async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  const address = await invite(salon)
  await harness.visit({ javaScriptEnabled: false, before: member.copyCookies }, async (page) => {
    await page.goto(address)
    await field(page, t('onboarding.firstname')).fill('Signe')
    await save(page).click()
    await page.getByRole('alert').getByText(t('invite.mobileWrong')).waitFor()
    expect(await field(page, t('onboarding.firstname')).inputValue()).toBe('Signe')
    await fill(page, member.email)
    await save(page).click()
    await page.getByRole('alert').getByText(t('invite.otherEmail')).waitFor()
    expect(await field(page, t('login.email')).inputValue()).toBe(member.email)
    await fill(page, 'signe@example.com')
    await save(page).click()
    await page.getByRole('status').getByText(t('invite.done')).waitFor()
    await button(page, t('invite.toLogin')).click()
    await page.waitForURL(salon.url('/login'))
    expect((await salon.sql('select 1 from guest')).length).toBe(2)
  })
})
