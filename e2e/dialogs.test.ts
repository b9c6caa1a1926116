import { readdirSync, readFileSync } from 'node:fs'
import { join as joined } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createInvite } from '#server/data/invite.ts'
import { makeVisit } from '#test/visit.ts'
import { join, openSalon, said, textIn, type Member, type Salon } from './salon.ts'
import { open, openStage, ready, type Stage } from './stage.ts'

/*
 * Every dialog: what is said in passing while it is open is in it, where alone it can be seen and heard, and so is what went wrong
 * with its own button. The rows are counted against the code.
 */
const t = textIn('en')
let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const HOUR_MS = 3_600_000
const expected = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|a part of the page/
type Props = { page: Page; context: BrowserContext; salon: Salon; member: Member }
type Row = {
  signedIn?: true
  to: (props: Props) => Promise<unknown>
  /** Its button, and what it says where nobody can be asked. */ fails?: {
    button: string
    said: string
    before?: (page: Page) => Promise<unknown>
  }
}
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const visitOf = ({ salon, member }: Props) =>
  makeVisit(salon.site.testDb, salon.id, {
    start: new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 72 * HOUR_MS),
    secret: salon.site.secret,
    guestId: member.uid,
    contact: null,
  })
const cancelling = { button: t('cancel.confirm'), said: t('cancel.failed') }

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
  'ui/dialog.tsx': 'what the others are made of',
  'offline/late.tsx': 'asks nobody: see the tests of updates',
  'ui/drawer.tsx': {
    to: async ({ page, salon }) => {
      await open(page, salon.url('/login'))
      await press(page, t('shell.menu'))
    },
  },
  'ui/messages.tsx': { to: ({ page, salon }) => open(page, salon.url('/login?message=provider-failed')) },
  'routes/price/price-list.tsx': {
    to: async ({ page, salon }) => {
      await open(page, salon.site.url('aurora', '/behandlinger?lang=en'))
      const types = page.getByRole('combobox', { name: t('price.type'), exact: true })
      await types.selectOption('farve')
      await page.locator('a[href*="info="]').first().click()
    },
  },
  'routes/cancel/no-booking.tsx': { to: ({ page, salon }) => open(page, salon.url('/cancelBooking/1')) },
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
        .getByRole('button', { name: said(t('account.cancel')) })
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
      said: t('reset.failed'),
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
  'routes/invite/failure.tsx': { to: (props) => invited(props) },
  'routes/invite/accepted.tsx': {
    fails: { button: t('invite.toLogin'), said: t('error.unavailable') },
    to: async (props) => {
      await props.page.clock.install()
      await invited(props, 'signe@example.com')
      await props.page.getByRole('dialog').waitFor()
    },
  },
  'routes/confirm/email-notice.tsx': {
    signedIn: true,
    fails: { button: t('confirm.noticeOk'), said: t('error.unavailable') },
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
  test(`${name}: what is said while it is open is in it${fails ? ', and so is what went wrong' : ''}`, async () => {
    const salon = await openSalon(stage.site)
    const member = await join(salon)
    await stage.visit({ expected, ...(signedIn ? { before: member.lend } : {}) }, async (page, context) => {
      await to({ page, context, salon, member })
      await ready(page)
      const dialog = page.getByRole('dialog')
      await dialog.waitFor()
      // The corner where messages in passing appear is there once.
      await expect
        .poll(() =>
          page
            .locator('[role=status].bottom-4')
            .evaluateAll((corners) =>
              corners.map((corner) => corner.closest('dialog,[role=dialog]') !== null),
            ),
        )
        .toEqual([true])
      if (!fails) return
      await fails.before?.(page)
      await page.evaluate(() => void Object.assign(window, { still: true }))
      await context.setOffline(true)
      await dialog.getByRole('button', { name: fails.button, exact: true }).click()
      await dialog.getByRole('alert').filter({ hasText: fails.said }).waitFor()
      // Its button is the retry.
      expect(
        await dialog
          .getByRole('button')
          .filter({ hasNotText: t('shell.dismiss') })
          .last()
          .isEnabled(),
      ).toBe(true)
      expect(await page.evaluate(() => 'still' in window)).toBe(true)
      await context.setOffline(false)
    })
  })
}
