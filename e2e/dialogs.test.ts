/** @module-tag exhaustive */

import { readdirSync, readFileSync } from 'node:fs'
import { join as joined } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createInvite } from '#server/identity/invite/queries.ts'
import { makeVisit } from '#test/visit.ts'
import { join, openSalon, textPattern, textIn, type Member, type Salon } from './salon.ts'
import { open, openHarness, ready, type Harness } from './harness.ts'
import { field, press } from './page.ts'

/*
 * Every dialog contains the toasts that come while it is open (outside of it they would be neither visible
 * nor announced), where a guest who is signed in may see it, and the errors of its own button. The rows are
 * compared with the code.
 */
const t = textIn('en')
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const HOUR_MS = 3_600_000
const expected = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|a part of the page/
type Props = { page: Page; context: BrowserContext; salon: Salon; member: Member }
type Row = {
  /** `before`: the dialog comes as the session ends. */ signedIn?: true | 'before'
  to: (props: Props) => Promise<unknown>
  /** The label of its button, and its message when the server is unavailable. */ fails?: {
    button: string
    message: string
    before?: (page: Page) => Promise<unknown>
  }
}
const visitOf = ({ salon, member }: Props) =>
  makeVisit(salon.site.testDb, salon.id, {
    start: new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 72 * HOUR_MS),
    secret: salon.site.secret,
    guestId: member.uid,
    contact: null,
  })
const cancelling = { button: t('cancel.confirm'), message: t('cancel.failed') }

async function invited({ page, salon, member }: Props, email = member.email) {
  const id = await salon.site.testDb.db.write(salon.id, (tx) =>
    createInvite(tx, { prefill: {}, expiresAt: new Date(Date.now() + 24 * HOUR_MS), createdAt: new Date() }),
  )
  await open(page, salon.url(`/userInvite/${id}`))
  for (const [name, text] of [
    ['onboarding.firstname', 'Signe'],
    ['onboarding.lastname', 'Overgaard'],
    ['login.email', email],
    ['onboarding.mobile', '20304050'],
    ['login.password', 'a long enough secret'],
    ['invite.confirm', 'a long enough secret'],
  ] as const)
    await field(page, t(name)).fill(text)
  await press(page, t('invite.save'))
}

const dialogs: Record<string, Row | string> = {
  'ui/dialog/dialog.tsx': 'what the others are made of',
  'content/block/gallery-1.tsx': 'a picture, which sends nothing; toasts stay above it',
  'offline/service-worker.tsx': 'asks nobody: see the tests of updates',
  'push/push-prompt.tsx': 'opens only on an iPhone or iPad without push: see the journeys of push',
  'shell/drawer.tsx': {
    signedIn: true,
    to: async ({ page, salon }) => {
      await open(page, salon.url('/profile'))
      await press(page, t('shell.menu'))
    },
  },
  'routes/price/price-list.tsx': {
    to: async ({ page, salon }) => {
      await open(page, salon.site.url('aurora', '/behandlinger?lang=en'))
      const types = page.getByRole('combobox', { name: t('price.type'), exact: true })
      await types.selectOption('farve')
      await page.locator('a[href*="info="]').first().click()
    },
  },
  'routes/cancel/booking-not-found.tsx': {
    to: ({ page, salon }) => open(page, salon.url('/cancelBooking/1')),
  },
  'routes/cancel/cancel-booking.tsx': {
    fails: cancelling,
    to: async (props) => {
      const { id } = await visitOf(props)
      await open(props.page, props.salon.url(`/cancelBooking/${props.salon.handles(id).cancel}`))
      await press(props.page, t('cancel.button'))
    },
  },
  'routes/account/cancel-modal.tsx': {
    signedIn: true,
    fails: cancelling,
    to: async (props) => {
      await visitOf(props)
      await open(props.page, props.salon.url('/my-account'))
      await props.page
        .getByRole('main')
        .getByRole('button', { name: textPattern(t('account.cancel')) })
        .first()
        .click()
    },
  },
  'routes/sign-in/reset-password.tsx': {
    to: async ({ page, salon }) => {
      await open(page, salon.url('/login'))
      await page.getByRole('link', { name: t('login.forgot'), exact: true }).click()
    },
    fails: {
      button: t('reset.submit'),
      message: t('reset.failed'),
      before: (page) => field(page, t('reset.email')).fill('freja@example.com'),
    },
  },
  'routes/sign-in/email-in-use.tsx': {
    to: async ({ page, salon, member }) => {
      await open(page, salon.url('/new-guest2'))
      await field(page, t('login.email')).fill(member.email)
      await field(page, t('login.password')).fill('another long enough secret')
      await press(page, t('signUp.submit'))
    },
  },
  'waitlist/leave-modal.tsx': {
    signedIn: true,
    fails: { button: t('waitlist.deleteConfirm'), message: t('waitlist.deleteFailed') },
    to: async ({ page, salon, member }) => {
      await member.call('joinWaitlist', { services: ['cut'] })
      await open(page, salon.url('/waitlist'))
      await page
        .getByRole('main')
        .getByRole('button', { name: textPattern(t('waitlist.delete')) })
        .click()
    },
  },
  'routes/waitlist/preferences/date-range.tsx': {
    to: async ({ page, salon }) => {
      const month = new Date(Date.now() + 32 * 24 * HOUR_MS).toISOString().slice(0, 7)
      await open(page, salon.url(`/book/waitlist?services=cut&month=${month}`))
      await press(page, t('preference.openCalendar'))
    },
  },
  'routes/waitlist/offer/offer-result.tsx':
    'shows an outcome and sends nothing: see the journeys of the waitlist',
  'routes/invite/invite-error.tsx': { to: (props) => invited(props) },
  'routes/invite/accepted.tsx': {
    fails: { button: t('invite.toLogin'), message: t('error.unavailable') },
    to: async (props) => {
      await props.page.clock.install()
      await invited(props, 'signe@example.com')
      await props.page.getByRole('dialog').waitFor()
    },
  },
  'routes/confirm/email-notice.tsx': {
    signedIn: 'before',
    fails: { button: t('confirm.noticeOk'), message: t('error.unavailable') },
    to: async ({ page, salon, member }) => {
      await open(page, salon.url('/changeEmail'))
      await field(page, t('changeEmail.newEmail')).fill('new@example.com')
      await press(page, t('changeEmail.submit'))
      await page.getByRole('heading', { level: 1, name: t('changeEmail.sentTitle'), exact: true }).waitFor()
      const mail = (await salon.mail()).find(
        (one) => one.to === 'new@example.com' && one.text.includes('mode=verifyAndChangeEmail'),
      )
      const { pathname, search } = new URL(
        /https?:\/\/\S+\/confirm\?\S+/.exec(mail?.text ?? '')?.[0] ?? `http://no.mail/${member.email}`,
      )
      await page.goto(salon.url(pathname + search))
    },
  },
}

test('every dialog has its row here', () => {
  const web = joined(import.meta.dirname, '../web')
  const inCode = (readdirSync(web, { recursive: true }) as string[]).filter(
    (path) =>
      path.endsWith('.tsx') &&
      /<Dialog\b|<dialog\b|role="dialog"/.test(readFileSync(joined(web, path), 'utf8')),
  )
  expect(Object.keys(dialogs).toSorted()).toEqual(inCode.toSorted())
})

for (const [name, row] of Object.entries(dialogs)) {
  if (typeof row === 'string') continue
  const { signedIn, to, fails } = row
  const title = [signedIn === true && 'toasts', fails && 'its errors'].filter(Boolean).join(' and ')
  test(`${name}: ${title || 'nothing else'} inside the open dialog`, async () => {
    const salon = await openSalon(harness.site)
    const member = await join(salon)
    await harness.visit(
      { expected, ...(signedIn ? { before: member.copyCookies } : {}) },
      async (page, context) => {
        await to({ page, context, salon, member })
        await ready(page)
        const dialog = page.getByRole('dialog')
        await dialog.waitFor()
        // Only one place shows toasts.
        const places = signedIn === true ? [true] : []
        await expect
          .poll(() =>
            page
              .locator('.toasts')
              .evaluateAll((all) => all.map((one) => one.closest('dialog,[role=dialog]') !== null)),
          )
          .toEqual(places)
        if (!fails) return
        await fails.before?.(page)
        await page.evaluate(() => void Object.assign(window, { still: true }))
        await context.setOffline(true)
        await dialog.getByRole('button', { name: fails.button, exact: true }).click()
        await dialog.getByRole('alert').filter({ hasText: fails.message }).waitFor()
        // The button retries.
        await expect.poll(() => dialog.getByRole('button').last().isEnabled()).toBe(true)
        expect(await page.evaluate(() => 'still' in window)).toBe(true)
        await context.setOffline(false)
      },
    )
  })
}
