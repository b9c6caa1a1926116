/** @module-tag exhaustive */

import { readdirSync, readFileSync } from 'node:fs'
import { join as joined } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createInvite } from '#server/identity/invite/queries.ts'
import { makeVisit } from '#test/visit.ts'
import { booking } from './booking.ts'
import { join, openSalon, textIn, work, type Member, type Salon } from './salon.ts'
import { delayRequests } from './devtools.ts'
import { openHarness, type Harness } from './harness.ts'
import { field, heading } from './page.ts'

/*
 * A guest presses a button before hydration, sees no reaction and presses again: the browser drops the first
 * response, and the second must be the same. The rows are compared with the code: every page with a form has
 * one.
 */
const t = textIn('en')
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const HOUR_MS = 3_600_000
const password = 'a long enough secret'
type Props = { page: Page; context: BrowserContext; salon: Salon; member: Member }
type Row = {
  signedIn?: true
  /** Opens the page and fills in the form. @returns its button. */ to: (props: Props) => Promise<string>
  /** What the guest sees in the end. */ seen: (props: Props) => Promise<unknown>
}
/** `waitForURL` fails if the second press aborts its navigation. */
const waitForPage = (page: Page, address: string | RegExp) =>
  expect
    .poll(() => page.url(), { timeout: 20_000 })
    .toEqual(typeof address === 'string' ? address : expect.stringMatching(address))
const mailed = async (salon: Salon, to: string, wanted: RegExp) => {
  const { text = '' } = (await salon.mail()).find((one) => one.to === to && wanted.test(one.text)) ?? {}
  const { pathname, search } = new URL(wanted.exec(text)?.[0] ?? 'http://none')
  return salon.url(pathname + search)
}
const visitOf = ({ salon, member }: Props) =>
  makeVisit(salon.site.testDb, salon.id, {
    start: new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 72 * HOUR_MS),
    secret: salon.site.secret,
    guestId: member.uid,
    contact: null,
  })
const cancelled = async ({ salon }: Props) =>
  expect(await salon.sql('select state from visit')).toEqual([{ state: 'cancelled' }])

const same = 'does the same again, whatever came before'
const pages: Record<string, Row | string> = {
  'action/language.ts': same,
  'action/sign-out.ts': same,
  'terms/cookies.tsx': same,
  'checkout/checkout.tsx': same,
  'checkout/withdrawal.tsx': 'a second withdrawal shows the time of the first one',
  'shop/cart.tsx':
    'a product page is cached for all and has no key: its styles stop the second click (cart.test.ts)',
  'content/not-found.tsx': 'takes no form',
  'notification/notifications.ts': same,
  'notification/device.ts': same,
  'profile/language.tsx': same,
  'profile/notifications.tsx': same,
  'profile/passkey.ts': 'asked by scripts alone',
  'sign-in/passkey-answer.ts': 'asked by scripts alone',
  'account/my-account.tsx': 'asked by scripts alone: the page of one visit asks without them',
  'sign-in/provider.tsx': 'leads to the provider each time',
  'profile/contact.tsx': same,
  'staff/language.ts': same,
  'staff/sign-out.ts': same,
  'staff/lock.tsx': same,
  'staff/me.tsx': same,
  'staff/passkey.ts': 'asked by scripts alone',
  'staff/passkey-answer.ts': 'asked by scripts alone',
  'staff/welcome.tsx': {
    to: async ({ page, salon }) => {
      const owner = await work(salon)
      const email = `ida@${salon.id}.example`
      await owner.call('inviteStaff', { name: 'Ida Krogh', email, role: 'reception' })
      await page.goto(await mailed(salon, email, /\S+\/welcome\?\S+/))
      return t('staffWelcome.inviteButton')
    },
    seen: async ({ page, salon }) => {
      await heading(page, 'Ida Krogh')
      expect(await salon.sql("select 1 from audit where what = 'staffJoined'")).toHaveLength(1)
    },
  },
  'staff/people.tsx': {
    to: async ({ page, context, salon }) => {
      await (await work(salon)).copyCookies(context)
      await page.goto(salon.url('/admin/people'))
      await field(page, t('magic.email')).fill('new@example.com')
      await field(page, t('staffPeople.name')).fill('Ida Krogh')
      return t('staffPeople.invite')
    },
    seen: async ({ page, salon }) => {
      await waitForPage(page, /message=invited/)
      expect((await salon.mail()).filter(({ to }) => to === 'new@example.com')).toHaveLength(1)
    },
  },
  'sign-in/new-guest.tsx': {
    to: async ({ page, salon }) => {
      await page.goto(salon.url('/new-guest2'))
      await field(page, t('login.email')).fill('new@example.com')
      await field(page, t('login.password')).fill(password)
      return t('signUp.submit')
    },
    seen: async ({ page, salon }) => {
      await heading(page, t('onboarding.title'))
      expect(await salon.sql("select 1 from guest where email = 'new@example.com'")).toHaveLength(1)
      expect((await salon.mail()).filter(({ to }) => to === 'new@example.com')).toHaveLength(1)
    },
  },
  'sign-in/login.tsx': {
    to: async ({ page, salon, member }) => {
      await page.goto(salon.url('/login'))
      await field(page, t('login.email')).fill(member.email)
      await field(page, t('login.password')).fill(member.password)
      return t('login.submit')
    },
    seen: ({ page, salon }) => waitForPage(page, salon.url('/my-account')),
  },
  'sign-in/reset.tsx': {
    to: async ({ page, salon, member }) => {
      await page.goto(salon.url('/sign-in/reset'))
      await field(page, t('reset.email')).fill(member.email)
      return t('reset.submit')
    },
    seen: async ({ page, salon, member }) => {
      await waitForPage(page, /message=reset-sent/)
      expect(
        (await salon.mail()).filter(
          ({ to, text }) => to === member.email && text.includes('mode=resetPassword'),
        ),
      ).toHaveLength(1)
    },
  },
  'sign-in/magic.tsx': {
    to: async ({ page, salon, member }) => {
      await page.goto(salon.url('/sign-in/magic'))
      await field(page, t('magic.email')).fill(member.email)
      return t('magic.submit')
    },
    seen: ({ page }) => page.getByText(t('magic.sent'), { exact: true }).waitFor(),
  },
  'invite/user-invite.tsx': {
    to: async ({ page, salon }) => {
      const id = await salon.site.testDb.db.write(salon.id, (tx) =>
        createInvite(tx, {
          prefill: {},
          expiresAt: new Date(Date.now() + 24 * HOUR_MS),
          createdAt: new Date(),
        }),
      )
      await page.goto(salon.url(`/userInvite/${id}`))
      for (const [name, text] of [
        ['onboarding.firstname', 'Signe'],
        ['onboarding.lastname', 'Overgaard'],
        ['login.email', 'signe@example.com'],
        ['onboarding.mobile', '20304050'],
        ['login.password', password],
        ['invite.confirm', password],
      ] as const)
        await field(page, t(name)).fill(text)
      return t('invite.save')
    },
    seen: ({ page }) => page.getByRole('heading', { name: t('invite.done'), exact: true }).waitFor(),
  },
  'confirm/confirm.tsx': {
    to: async ({ page, salon, member }) => {
      await salon.caller().call('sendMagicLink', { email: member.email })
      await page.goto(await mailed(salon, member.email, /https?:\/\/\S+mode=signIn\S+/))
      return t('confirm.continueAs', { email: '' }).trim()
    },
    // The first link that is opened elsewhere than in the account's own browser clears its details.
    seen: ({ page, salon }) => waitForPage(page, salon.url('/onboarding?to=%2Fmy-account')),
  },
  'link/custom-login.tsx': {
    to: async ({ page, salon, member }) => {
      const { createActionCode } = await import('#server/identity/action-code/queries.ts')
      const code = await salon.site.testDb.db.write(salon.id, (tx) =>
        createActionCode(
          tx,
          {
            kind: 'customLogin',
            guestId: member.uid,
            data: {},
            browserHash: null,
            expiresAt: new Date(Date.now() + HOUR_MS),
          },
          Date.now(),
        ),
      )
      await page.goto(salon.url(`/custom-login/${code}`))
      return t('link.continueAs', { guest: '' }).trim()
    },
    seen: ({ page }) => heading(page, t('link.doneTitle')),
  },
  'account/onboarding.tsx': {
    to: async ({ page, salon, context }) => {
      const other = await join(salon, { details: false })
      await other.copyCookies(context)
      await page.goto(salon.url('/onboarding'))
      for (const [name, text] of [
        ['onboarding.firstname', 'Signe'],
        ['onboarding.lastname', 'Overgaard'],
        ['onboarding.mobile', '20304050'],
      ] as const)
        await field(page, t(name)).fill(text)
      await page.getByRole('checkbox', { name: t('onboarding.terms') }).check()
      return t('onboarding.submit')
    },
    seen: ({ page, salon }) => waitForPage(page, salon.url('/my-account')),
  },
  'account/change-email.tsx': {
    signedIn: true,
    to: async ({ page, salon }) => {
      await page.goto(salon.url('/changeEmail'))
      await field(page, t('changeEmail.newEmail')).fill('other@example.com')
      return t('changeEmail.submit')
    },
    seen: async ({ page, salon }) => {
      await heading(page, t('changeEmail.sentTitle'))
      expect((await salon.mail()).filter(({ to }) => to === 'other@example.com')).toHaveLength(1)
    },
  },
  'account/cancel-visit.tsx': {
    signedIn: true,
    to: async (props) => {
      const { id } = await visitOf(props)
      await props.page.goto(props.salon.url(`/my-account/cancel/${id}`))
      return t('cancel.confirm')
    },
    seen: async (props) => {
      await waitForPage(props.page, /message=visit-cancelled/)
      await cancelled(props)
    },
  },
  'cancel/cancel-booking.tsx': {
    to: async (props) => {
      const { id } = await visitOf(props)
      await props.page.goto(props.salon.url(`/cancelBooking/${props.salon.handles(id).cancel}?ask=1`))
      return t('cancel.confirm')
    },
    seen: async (props) => {
      await heading(props.page, t('cancel.doneTitle'))
      await cancelled(props)
    },
  },
  'book/time.tsx': {
    to: async ({ page, salon }) => {
      await page.goto(salon.url('/book/time?services=cut'))
      return ''
    },
    seen: async ({ page, salon }) => {
      await heading(page, t('booking.detailsTitle'))
      expect(await salon.sql("select 1 from visit where state = 'held'")).toHaveLength(1)
    },
  },
  'book/confirm.tsx': {
    to: async ({ page, salon }) => {
      await page.goto(salon.url('/book/time?services=cut'))
      await booking(page, t).firstTime().click()
      await booking(page, t).tell()
      return t('booking.confirm')
    },
    seen: async ({ page, salon }) => {
      await booking(page, t).done()
      expect(await salon.sql("select 1 from visit where state = 'booked'")).toHaveLength(1)
    },
  },
  'waitlist/join.tsx': {
    to: async ({ page, salon }) => {
      await page.goto(salon.url('/book/waitlist?services=cut'))
      for (const [name, text] of [
        ['booking.firstname', 'Signe'],
        ['booking.lastname', 'Overgaard'],
        ['booking.email', 'signe@example.com'],
      ] as const)
        await field(page, t(name)).fill(text)
      return t('joinWaitlist.button')
    },
    seen: async ({ page, salon }) => {
      await heading(page, t('joinWaitlist.sentTitle'))
      expect(await salon.sql('select 1 from waitlist_entry')).toHaveLength(1)
      expect((await salon.mail()).filter(({ to }) => to === 'signe@example.com')).toHaveLength(1)
    },
  },
  'photo/photos.tsx': {
    signedIn: true,
    to: async ({ page, salon }) => {
      await page.goto(salon.url('/photos'))
      const drawn = sharp({ create: { width: 60, height: 40, channels: 3, background: '#2a7a4b' } })
      const file = { name: 'photo.png', mimeType: 'image/png', buffer: await drawn.png().toBuffer() }
      await field(page, t('photos.file')).setInputFiles(file)
      return t('photos.upload')
    },
    seen: async ({ page, salon }) => {
      await page.locator('main li img').first().waitFor()
      expect(await salon.sql('select 1 from photo')).toHaveLength(1)
    },
  },
}
const left = [
  'staff/devices.tsx',
  'account/visit.tsx',
  'book/done.tsx',
  'book/move.tsx',
  'profile/security.tsx',
  'profile/privacy.tsx',
  'sign-in/callback.tsx',
  'link/gong.tsx',
  'link/unsubscribe.tsx',
  'link/confirm-mobile.tsx',
  'waitlist/waitlist.tsx',
  'waitlist/offer.tsx',
  'waitlist/extend.tsx',
  'waitlist/unsubscribe.tsx',
  'waitlist/confirm-entry.tsx',
]
for (const name of left) pages[name] = 'answered by the same one place for all forms'

test('every page with a form has its row here, and every posted form has a key', () => {
  const web = joined(import.meta.dirname, '../web')
  const sources = (readdirSync(web, { recursive: true }) as string[])
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => ({ path, text: readFileSync(joined(web, path), 'utf8') }))
  const taking = sources
    .filter(({ text }) => /^export (?:async function|const) action\b/m.test(text))
    .map(({ path }) => path.replace('routes/', ''))
  expect(Object.keys(pages).toSorted()).toEqual(taking.toSorted())
  const posted = sources.filter(({ text }) => text.includes('method="post"'))
  expect(
    posted
      .filter(
        ({ text }) =>
          !/from '(?:#web\/ui\/form|\.\.\/ui\/form|\.)\/form\.tsx'/.test(text) ||
          /import \{[^}]*\bForm\b[^}]*\} from 'react-router'/.test(text),
      )
      .map(({ path }) => path),
  ).toEqual([])
  const unkeyed = posted.flatMap(({ path, text }) =>
    [...text.matchAll(/<(?:form|fetcher\.Form)\b[^>]*method="post"(?:[^>]|=>)*>\s*(?!<FormKey)/g)]
      .filter(
        ([whole]) =>
          !text
            .slice(text.indexOf(whole))
            .slice(0, whole.length + 250)
            .includes('<FormKey'),
      )
      .map(() => path),
  )
  expect(unkeyed).toEqual([])
})

for (const [name, row] of Object.entries(pages)) {
  if (typeof row === 'string') continue
  test(`${name} pressed twice before hydration shows the result of one press`, async () => {
    const salon = await openSalon(harness.site)
    const member = await join(salon)
    await harness.visit(
      {
        expected: /ERR_FAILED|ERR_ABORTED|Failed to fetch/,
        ...(row.signedIn ? { before: member.copyCookies } : {}),
      },
      async (page, context) => {
        await page.route(/\/assets\/.*\.js/, (route) => route.abort())
        const props = { page, context, salon, member }
        const label = await row.to(props)
        const button = label
          ? page
              .getByRole('main')
              .getByRole('button', { name: new RegExp(`^${label}`) })
              .first()
          : booking(page, t).firstTime()
        await delayRequests(page, 900)
        let posted = 0
        page.on('request', (request) => {
          if (request.method() === 'POST' && request.isNavigationRequest()) posted += 1
        })
        // The first one has reached the server, and its response is not back.
        await button.evaluate((element) => {
          const press = () => {
            if (element instanceof HTMLButtonElement) element.form?.requestSubmit(element)
          }
          press()
          setTimeout(press, 400)
        })
        await row.seen(props)
        expect(posted).toBe(2)
      },
    )
  })
}
