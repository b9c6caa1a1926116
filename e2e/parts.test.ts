import { readdirSync, readFileSync } from 'node:fs'
import { join as joined } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createNotification } from '#server/data/notification.ts'
import type { MakeTenant } from '#test/make.ts'
import { makeVisit } from '#test/visit.ts'
import { booking } from './booking.ts'
import { bookElsewhere, join, openSalon, said, textIn, type Member, type Salon } from './salon.ts'
import { open, openStage, ready, type Stage } from './stage.ts'

/*
 * Whatever comes to a page later, without a connection at the moment when it is asked for. The rows are counted against the code: a
 * new part, or a new form that asks without leaving the page, has no row and fails the first test.
 */
const t = textIn('en')
let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const expected = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|a part of the page/
const HOUR_MS = 3_600_000
const web = joined(import.meta.dirname, '../web')
const sources = (readdirSync(web, { recursive: true }) as string[])
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\./.test(path))
  .map((path) => ({ path, text: readFileSync(joined(web, path), 'utf8') }))

type Props = { page: Page; context: BrowserContext; salon: Salon; member: Member }
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** To the step where a guest without an account tells who they are. */
async function toDetails({ page, salon }: Props) {
  await open(page, salon.url('/book/time?services=cut'))
  await booking(page, t).firstTime().click()
  await heading(page, t('booking.detailsTitle')).waitFor()
}
const holdOf = ({ page }: Props) => new URL(page.url()).searchParams.get('hold') ?? ''
const over = ({ salon }: Props) =>
  salon.sql("update visit set hold_until = now() - interval '1 minute' where state = 'held'")
/** To the last step, whose button books. */
async function toReview(props: Props) {
  await toDetails(props)
  await booking(props.page, t).tell()
  await booking(props.page, t).toReview().click()
}
/** Somebody else has the time by then. */
async function taken(props: Props) {
  await toReview(props)
  await heading(props.page, t('booking.reviewTitle')).waitFor()
  await over(props)
  await bookElsewhere(props.salon, props.salon.caller(), { details: true })
  await booking(props.page, t).confirm().click()
}
const forgotten = async ({ page, salon }: Props) => {
  await open(page, salon.url('/login'))
  await page.getByRole('link', { name: t('login.forgot'), exact: true }).click()
}

/**
 * `script` is the beginning of its file's name, where that is not the module's own. What a guest sees while it cannot be fetched:
 * nothing (`without`), the page as the server has drawn it (`drawn`), or a retry in its place.
 */
type Part = {
  script?: string
  signedIn?: true
  profile?: MakeTenant['profile']
  /** Before it is stopped. */ before?: (props: Props) => Promise<unknown>
  to: (props: Props) => Promise<unknown>
  told: 'without' | 'drawn' | 'retry'
  /** What is there once it has come. */ seen?: (page: Page) => ReturnType<Page['locator']>
}
const at =
  (path: string) =>
  ({ page, salon }: Props) =>
    open(page, salon.url(path))
const drawn =
  (path: string) =>
  ({ page, salon }: Props) =>
    page.goto(salon.url(path))

const parts: Record<string, Part> = {
  'consent/counted.tsx': {
    profile: { analytics: { measurementId: 'G-TEST1234' } },
    to: at('/login'),
    told: 'without',
  },
  'notification/told.tsx': { signedIn: true, to: at('/my-account'), told: 'without' },
  'notification/cards.tsx': {
    signedIn: true,
    told: 'without',
    to: async (props) => {
      await at('/my-account')(props)
      const asked = props.page.waitForRequest(/\/cards-/)
      await props.salon.site.testDb.db.write(props.salon.id, (tx) =>
        createNotification(
          tx,
          props.member.uid,
          { type: 'success', title: 'Told', body: 'Something' },
          new Date(),
        ),
      )
      await asked
    },
  },
  'offline/late.tsx': {
    to: async (props) => {
      const asked = props.page.waitForRequest(/\/late-/)
      await at('/login')(props)
      await asked
    },
    told: 'without',
  },
  'offline/next-visit.ts': { signedIn: true, to: at('/my-account'), told: 'without' },
  'ui/hiding.ts': {
    to: async (props) => {
      await at('/behandlinger')(props)
      const asked = props.page.waitForRequest(/\/hiding-/)
      await props.page.evaluate(() => dispatchEvent(new Event('scroll')))
      await asked
    },
    told: 'without',
  },
  'ui/dial-search.tsx': {
    told: 'without',
    to: async (props) => {
      await toDetails(props)
      await props.page.getByRole('combobox', { name: t('booking.dialCode'), exact: true }).click()
      await props.page.locator('select[name=countryCode]:not(.hidden)').waitFor()
    },
  },
  'routes/sign-in/passkey-offer.tsx': { signedIn: true, to: at('/my-account'), told: 'without' },
  'routes/sign-in/passkey-strip.tsx': {
    signedIn: true,
    told: 'without',
    to: async (props) => {
      const session = await props.context.newCDPSession(props.page)
      await session.send('WebAuthn.enable')
      await session.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          ctap2Version: 'ctap2_1',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      })
      const asked = props.page.waitForRequest(/\/passkey-strip-/)
      await at('/my-account')(props)
      await asked
    },
  },
  '@simplewebauthn/browser': {
    script: 'esm',
    told: 'without',
    to: async (props) => {
      await at('/login')(props)
      await press(props.page, t('login.passkey'))
      await props.page.getByRole('status').getByText(t('login.passkeyFailed'), { exact: true }).waitFor()
    },
  },
  'ui/messages.tsx': {
    to: drawn('/login?message=provider-failed'),
    told: 'drawn',
    seen: (page) => page.locator('dialog:modal'),
  },
  'ui/session-end.tsx': {
    signedIn: true,
    told: 'drawn',
    seen: (page) => page.getByText(t('session.left', { minutes: 10 })),
    to: async (props) => {
      await props.salon.sql("update session set expires_at = now() + '595 seconds' where user_id = $1", [
        props.member.uid,
      ])
      await drawn('/my-account')(props)
    },
  },
  'routes/home/salon.tsx': { to: drawn('/'), told: 'drawn' },
  'routes/home/finder.tsx': { to: ({ page, salon }) => page.goto(salon.site.url('default')), told: 'drawn' },
  'routes/book/details-stage.tsx': {
    script: 'details',
    before: toDetails,
    to: (props) => props.page.goto(props.salon.url(`/book/confirm?hold=${holdOf(props)}`)),
    told: 'drawn',
  },
  'routes/book/hold-over.tsx': {
    before: async (props) => {
      await toDetails(props)
      await over(props)
    },
    to: ({ page }) => page.reload(),
    told: 'drawn',
  },
  'routes/book/review.tsx': {
    to: toReview,
    told: 'retry',
    seen: (page) => heading(page, t('booking.reviewTitle')),
  },
  'routes/book/refused.tsx': {
    to: taken,
    told: 'retry',
    seen: (page) => heading(page, t('book.takenTitle')),
  },
  'routes/sign-in/reset-password.tsx': {
    to: forgotten,
    told: 'retry',
    seen: (page) => page.getByRole('dialog', { name: t('reset.title'), exact: true }),
  },
  'routes/sign-in/magic-form.tsx': {
    told: 'retry',
    seen: (page) => page.getByRole('button', { name: t('magic.submit'), exact: true }),
    to: async (props) => {
      await at('/login')(props)
      await props.page.getByRole('link', { name: t('login.withoutPassword'), exact: true }).click()
    },
  },
}

/** Every module that is imported once it is needed. */
const imported = () =>
  [
    ...new Set(
      sources.flatMap(({ path, text }) =>
        [...text.matchAll(/\bimport\('([^']+)'\)/g)].map(([, name = '']) =>
          name.startsWith('.') ? joined(path, '..', name) : name,
        ),
      ),
    ),
  ].toSorted()

test('every part that a page fetches later, and every form that asks without leaving its page, has its row here', () => {
  expect(Object.keys(parts).toSorted()).toEqual(imported())
  expect(Object.keys(asking).toSorted()).toEqual(
    sources
      .filter(({ text }) => /\buseFetcher(<[^\n()]*>)?\(/.test(text))
      .map(({ path }) => path)
      .toSorted(),
  )
})

/** What tells a page from one that was loaded anew, or gave up. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { still: true }))
async function stands(page: Page) {
  expect(await page.evaluate(() => 'still' in window), 'the page was loaded anew').toBe(true)
  expect(
    await page.getByText(t('error.body'), { exact: true }).count(),
    'the page gave way to an error',
  ).toBe(0)
}

for (const [name, { script, signedIn, profile = {}, before, to, told, seen }] of Object.entries(parts)) {
  const file = script ?? /([^/]+?)(\.tsx?)?$/.exec(name)?.[1] ?? ''
  test(`${name} that cannot be fetched leaves the page as it is (${told})`, async () => {
    const salon = await openSalon(stage.site, { profile, members: [{ id: 'anna' }] })
    const member = await join(salon)
    await stage.visit({ expected, ...(signedIn ? { before: member.lend } : {}) }, async (page, context) => {
      const address = new RegExp(`/assets/${file}-[0-9a-f]+\\.js`)
      let stopped = 0
      await before?.({ page, context, salon, member })
      await context.route(address, (route) => {
        stopped += 1
        return route.abort()
      })
      await page.addInitScript(() =>
        document.addEventListener('DOMContentLoaded', () => Object.assign(window, { still: true })),
      )
      await to({ page, context, salon, member })
      await expect.poll(() => stopped, { timeout: 20_000 }).toBeGreaterThan(0)
      const retry = page
        .getByRole('alert')
        .filter({ hasText: t('error.unreached') })
        .getByRole('button', { name: t('error.retry'), exact: true })
      if (told === 'retry') await retry.waitFor()
      else await page.waitForTimeout(100)
      await stands(page)
      await context.unroute(address)
      if (told === 'drawn') {
        const come = page.waitForResponse(address)
        await page.evaluate(() => dispatchEvent(new Event('online')))
        await come
        await ready(page)
      }
      if (told === 'retry') await retry.click()
      await seen?.(page).waitFor()
      await stands(page)
    })
  })
}

/** Opens the page, and gives what asks; then what is told where the guest has no connection, and what there is when it is back. */
type Asking = (props: Props, offline: (gone: boolean) => Promise<void>) => Promise<void>
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

const asking: Record<string, Asking | 'by itself' | 'from the page’s own address'> = {
  'notification/told.tsx': 'by itself',
  'routes/sign-in/passkey-offer.tsx': 'by itself',
  'routes/invite/use-signed-out.ts': 'from the page’s own address',
  'routes/account/cancel-modal.tsx': async ({ page, salon, member }, offline) => {
    await makeVisit(salon.site.testDb, salon.id, {
      start: new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 72 * HOUR_MS),
      secret: salon.site.secret,
      guestId: member.uid,
      contact: null,
    })
    await open(page, salon.url('/my-account'))
    await mark(page)
    await offline(true)
    await page
      .getByRole('main')
      .getByRole('button', { name: said(t('account.cancel')) })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: t('cancel.askTitle') })
    await dialog.getByRole('button', { name: t('cancel.confirm'), exact: true }).click()
    await dialog.getByRole('alert').getByText(t('cancel.failed'), { exact: true }).waitFor()
    expect(await salon.sql('select state from visit')).toEqual([{ state: 'booked' }])
    await offline(false)
    await dialog.getByRole('button', { name: t('cancel.retry'), exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await salon.sql('select state from visit')).toEqual([{ state: 'cancelled' }])
  },
  'routes/sign-in/reset-password.tsx': async ({ page, salon, member }, offline) => {
    await open(page, salon.url('/login'))
    await mark(page)
    await page.getByRole('link', { name: t('login.forgot'), exact: true }).click()
    const dialog = page.getByRole('dialog')
    await field(page, t('reset.email')).fill(member.email)
    await offline(true)
    await dialog.getByRole('button', { name: t('reset.submit'), exact: true }).click()
    await dialog.getByRole('alert').getByText(t('reset.failed'), { exact: true }).waitFor()
    await offline(false)
    await dialog.getByRole('button', { name: t('reset.submit'), exact: true }).click()
    await dialog.getByText(t('reset.sent'), { exact: true }).waitFor()
  },
  'routes/sign-in/magic-form.tsx': async ({ page, salon, member }, offline) => {
    await open(page, salon.url('/login?loginType=magic'))
    await mark(page)
    await field(page, t('magic.email')).fill(member.email)
    await offline(true)
    await press(page, t('magic.submit'))
    await page.getByRole('alert').getByText(t('magic.unreached')).waitFor()
    expect(await field(page, t('magic.email')).inputValue()).toBe(member.email)
    await offline(false)
    // It takes no second press within seconds.
    await expect
      .poll(
        async () => {
          await press(page, t('magic.submit'))
          return page.getByText(t('magic.sentHint'), { exact: true }).count()
        },
        { timeout: 15_000, interval: 1_000 },
      )
      .toBe(1)
  },
  'routes/sign-in/passkey.tsx': async ({ page, salon }, offline) => {
    // What the browser may fill in by itself has been asked for by then.
    const asked = page.waitForResponse(/sign-in\/passkey\.data/)
    await open(page, salon.url('/login'))
    await asked
    await mark(page)
    await offline(true)
    await press(page, t('login.passkey'))
    await page.getByRole('status').getByText(t('login.passkeyFailed'), { exact: true }).waitFor()
    await offline(false)
  },
  'routes/sign-in/new-passkey.ts': async ({ page, salon }, offline) => {
    await open(page, salon.url('/profile/security'))
    await mark(page)
    await offline(true)
    await press(page, t('profile.passkeyAdd'))
    await page.getByText(t('profile.passkeyFailed'), { exact: true }).waitFor()
    await offline(false)
  },
  'routes/book/hold-banner.tsx': async (props, offline) => {
    const { page } = props
    await toDetails(props)
    await mark(page)
    await offline(true)
    await press(page, t('booking.keepLonger'))
    await page.getByRole('alert').getByText(t('booking.unreached'), { exact: true }).waitFor()
    await offline(false)
    await press(page, t('booking.keepLonger'))
    await page
      .getByRole('button', { name: t('booking.keepLonger'), exact: true })
      .waitFor({ state: 'hidden' })
  },
}

for (const [name, journey] of Object.entries(asking)) {
  if (typeof journey === 'string') continue
  test(`${name} without a connection at the press says so in its place, and goes on once it is back`, async () => {
    const salon = await openSalon(stage.site)
    const member = await join(salon)
    const strange = /sign-in|book/.test(name) && !name.includes('new-passkey')
    await stage.visit({ expected, ...(strange ? {} : { before: member.lend }) }, async (page, context) => {
      await journey({ page, context, salon, member }, (gone) => context.setOffline(gone))
      await stands(page)
    })
  })
}

test('what tells of news and offers a passkey by itself leaves the page alone where its script cannot be fetched', async () => {
  const salon = await openSalon(stage.site)
  const member = await join(salon)
  await stage.visit({ expected, before: member.lend }, async (page, context) => {
    let stopped = 0
    await context.route(/\/assets\/(notifications|passkey)-[0-9a-f]+\.js/, (route) => {
      stopped += 1
      return route.abort()
    })
    await open(page, salon.url('/my-account'))
    await mark(page)
    await salon.site.testDb.db.write(salon.id, (tx) =>
      createNotification(tx, member.uid, { type: 'success', title: 'Told', body: 'Something' }, new Date()),
    )
    await expect.poll(() => stopped, { timeout: 20_000 }).toBeGreaterThan(0)
    await page.waitForTimeout(300)
    await stands(page)
  })
})
