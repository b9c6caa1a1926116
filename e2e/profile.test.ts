import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { unzipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeVisit } from '#test/visit.ts'
import { bookElsewhere, join, openSalon, textPattern, textIn } from './salon.ts'
import { open, openHarness, type Harness } from './harness.ts'
import { field, press, said } from './page.ts'
import { exhaustive } from '#test/tier.ts'

const t = textIn('en')
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

/** A message without scripts: it is on the page that the form redirects to. */
const reported = async (page: Page, text: string) => {
  await page.waitForURL(/[?&]message=/)
  expect(await page.getByRole('main').innerText()).toContain(text)
}

test('an e-mail address that is not confirmed is said, and its link is sent again', async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  await salon.sql('update guest set email_verified = false')
  for (const javaScriptEnabled of [true, false])
    await harness.visit({ javaScriptEnabled, before: member.copyCookies }, async (page) => {
      await page.goto(salon.url('/my-account'))
      await page.getByRole('main').getByText(t('account.emailUnconfirmed'), { exact: true }).waitFor()
      await page.getByRole('link', { name: t('account.emailConfirm'), exact: true }).click()
      await page.waitForURL(salon.url('/profile/contact'))
      await page.getByRole('button', { name: t('profile.emailSend'), exact: true }).click()
      await page.getByText(t('shell.emailSent', { email: member.email })).waitFor()
    })
  await salon.sql('update guest set email_verified = true')
  await harness.visit({ before: member.copyCookies }, async (page) => {
    await page.goto(salon.url('/profile/contact'))
    await page.getByText(t('profile.emailConfirmed'), { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: t('profile.emailSend'), exact: true }).count()).toBe(0)
  })
})

test('each part of the profile has its URL, and saving it redirects home', async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  await harness.visit({ before: member.copyCookies }, async (page) => {
    await open(page, salon.url('/profile/no-such-part'))
    const nav = page.getByRole('navigation', { name: t('profile.nav') })
    expect(
      await nav.getByRole('link', { name: t('profile.contact'), exact: true }).getAttribute('aria-current'),
    ).toBe('page')
    for (const part of ['language', 'notifications', 'security', 'privacy'] as const) {
      await nav.getByRole('link', { name: t(`profile.${part}`), exact: true }).click()
      await page.waitForURL(salon.url(`/profile/${part}`))
    }
    await open(page, salon.url('/profile/notifications'))
    await page.locator('#notifySms').check()
    await field(page, t('profile.marketing')).check()
    await press(page, t('account.save'))
    await page.getByText('Profile updated', { exact: true }).waitFor()
    await page.waitForURL(salon.url('/my-account'))
  })
  expect(
    await salon.sql(
      'select notifications, marketing_accepted_at is not null as "acceptsMarketing" from guest',
    ),
  ).toEqual([
    {
      notifications: {
        mail: true,
        sms: true,
        push: false,
        booking: { push: true, sms: false, mail: true },
        waitlist: { push: true, sms: true, mail: true },
        sound: false,
        quiet: { from: '21:00', until: '08:00' },
      },
      acceptsMarketing: true,
    },
  ])
})

test('without JavaScript language, picture, password and other sessions can be changed', async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  const elsewhere = salon.caller()
  await elsewhere.call('signInWithEmailAndPassword', { email: member.email, password: member.password })
  await harness.visit({ before: member.copyCookies, javaScriptEnabled: false }, async (page) => {
    await page.goto(salon.url('/profile/contact'))
    await field(page, t('profile.pictureFile')).setInputFiles({
      name: 'me.png',
      mimeType: 'image/png',
      buffer: await sharp({ create: { width: 900, height: 600, channels: 3, background: '#357' } })
        .png()
        .toBuffer(),
    })
    await press(page, t('profile.pictureSave'))
    await reported(page, t('shell.pictureUpdated'))
    await page.locator('img[src^="/avatar/"]').first().waitFor()
    await field(page, t('profile.pictureFile')).setInputFiles({
      name: 'me.png',
      mimeType: 'image/png',
      buffer: Buffer.from('no picture'),
    })
    await press(page, t('profile.pictureSave'))
    await page.getByText(t('profile.pictureBad')).waitFor()
    await page.goto(salon.url('/profile/security'))
    await press(page, t('profile.sessionsEnd'))
    await reported(page, t('shell.sessionsEnded'))
    await field(page, t('profile.currentPassword')).fill('not mine')
    await field(page, t('profile.newPassword')).fill('ælgpåtur i marts')
    await press(page, t('profile.passwordSave'))
    await page.getByRole('alert').getByText(t('profile.passwordWrong')).waitFor()
    await field(page, t('profile.currentPassword')).fill(member.password)
    await field(page, t('profile.newPassword')).fill('ælgpåtur i marts')
    await press(page, t('profile.passwordSave'))
    await reported(page, t('shell.passwordUpdated'))
    await page.goto(salon.url('/profile/language'))
    await page.getByRole('combobox', { name: t('onboarding.language'), exact: true }).selectOption('da')
    await press(page, t('account.save'))
    await reported(page, 'Profilen er opdateret')
  })
  expect(await salon.sql('select 1 from session')).toHaveLength(1)
})

test('a guest exports their data and deletes the account after reading what is cancelled', async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  await bookElsewhere(salon, member)
  await harness.visit({ before: member.copyCookies }, async (page) => {
    await open(page, salon.url('/profile/privacy'))
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: t('profile.exportButton') }).click(),
    ])
    expect(Object.keys(unzipSync(new Uint8Array(readFileSync(await download.path()))))).toContain(
      'visits.ics',
    )
    await page.getByText(t('profile.deleteVisits', { count: 1 })).waitFor()
    await press(page, t('profile.deleteButton'))
    await page
      .getByRole('alert')
      .getByText(t('profile.deleteConfirmWrong', { word: 'DELETE' }))
      .waitFor()
    await field(page, t('profile.deleteConfirm', { word: 'DELETE' })).fill('DELETE')
    await press(page, t('profile.deleteButton'))
    await said(page, t('shell.accountDeleted'))
    await page.goto(salon.url('/my-account'))
    await page.waitForURL(/\/login/)
  })
  expect(await salon.sql('select 1 from guest')).toEqual([])
  expect(await salon.sql('select state, guest_id from visit')).toEqual([
    { state: 'cancelled', guest_id: null },
  ])
})

test('late fees in two currencies are shown separately: they have no sum', exhaustive, async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  const soon = Math.ceil(Date.now() / 900_000) * 900_000 + 3_600_000
  for (const [index, currency] of ['DKK', 'DKK', 'EUR'].entries())
    await makeVisit(harness.site.testDb, salon.id, {
      start: new Date(soon + index * 7_200_000),
      guestId: member.uid,
      contact: null,
      currency,
    })
  await harness.visit({ javaScriptEnabled: false, before: member.copyCookies }, async (page) => {
    await page.goto(salon.url('/profile/privacy'))
    await page.getByText(textPattern(t('profile.deleteSum', { amount: 'kr. 1,200.00 + €600.00' }))).waitFor()
    await page.goto(salon.url('/profile/privacy?lang=da'))
    expect(await page.getByText(/, \S+dag den \d.+ 20\d\d kl\. \d\d\.\d\d$/).count()).toBe(3)
  })
})

test('a submit at the moment when the message leaves the URL is not aborted by it', exhaustive, async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  await salon.caller().call('signInWithEmailAndPassword', { email: member.email, password: member.password })
  await harness.visit({ before: member.copyCookies }, async (page) => {
    // Holds the timer that clears the message back until the submit, unless the page stops it by then.
    await page.addInitScript((clearMs) => {
      const { setTimeout: later, clearTimeout: stop } = window
      const held = new Map<number, VoidFunction>()
      const isSubmitted = () => document.documentElement.dataset.due !== undefined
      Object.assign(window, {
        setTimeout: (run: VoidFunction, ms?: number, ...rest: unknown[]) => {
          if (ms !== clearMs || isSubmitted()) return later(run, ms, ...rest)
          const id = later(() => {}, ms)
          held.set(id, run)
          return id
        },
        clearTimeout: (id?: number) => {
          if (id !== undefined) held.delete(id)
          stop(id)
        },
      })
      const fallDue = () => {
        const due = [...held.keys()]
        document.documentElement.dataset.due = String(due.length)
        queueMicrotask(() => due.forEach((id) => held.get(id)?.()))
      }
      window.addEventListener('submit', fallDue, true)
    }, 100)
    await open(page, salon.url('/profile/security?message=picture-updated'))
    await page.getByText(t('shell.pictureUpdated')).waitFor()
    await press(page, t('profile.sessionsEnd'))
    expect(await page.evaluate(() => Number(document.documentElement.dataset.due))).toBeGreaterThan(0)
    await page.getByText(t('shell.sessionsEnded')).waitFor()
  })
  expect(await salon.sql('select 1 from session')).toHaveLength(1)
})

test('a submit while the page shows the previous result is not aborted by it', exhaustive, async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  await salon.caller().call('signInWithEmailAndPassword', { email: member.email, password: member.password })
  await harness.visit({ before: member.copyCookies }, async (page) => {
    const { promise: taken, resolve: take } = Promise.withResolvers<void>()
    await page.route(/\/profile\/security\.data/, async (route) => {
      if (route.request().method() === 'POST') await taken
      await route.continue()
    })
    await open(page, salon.url('/profile/security?message=picture-updated'))
    const sent = page.waitForRequest((request) => request.method() === 'POST')
    await press(page, t('profile.sessionsEnd'))
    await sent
    // What came of the form before is no answer to this one.
    await page.getByText(t('shell.pictureUpdated')).waitFor({ state: 'detached' })
    take()
    await said(page, t('shell.sessionsEnded'))
    await page.waitForURL(salon.url('/profile/security'))
  })
  expect(await salon.sql('select 1 from session')).toHaveLength(1)
})
