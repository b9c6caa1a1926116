/** @module-tag exhaustive */

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, toWeekday } from '#domain/zone.ts'
import { focused, walk } from './keyboard.ts'
import { bookElsewhere, join, openSalon, textIn, type Member, type Salon } from './salon.ts'
import { open, openHarness, tabTo, type Harness } from './harness.ts'
import { button, field, said } from './page.ts'

const t = textIn('en')
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

/** Moves to a field with the Tab key and replaces its value. */
async function write(page: Page, name: string, text: string): Promise<void> {
  await tabTo(page, field(page, name))
  expect(await focused(page)).toContain(name)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}
async function push(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, button(page, name))
  await focused(page)
  await page.keyboard.press('Enter')
}
/** The month `count` months after that of a date. */
function addMonths(date: string, count: number): string {
  const [year = 0, month = 0] = date.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + count)).toISOString().slice(0, 7)
}
const english = (date: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options }).format(Date.parse(date))
const dayName = (date: string) => english(date, { day: 'numeric', month: 'long', year: 'numeric' })
const monthName = (date: string) => english(date, { month: 'long', year: 'numeric' })
const onHeading = (page: Page) => page.locator('h1:focus').waitFor()
/** The error summary has the focus; its first link leads to the field. */
async function followErrorLink(page: Page, name: string): Promise<void> {
  await page.locator('[role=alert]:focus').waitFor()
  await page.keyboard.press('Tab')
  await focused(page)
  await page.keyboard.press('Enter')
  // The errors stay visible.
  expect(
    await field(page, name).evaluate((element) => [
      element === document.activeElement,
      element.getAttribute('aria-invalid'),
    ]),
  ).toEqual([true, 'true'])
}

test('a one-time code is requested, mistyped and entered with the keyboard, with correct focus', async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  // In another browser the code of an unverified account removes name and mobile, and leads to onboarding.
  await salon.sql('update guest set email_verified = true')
  await harness.visit({}, async (page) => {
    await open(page, salon.url('/gong'))
    expect(await walk(page)).toEqual([t('code.address'), t('code.send')])
    await open(page, salon.url('/gong'))
    await write(page, t('code.address'), 'nobody')
    await page.keyboard.press('Enter')
    await followErrorLink(page, t('code.address'))
    await page.waitForTimeout(1_100)
    await write(page, t('code.address'), member.email)
    await page.keyboard.press('Enter')
    await field(page, t('code.code')).waitFor()
    await expect.poll(() => focused(page)).toBe(t('code.code'))
    const digits = /^\d{6}$/m.exec((await salon.mail())[0]?.text ?? '')?.[0] ?? ''
    await page.waitForTimeout(1_100)
    await page.keyboard.type(digits === '000000' ? '000001' : '000000')
    await page.keyboard.press('Enter')
    await followErrorLink(page, t('code.code'))
    // A guest who skips the menu stays at this step.
    await page.getByRole('link', { name: t('shell.skip'), exact: true }).focus()
    await page.keyboard.press('Enter')
    expect(await page.locator('main').evaluate((main) => main === document.activeElement)).toBe(true)
    await tabTo(page, field(page, t('code.code')))
    expect(await field(page, t('code.code')).getAttribute('aria-invalid')).toBe('true')
    await page.waitForTimeout(1_100)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(digits)
    await page.keyboard.press('Enter')
    await page.waitForURL(salon.url('/my-account'))
    await onHeading(page)
  })
  await harness.visit({}, async (page) => {
    await open(page, salon.url('/gong'))
    await write(page, t('code.address'), member.email)
    await page.keyboard.press('Enter')
    await field(page, t('code.code')).waitFor()
    await expect.poll(() => focused(page)).toBe(t('code.code'))
    expect(await walk(page)).toEqual([t('code.code'), t('code.enter'), t('code.again'), t('code.other')])
    await tabTo(page, page.getByRole('link', { name: t('code.other'), exact: true }))
    await page.keyboard.press('Enter')
    await field(page, t('code.address')).waitFor()
    await expect.poll(() => focused(page)).toBe(t('code.address'))
  })
})

const nav = (['contact', 'language', 'notifications', 'security', 'privacy'] as const).map((part) =>
  t(`profile.${part}`),
)
const parts: [string, string[]][] = [
  [
    'contact',
    [
      t('onboarding.firstname'),
      t('onboarding.lastname'),
      t('onboarding.dialCode'),
      t('onboarding.mobile'),
      t('onboarding.address'),
      t('onboarding.postalcode'),
      t('onboarding.city'),
      t('account.save'),
      t('account.back'),
      t('profile.mobileSend'),
      t('profile.pictureFile'),
      t('profile.pictureSave'),
    ],
  ],
  ['language', [t('onboarding.language'), t('account.save')]],
  [
    'notifications',
    [
      // The mail about a visit is no choice.
      t('profile.notifyPush'),
      t('profile.notifySms'),
      t('profile.notifyPush'),
      t('profile.notifySms'),
      t('profile.notifyMail'),
      t('profile.notifyPush'),
      t('profile.notifySms'),
      t('profile.notifyMail'),
      t('profile.notifySmsConfirmLink'),
      t('profile.quiet'),
      t('profile.quietFrom'),
      t('profile.quietUntil'),
      t('notification.sound'),
      t('profile.marketing'),
      t('account.save'),
    ],
  ],
  [
    'security',
    [
      t('profile.currentPassword'),
      t('profile.newPassword'),
      t('profile.passwordSave'),
      t('profile.passkeyAdd'),
      t('profile.accountConnect', { provider: 'Google' }),
      t('profile.accountConnect', { provider: 'Facebook' }),
      t('profile.emailChange'),
    ],
  ],
  [
    'privacy',
    [t('profile.exportButton'), t('profile.deleteConfirm', { word: 'DELETE' }), t('profile.deleteButton')],
  ],
]

test('the tab key visits every part of the profile, and the focused element is always visible', async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 320, height: 480 },
    { width: 1280, height: 720 },
  ]) {
    await harness.visit({ before: member.copyCookies, viewport }, async (page) => {
      for (const [part, stops] of parts) {
        await open(page, salon.url(`/profile/${part}`))
        expect([part, await walk(page)]).toEqual([part, [...nav, ...stops]])
      }
    })
  }
})

/** Moves from one part of the profile to another and to its heading. */
async function goTo(
  page: Page,
  salon: Salon,
  part: 'language' | 'notifications' | 'security' | 'privacy',
): Promise<void> {
  await tabTo(
    page,
    page
      .getByRole('navigation', { name: t('profile.nav') })
      .getByRole('link', { name: t(`profile.${part}`), exact: true }),
  )
  await focused(page)
  await page.keyboard.press('Enter')
  await page.waitForURL(salon.url(`/profile/${part}`))
  await onHeading(page)
}
const inProfile = async (salon: Salon, member: Member, journey: (page: Page) => Promise<void>) =>
  harness.visit({ before: member.copyCookies }, async (page) => {
    await open(page, salon.url('/profile/contact'))
    await journey(page)
  })
/** Saving the whole form says so and redirects home. */
const home = async (page: Page, salon: Salon) => {
  await page.getByText('Profile updated', { exact: true }).waitFor()
  await page.waitForURL(salon.url('/my-account'))
}

test('contact, language and messages are changed with the keyboard', async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  await inProfile(salon, member, async (page) => {
    await write(page, t('onboarding.firstname'), 'Anna evil.dk/win')
    await page.keyboard.press('Enter')
    await followErrorLink(page, t('onboarding.firstname'))
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Signe')
    await tabTo(page, field(page, t('onboarding.dialCode')))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('norw')
    await page.keyboard.press('Enter')
    await expect.poll(() => field(page, t('onboarding.dialCode')).inputValue()).toContain('+47')
    await write(page, t('onboarding.mobile'), '40612345')
    await push(page, t('account.save'))
    await home(page, salon)
  })
  expect(await salon.sql('select firstname, mobile from guest')).toEqual([
    { firstname: 'Signe', mobile: '+4740612345' },
  ])
  await inProfile(salon, member, async (page) => {
    await goTo(page, salon, 'notifications')
    for (const name of [t('profile.notifyMail'), t('profile.marketing')]) {
      await tabTo(page, field(page, name))
      await focused(page)
      await page.keyboard.press('Space')
    }
    await push(page, t('account.save'))
    await home(page, salon)
  })
  await inProfile(salon, member, async (page) => {
    await goTo(page, salon, 'language')
    await tabTo(page, page.locator('main select'))
    await page.keyboard.type('Dansk')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL(salon.url('/my-account'))
    await page.locator('html[lang=da]').waitFor({ state: 'attached' })
  })
  expect(
    await salon.sql(
      `select preferred_language, notifications->'mail' as mail, marketing_accepted_at is not null as "acceptsMarketing"
        from guest`,
    ),
  ).toEqual([{ preferred_language: 'da', mail: false, acceptsMarketing: true }])
})

test('sessions are ended and the password is changed with the keyboard', async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  for (let more = 0; more < 3; more += 1)
    await salon
      .caller()
      .call('signInWithEmailAndPassword', { email: member.email, password: member.password })
  const sessions = async () => (await salon.sql('select 1 from session')).length
  await inProfile(salon, member, async (page) => {
    await goTo(page, salon, 'security')
    await push(page, /^Log out Unknown device/)
    await button(page, /^Log out Unknown device/)
      .nth(2)
      .waitFor({ state: 'detached' })
    expect(await sessions()).toBe(3)
    await said(page, t('shell.sessionsEnded'))
    await push(page, t('profile.sessionsEnd'))
    await button(page, t('profile.sessionsEnd')).waitFor({ state: 'detached' })
    expect(await sessions()).toBe(1)
    await said(page, t('shell.sessionsEnded'))
    await page.keyboard.press('Tab')
    await focused(page)
    await open(page, salon.url('/profile/security'))
    await write(page, t('profile.currentPassword'), member.password)
    await write(page, t('profile.newPassword'), '12345')
    await page.keyboard.press('Enter')
    await followErrorLink(page, t('profile.newPassword'))
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('en rolig aften ved søen')
    await page.keyboard.press('Enter')
    await said(page, t('shell.passwordUpdated'))
  })
  const { uid } = await salon
    .caller()
    .call('signInWithEmailAndPassword', { email: member.email, password: 'en rolig aften ved søen' })
  expect(uid).toBe(member.uid)
})

test('a guest reads what deletion cancels and deletes the account with the keyboard', async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  await bookElsewhere(salon, member)
  await inProfile(salon, member, async (page) => {
    await goTo(page, salon, 'privacy')
    await page.getByText(t('profile.deleteVisits', { count: 1 })).waitFor()
    await push(page, t('profile.deleteButton'))
    await followErrorLink(page, t('profile.deleteConfirm', { word: 'DELETE' }))
    await page.keyboard.type('DELETE')
    await page.keyboard.press('Enter')
    await said(page, t('shell.accountDeleted'))
    await page.waitForURL(salon.url('/'))
    await page.keyboard.press('Tab')
    await focused(page)
  })
  expect(await salon.sql('select 1 from guest')).toEqual([])
})

test('the keys of the calendar move by day, week, month and year, but not past the days that can be chosen', async () => {
  const salon = await openSalon(harness.site)
  await harness.visit({}, async (page) => {
    const month = addMonths(new Date().toISOString(), 2)
    await open(page, salon.url(`/book/waitlist?services=cut&month=${month}`))
    const from = field(page, t('preference.from'))
    const { min, max } = await from.evaluate(({ min, max }: HTMLInputElement) => ({ min, max }))
    // A Wednesday that is not at an end of the month.
    const start = [10, 11, 12, 13, 14, 15, 16]
      .map((day) => `${month}-${day}`)
      .find((day) => toWeekday(day) === 3)
    if (!start) throw new Error('the week has no Wednesday')
    await from.fill(start)
    await push(page, t('preference.openCalendar'))
    const calendar = page.getByRole('dialog', { name: t('preference.calendar') })
    await tabTo(page, calendar.locator('td [tabindex="0"]'))
    for (const [keys, day] of [
      ['', start],
      ['ArrowRight', addDays(start, 1)],
      ['ArrowLeft', start],
      ['ArrowDown', addDays(start, 7)],
      ['ArrowUp', start],
      ['Home', addDays(start, -2)],
      ['End', addDays(start, 4)],
      ['Home ArrowRight ArrowRight PageDown', `${addMonths(start, 1)}${start.slice(7)}`],
      ['PageUp', start],
      ['PageUp PageUp PageUp', min],
      ['ArrowUp', min],
      ['Shift+PageDown Shift+PageDown', max],
      ['ArrowRight', max],
    ] as const) {
      for (const key of keys.split(' ').filter(Boolean)) await page.keyboard.press(key)
      expect(await focused(page), keys).toContain(dayName(day))
      expect(await calendar.getByRole('gridcell').locator('[tabindex="0"]').count()).toBe(1)
    }
    // The arrow to a month without days keeps the focus and moves nothing.
    const next = calendar.locator('button[aria-disabled=true]')
    await tabTo(page, next)
    await page.keyboard.press('Enter')
    await calendar.getByRole('heading', { name: monthName(max) }).waitFor()
    expect(await next.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    await calendar.waitFor({ state: 'hidden' })
    expect(await from.inputValue()).toBe(start)
  })
})

test('joining the waitlist with the keyboard: a range in the calendar, a period more, and back', async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  await harness.visit({ before: member.copyCookies }, async (page) => {
    const month = new Date(Date.now() + 32 * 86_400_000).toISOString().slice(0, 7)
    await open(page, salon.url(`/appointments/waitlist?services=cut&month=${month}`))
    await push(page, t('preference.openCalendar'))
    const calendar = page.getByRole('dialog', { name: t('preference.calendar') })
    await calendar.getByRole('grid').waitFor()
    await tabTo(page, calendar.locator('td [tabindex="0"]'))
    for (const key of ['Enter', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
    const chosen = calendar.getByRole('gridcell', { selected: true })
    expect(await chosen.count()).toBe(8)
    expect(await focused(page)).toContain(t('preference.until'))
    await push(page, t('preference.calendarDone'))
    await calendar.waitFor({ state: 'hidden' })
    expect(await focused(page)).toBe(t('preference.openCalendar'))
    expect(await field(page, t('preference.from')).inputValue()).toBe(`${month}-01`)
    expect(await field(page, t('preference.until')).inputValue()).toBe(`${month}-08`)
    await push(page, t('preference.addWindow'))
    await expect.poll(() => focused(page)).toContain(t('preference.from'))
    await push(page, new RegExp(`^${t('preference.removeWindow')}.*2`))
    await push(page, t('joinWaitlist.button'))
    await page.waitForURL(/\/waitlist\?id=/)
    await said(page, t('shell.waitlistJoined'))
    await push(page, new RegExp(`^${t('waitlist.delete')}`))
    const question = page.getByRole('dialog', { name: t('waitlist.deleteTitle') })
    await question.waitFor()
    expect(await focused(page)).toBe(t('waitlist.keep'))
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'hidden' })
    expect(await focused(page)).toMatch(new RegExp(`^${t('waitlist.delete')}`))
  })
})
