import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NewNotification } from '#contract/guest/notification.ts'
import { notificationTypes } from '#domain/notification/kinds.ts'
import { createNotification } from '#server/notification/queries.ts'
import { join, openSalon, textIn, type Member, type Salon } from './salon.ts'
import { backgroundOf, open, openHarness, type Harness } from './harness.ts'
import { exhaustive } from '#test/tier.ts'

const t = textIn('en')
/** For events that reach several tabs through the stream. */
const soon = { timeout: 20_000 }
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const notify = (
  salon: Salon,
  { uid }: Member,
  { usefulUntil = null, ...told }: Partial<NewNotification> & { usefulUntil?: Date | null } = {},
) =>
  salon.site.testDb.db.write(salon.id, (tx) =>
    createNotification(
      tx,
      uid,
      { type: 'success', title: 'Told', body: 'Something', ...told },
      { at: new Date(), usefulUntil },
    ),
  )
const toasts = (page: Page) =>
  page.getByRole('region', { name: t('shell.notifications') }).getByRole('article')
const toast = (page: Page, title: string) => toasts(page).filter({ hasText: title })
const count = (page: Page) => page.locator('#unread')
const unread = (salon: Salon) =>
  salon
    .sql<{ title: string }>('select title from notification where read_at is null order by title')
    .then((rows) => rows.map(({ title }) => title))

/** Another tab of the same browser. */
async function tab(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage()
  await open(page, url)
  return page
}

test('a notification appears only in its guest’s tabs, and dismissing it closes it in all', async () => {
  const salon = await openSalon(harness.site)
  const [alma, other] = [await join(salon), await join(salon)]
  await harness.visit({ before: alma.copyCookies }, async (page, context) => {
    await open(page, salon.url('/my-account'))
    const second = await tab(context, salon.url('/behandlinger'))
    await harness.visit({ before: other.copyCookies }, async (visitor) => {
      await open(visitor, salon.url('/my-account'))
      for (const type of notificationTypes) await notify(salon, alma, { type, title: `Title of ${type}` })
      for (const one of [page, second])
        await one.getByRole('link', { name: t('shell.more', { count: 6 }), exact: true }).waitFor()
      expect(await toasts(page).allInnerTexts()).toEqual([expect.stringContaining('Title of af')])
      expect(await page.getByRole('status').filter({ hasText: 'Title of af' }).count()).toBe(1)
      await expect.poll(() => count(second).innerText(), soon).toContain('7')
      await toasts(second)
        .getByRole('button', { name: t('notification.dismiss', { title: 'Title of af' }) })
        .click()
      for (const one of [page, second]) await toast(one, 'Title of success').waitFor(soon)
      await expect.poll(() => unread(salon), soon).not.toContain('Title of af')
      await page.getByRole('button', { name: t('notification.dismissAll') }).click()
      for (const one of [page, second]) await expect.poll(() => toasts(one).count(), soon).toBe(0)
      await expect.poll(() => unread(salon), soon).toEqual([])
      await expect.poll(() => count(page).innerText(), soon).toBe('')
      expect([await toasts(visitor).count(), await count(visitor).innerText()]).toEqual([0, ''])
    })
  })
})

test('a toast stays on its page; what has just come and an open offer go along to the next', async () => {
  const salon = await openSalon(harness.site)
  const alma = await join(salon)
  await harness.visit({ before: alma.copyCookies }, async (page) => {
    await open(page, salon.url('/my-account'))
    const hour = new Date(Date.now() + 3_600_000)
    await notify(salon, alma, { title: 'Open offer', type: 'waitlistOpening', usefulUntil: hour })
    await notify(salon, alma, { title: 'Ended offer', type: 'waitlistOpening', usefulUntil: new Date() })
    await notify(salon, alma, { title: 'Visit changed', type: 'bookingChanged', usefulUntil: hour })
    await page.getByRole('link', { name: t('shell.more', { count: 2 }), exact: true }).waitFor()
    await page.clock.setFixedTime(Date.now() + 6_000)
    await notify(salon, alma, { title: 'Just now' })
    await toast(page, 'Just now').waitFor()
    await page.locator('main a[href="/waitlist"]').first().click()
    await page.getByRole('heading', { level: 1, name: t('waitlist.title'), exact: true }).waitFor()
    await page.getByRole('link', { name: t('shell.more', { count: 1 }), exact: true }).waitFor()
    await toasts(page)
      .getByRole('button', { name: t('notification.dismiss', { title: 'Just now' }) })
      .click()
    await toast(page, 'Open offer').waitFor()
    expect(await toasts(page).count()).toBe(1)
    // Those that were left behind are still unread.
    await expect.poll(() => count(page).innerText(), soon).toContain('3')
  })
})

test(
  'lines break at a line end, a written \\n and br; everything else is shown as plain text',
  exhaustive,
  async () => {
    const salon = await openSalon(harness.site)
    const alma = await join(salon)
    await harness.visit({ before: alma.copyCookies }, async (page) => {
      await open(page, salon.url('/my-account'))
      await notify(salon, alma, {
        title: '<b>Bold</b>',
        body: 'One\\nTwo<br>Three<BR/>Four\nFive <img src=x onerror=alert(1)> <br onclick=alert(1)>',
      })
      await toast(page, '<b>Bold</b>').waitFor()
      expect((await toast(page, 'One').innerText()).split('\n').filter(Boolean)).toEqual([
        '<b>Bold</b>',
        'One',
        'Two',
        'Three',
        'Four',
        'Five <img src=x onerror=alert(1)> <br onclick=alert(1)>',
      ])
      expect(await toast(page, 'One').locator('br').count()).toBe(4)
      expect(await toast(page, 'One').locator('b, img').count()).toBe(0)
    })
  },
)

test(
  'a notification links only to safe targets, and a free time always links to booking',
  exhaustive,
  async () => {
    const salon = await openSalon(harness.site)
    const alma = await join(salon)
    await harness.visit({ before: alma.copyCookies }, async (page) => {
      await open(page, salon.url('/behandlinger'))
      await notify(salon, alma, { title: 'Path', link: '/my-account' })
      await notify(salon, alma, { title: 'Elsewhere', link: 'https://example.com/x' })
      await notify(salon, alma, { title: 'Waitlist', type: 'waitlistOpening' })
      await notify(salon, alma, { title: 'Afbud', type: 'af' })
      const unsafeLinks = await notify(salon, alma, { title: 'Evil' })
      // A row that bypasses the application's validation.
      await salon.sql("update notification set link = 'javascript:alert(1)' where id = $1", [unsafeLinks?.id])
      await open(page, salon.url('/profile/notifications'))
      const list = page.locator('#notifications')
      const hrefOf = (title: string) =>
        list
          .getByRole('listitem')
          .filter({ hasText: title })
          .getByRole('link')
          .evaluateAll((links) =>
            links.map((link) => `${link.getAttribute('href')} ${link.getAttribute('rel')}`),
          )
      expect(await Promise.all(['Path', 'Elsewhere', 'Waitlist', 'Afbud', 'Evil'].map(hrefOf))).toEqual([
        ['/my-account null'],
        ['https://example.com/x noopener noreferrer'],
        ['/appointments null'],
        ['/appointments null'],
        [],
      ])
      await notify(salon, alma, { title: 'To my visits', link: '/my-account' })
      await toast(page, 'To my visits')
        .getByRole('link', { name: t('notification.open') })
        .click()
      await page.waitForURL(/\/my-account$/)
      await expect.poll(() => toast(page, 'To my visits').count(), soon).toBe(0)
      await expect.poll(() => unread(salon), soon).not.toContain('To my visits')
    })
  },
)

test('missed notifications are in a list and counted on its button, without scripts too', async () => {
  const salon = await openSalon(harness.site)
  const alma = await join(salon)
  await notify(salon, alma, { title: 'While away', type: 'bookingChanged', body: 'First<br>Second' })
  await harness.visit({ before: alma.copyCookies }, async (page) => {
    await open(page, salon.url('/my-account'))
    await expect.poll(() => count(page).innerText(), soon).toContain(t('notification.unread', { count: 1 }))
    expect(await toasts(page).count()).toBe(0)
    await page.getByRole('button', { name: t('shell.userMenu') }).click()
    await page.getByRole('link', { name: t('shell.notifications'), exact: true }).click()
    await page.waitForURL(/\/profile\/notifications#notifications$/)
    await page.locator('#notifications').getByText('While away').waitFor()
    // A new notification is in the list at once.
    await notify(salon, alma, { title: 'Just now' })
    await page.locator('#notifications').getByText('Just now').waitFor()
    expect(await page.locator('#notifications').getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringContaining('Just now'),
      expect.stringContaining('While away'),
    ])
  })
  await harness.visit({ before: alma.copyCookies, javaScriptEnabled: false }, async (page) => {
    await page.goto(salon.url('/profile/notifications'))
    await page.getByText(t('push.unsupported'), { exact: true }).waitFor()
    expect(await page.getByText(t('notification.new'), { exact: true }).count()).toBe(2)
    await page.getByRole('button', { name: t('notification.readAll') }).click()
    await page.waitForURL(/\/profile\/notifications#notifications$/)
    expect(await page.getByText(t('notification.new'), { exact: true }).count()).toBe(0)
    expect(await page.locator('#notifications').getByRole('listitem').count()).toBe(2)
    expect(await unread(salon)).toEqual([])
  })
})

test('each type has its own style, and af looks like a time from the waitlist', exhaustive, async () => {
  const salon = await openSalon(harness.site)
  const alma = await join(salon)
  for (const type of notificationTypes) await notify(salon, alma, { type, title: `Title of ${type}` })
  await harness.visit({ before: alma.copyCookies }, async (page) => {
    await open(page, salon.url('/profile/notifications'))
    const inspect = async (type: string) => {
      const sign = page
        .locator('#notifications')
        .getByRole('listitem')
        .filter({ hasText: `Title of ${type}` })
        .locator('svg')
        .first()
      return `${(await backgroundOf(sign)).join()} ${await sign.innerHTML()}`
    }
    const stylesByType = Object.fromEntries(
      await Promise.all(notificationTypes.map(async (type) => [type, await inspect(type)] as const)),
    )
    expect(stylesByType.af).toBe(stylesByType.waitlistOpening)
    expect(new Set(Object.values(stylesByType)).size).toBe(6)
  })
})

/** Counts the notes that pages of this browser play. */
const countNotes = (context: BrowserContext) =>
  context.addInitScript(() => {
    Object.assign(window, { notes: 0 })
    const begin = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (...at) {
      Object.assign(window, { notes: (window as unknown as { notes: number }).notes + 1 })
      begin.apply(this, at)
    }
  })
const notes = (page: Page) => page.evaluate(() => (window as unknown as { notes: number }).notes)

test(
  'a sound plays only if the guest has switched it on and used the page, once for all tabs',
  exhaustive,
  async () => {
    const salon = await openSalon(harness.site)
    const alma = await join(salon)
    const before = async (context: BrowserContext) => {
      await alma.copyCookies(context)
      await countNotes(context)
    }
    await harness.visit({ before }, async (page, context) => {
      await open(page, salon.url('/profile/notifications'))
      await page.mouse.click(5, 400)
      await notify(salon, alma, { title: 'Silent' })
      await toast(page, 'Silent').waitFor()
      expect(await notes(page)).toBe(0)
      await page.getByLabel(t('notification.sound'), { exact: true }).check()
      await page.getByRole('button', { name: t('account.save'), exact: true }).click()
      await page.waitForURL(/\/(home|my-account)/)
      expect(await salon.sql("select notifications ->> 'sound' as sound from guest")).toEqual([
        { sound: 'true' },
      ])
      await open(page, salon.url('/behandlinger'))
      const second = await tab(context, salon.url('/my-account'))
      for (const one of [page, second]) await one.mouse.click(5, 400)
      await notify(salon, alma, { title: 'Heard' })
      for (const one of [page, second]) await toast(one, 'Heard').waitFor()
      await expect.poll(async () => (await notes(page)) + (await notes(second)), soon).toBe(2)
    })
    // A guest without user activation: page.evaluate would count as activation.
    await harness.visit({ before }, async (page, context) => {
      const devtools = await context.newCDPSession(page)
      const untouched = async (expression: string) =>
        (await devtools.send('Runtime.evaluate', { expression, userGesture: false })).result.value as unknown
      await page.goto(salon.url('/behandlinger'))
      await notify(salon, alma, { title: 'Too early' })
      await expect.poll(() => untouched("document.body.innerText.includes('Too early')"), soon).toBe(true)
      expect(await untouched('[navigator.userActivation.hasBeenActive, notes].join()')).toBe('false,0')
    })
  },
)

test(
  'the server learns the zone of a browser that is elsewhere, in which quiet hours count',
  exhaustive,
  async () => {
    const salon = await openSalon(harness.site)
    const alma = await join(salon)
    const zone = async () => (await salon.sql('select time_zone from guest'))[0]
    await harness.visit({ before: alma.copyCookies }, async (page) => {
      await open(page, salon.url('/my-account'))
      await page.waitForLoadState('networkidle')
      expect(await zone()).toEqual({ time_zone: null })
    })
    await harness.visit({ before: alma.copyCookies, timezoneId: 'America/New_York' }, async (page) => {
      await open(page, salon.url('/my-account'))
      await expect.poll(zone, soon).toEqual({ time_zone: 'America/New_York' })
    })
    await harness.visit({ before: alma.copyCookies }, async (page) => {
      await open(page, salon.url('/my-account'))
      await expect.poll(zone, soon).toEqual({ time_zone: 'Europe/Copenhagen' })
    })
  },
)

test('the list says on which channels something was sent, and when', exhaustive, async () => {
  const salon = await openSalon(harness.site)
  const alma = await join(salon)
  const row = await notify(salon, alma, { title: 'Sent', type: 'bookingChanged' })
  await salon.sql(
    `insert into notification_delivery (tenant_id, notification_id, channel, outcome, attempts, first_at, last_at)
      select $1, $2, channel, outcome, 1, '2026-11-20T12:00Z', '2026-11-20T12:00Z'
      from (values ('push', 'none'), ('sms', 'uncertain'), ('mail', 'ok')) as sent (channel, outcome)`,
    [salon.id, row?.id],
  )
  await harness.visit({ before: alma.copyCookies, javaScriptEnabled: false }, async (page) => {
    await page.goto(salon.url('/profile/notifications'))
    expect(await page.locator('#notifications li li').allInnerTexts()).toEqual([
      'Text message: 20 Nov at 13:00, perhaps not received',
      'E-mail: 20 Nov at\u00a013:00',
    ])
  })
})

test('an anonymous visitor loads none of this', exhaustive, async () => {
  await harness.visit({}, async (page) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await open(page, harness.site.url('aurora', '/behandlinger'))
    await page.waitForLoadState('networkidle')
    expect(asked.filter((path) => /told|notification|\/api\/live/.test(path))).toEqual([])
  })
})

test('the page works if the notification or passkey scripts cannot be fetched', exhaustive, async () => {
  const salon = await openSalon(harness.site)
  const alma = await join(salon)
  for (const part of ['live-notifications', 'cards', 'passkey-offer']) {
    await harness.visit({ before: alma.copyCookies, expected: /net::ERR_FAILED/ }, async (page) => {
      const broken = page.waitForEvent('requestfailed', (request) =>
        request.url().includes(`/assets/${part}-`),
      )
      await page.route(`**/assets/${part}-*.js`, (route) => route.abort())
      await open(page, salon.url('/my-account'))
      // A notification before the stream is open would be lost.
      if (part === 'cards')
        await expect
          .poll(async () => {
            await notify(salon, alma, { title: 'Unseen' })
            return count(page).innerText()
          }, soon)
          .toMatch(/\d/)
      await broken
      await page
        .getByRole('link', { name: t('account.toWaitlist') })
        .first()
        .click()
      await page.getByRole('heading', { level: 1, name: t('waitlist.title') }).waitFor()
      expect(await toasts(page).count()).toBe(0)
    })
  }
})
