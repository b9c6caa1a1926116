import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBrowser } from '#test/push-service.ts'
import { colors, everything, findViolations, injectAxe, phone } from './axe-violations.ts'
import { cached, workerReady } from './offline-storage.ts'
import { open, openHarness, type Harness } from './harness.ts'
import { join, openSalon, textIn, type Member, type Salon } from './salon.ts'
import { exhaustive } from '#test/tier.ts'

/*
 * The browser's own push service needs the internet: what `PushManager` returns is made here. Everything else
 * is the browser's: its permission, the service worker, and the message, which the developer tools deliver.
 */
const t = textIn('en')
const DAY = 86_400_000
let harness: Harness
beforeAll(async () => {
  harness = await openHarness({}, { whole: true })
})
afterAll(() => harness.close())

type Setting = {
  /** The site's permission to show notifications; `ask`: granted on request. */
  permission: 'ask' | 'granted' | 'denied'
  /** A browser without push. */
  push?: boolean
  /** With the name of an iPhone. */
  apple?: true
}

/** Prepares a browser. Its subscription is in the page's own storage, as the real one is in the browser's. */
const browserWith =
  (member: Member, { permission, push = true, apple }: Setting, target = makeBrowser().target) =>
  async (context: BrowserContext) => {
    await member.copyCookies(context)
    if (permission === 'granted') await context.grantPermissions(['notifications'])
    await context.addInitScript(
      ({ permission: given, push: hasPush, apple: isApple, endpoint, p256dh, auth }) => {
        if (!('Notification' in window)) return
        let allowed: NotificationPermission = given === 'ask' ? 'default' : given
        Object.defineProperty(Notification, 'permission', { get: () => allowed })
        Notification.requestPermission = async () => {
          Object.assign(window, { asked: navigator.userActivation.isActive })
          if (allowed === 'default') allowed = 'granted'
          return allowed
        }
        if (isApple) Object.defineProperty(navigator, 'platform', { get: () => 'MacIntel' })
        if (isApple) Object.defineProperty(navigator, 'maxTouchPoints', { get: () => 5 })
        if (!hasPush) {
          Reflect.deleteProperty(window, 'PushManager')
          return
        }
        const read = () => JSON.parse(localStorage.getItem('subscribed') ?? 'null') as { key: string } | null
        const subscription = () => {
          const stored = read()
          const bytes = Uint8Array.from(stored?.key.split(',').map(Number) ?? [])
          return stored
            ? {
                endpoint,
                options: { applicationServerKey: bytes.buffer, userVisibleOnly: true },
                toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
                unsubscribe: async () => {
                  localStorage.removeItem('subscribed')
                  return true
                },
              }
            : null
        }
        Object.assign(PushManager.prototype, {
          getSubscription: async () => subscription(),
          subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
            if (allowed !== 'granted') throw new DOMException('no permission', 'NotAllowedError')
            localStorage.setItem('subscribed', JSON.stringify({ key: [...applicationServerKey].join() }))
            return subscription()
          },
        })
      },
      { permission, push, apple: apple === true, ...target },
    )
  }

const subscriptions = (salon: Salon) =>
  salon.sql<{ endpoint: string }>('select endpoint from push_subscription order by endpoint')
const question = (page: Page) => page.getByRole('region', { name: t('push.askTitle') })
const answer = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** A guest on the waitlist. */
async function waiting() {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  await member.call('joinWaitlist', { services: ['cut'] })
  return { salon, member }
}

test(
  'a guest on the waitlist is asked once, and the browser asks for its permission only after yes',
  exhaustive,
  async () => {
    const { salon, member } = await waiting()
    const { target } = makeBrowser()
    await harness.visit({ before: browserWith(member, { permission: 'ask' }, target) }, async (page) => {
      await open(page, salon.url('/my-account'))
      await question(page).waitFor()
      await question(page).getByText(t('push.askNext')).waitFor()
      expect(await page.evaluate(() => 'asked' in window)).toBe(false)
      await injectAxe(page)
      expect(await findViolations(page, phone, { light: everything, dark: colors })).toEqual([])
      await answer(page, t('push.yes'))
      await page.getByText(t('push.on'), { exact: true }).and(page.locator(':focus')).waitFor()
      expect(await page.evaluate(() => (window as unknown as { asked: boolean }).asked)).toBe(true)
      expect(await subscriptions(salon)).toEqual([{ endpoint: target.endpoint }])
      await open(page, salon.url('/my-account'))
      await page.getByRole('heading', { name: t('waitlist.title') }).waitFor()
      expect(await question(page).count()).toBe(0)
    })
  },
)

test(
  '"not now" holds for 30 days, "no" for good, and nobody is asked without a place',
  exhaustive,
  async () => {
    const { salon, member } = await waiting()
    const strange = await join(salon)
    await harness.visit({ before: browserWith(member, { permission: 'ask' }) }, async (page) => {
      await page.clock.install({ time: Date.now() })
      const shown = async () => {
        await open(page, salon.url('/my-account'))
        await page.getByRole('heading', { name: t('waitlist.title') }).waitFor()
        await page.waitForLoadState('networkidle')
        return question(page).count()
      }
      await open(page, salon.url('/my-account'))
      await question(page).waitFor()
      await answer(page, t('push.later'))
      expect(await shown()).toBe(0)
      await page.clock.setSystemTime(Date.now() + 30 * DAY - 60_000)
      expect(await shown()).toBe(0)
      await page.clock.setSystemTime(Date.now() + 30 * DAY + 60_000)
      await open(page, salon.url('/my-account'))
      await question(page).waitFor()
      await answer(page, t('push.no'))
      await page.clock.setSystemTime(Date.now() + 400 * DAY)
      expect(await shown()).toBe(0)
      expect(await page.evaluate(() => 'asked' in window)).toBe(false)
    })
    expect(await subscriptions(salon)).toEqual([])
    for (const [guest, setting] of [
      [strange, { permission: 'ask' }],
      [member, { permission: 'denied' }],
      [member, { permission: 'ask', push: false }],
    ] as const)
      await harness.visit({ before: browserWith(guest, setting) }, async (page) => {
        await open(page, salon.url('/my-account'))
        await page.waitForLoadState('networkidle')
        expect(await question(page).count()).toBe(0)
      })
  },
)

test('on an iPad without push the modal explains the Home Screen', exhaustive, async () => {
  const { salon, member } = await waiting()
  const setting = { permission: 'ask', push: false, apple: true } as const
  await harness.visit({ before: browserWith(member, setting) }, async (page) => {
    await open(page, salon.url('/my-account'))
    const modal = page.getByRole('dialog', { name: t('push.appleTitle') })
    await modal.waitFor()
    expect(await modal.getByRole('listitem').allInnerTexts()).toEqual([
      t('push.appleShare'),
      t('push.appleAdd'),
      t('push.appleOpen'),
    ])
    await injectAxe(page)
    expect(await findViolations(page, phone, { light: everything, dark: colors })).toEqual([])
    await answer(page, t('push.later'))
    await open(page, salon.url('/my-account'))
    await page.waitForLoadState('networkidle')
    expect(await modal.count()).toBe(0)
  })
})

test('a browser is switched on and off in the profile, renewed at a start, and ends with the session', async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  const { target } = makeBrowser()
  await harness.visit({ before: browserWith(member, { permission: 'ask' }, target) }, async (page) => {
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await open(page, salon.url('/profile/notifications'))
    await press(t('push.turnOn'))
    await page.getByText(t('push.on'), { exact: true }).waitFor()
    await page.getByText(t('profile.thisDevice'), { exact: true }).waitFor()
    expect(await subscriptions(salon)).toHaveLength(1)
    await press(t('push.turnOff'))
    await page.getByText(t('push.off'), { exact: true }).waitFor()
    expect(await subscriptions(salon)).toEqual([])
    await press(t('push.turnOn'))
    await page.getByText(t('push.on'), { exact: true }).waitFor()
    // The push service had forgotten it: the next start saves it again.
    await salon.sql('delete from push_subscription')
    await page.clock.install()
    await open(page, salon.url('/behandlinger'))
    await page.evaluate(() =>
      Object.defineProperty(Notification, 'permission', { get: () => 'granted', configurable: true }),
    )
    await page.clock.runFor(40_000)
    await expect.poll(() => subscriptions(salon)).toEqual([{ endpoint: target.endpoint }])
    await page.clock.resume()
    await page.getByRole('button', { name: t('shell.userMenu') }).click()
    await page.getByRole('button', { name: t('shell.signOut') }).click()
    await page.waitForURL(/message=signed-out|\/login|\/$/)
    expect(await subscriptions(salon)).toEqual([])
  })
})

/** Delivers a push message as the browser's push service does. */
async function deliver(page: Page, origin: string, data: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const registration = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await registration,
    data,
  })
}
const shownBy = (page: Page) =>
  page.evaluate(async () =>
    (await (await navigator.serviceWorker.ready).getNotifications()).map(
      ({ title, body, tag, data, icon }) => ({
        title,
        body,
        tag,
        data: data as unknown,
        icon: icon && new URL(icon).pathname,
      }),
    ),
  )

test(
  'a message is shown, replaced by the same one, and opens only paths of its own site',
  exhaustive,
  async () => {
    const { salon, member } = await waiting()
    await harness.visit({ before: browserWith(member, { permission: 'granted' }) }, async (page, context) => {
      await open(page, salon.url('/behandlinger'))
      await page.evaluate(() => navigator.serviceWorker.register('/sw.js'))
      await workerReady(page)
      const origin = new URL(salon.url()).origin
      const message = { id: 'event 1', title: 'A time', body: 'Cut\nat ten', icon: '/icon/1/192.png' }
      // The developer tools may drop a message: each is sent until it is shown.
      const sendTwice = async () => {
        for (const link of ['/waitlist?id=1#a', '/waitlist?id=1#a'])
          await deliver(page, origin, JSON.stringify({ ...message, link }))
        return shownBy(page)
      }
      await expect.poll(sendTwice).toEqual([
        {
          title: 'A time',
          body: 'Cut\nat ten',
          tag: 'event 1',
          data: '/waitlist?id=1#a',
          icon: '/icon/1/192.png',
        },
      ])
      const hostile = [
        'https://evil.example/x',
        '//evil.example/x',
        '/\\evil.example',
        'javascript:alert(1)',
        'data:text/html,x',
        '',
        null,
        { a: 1 },
      ]
      const count = async () => (await shownBy(page)).length
      const send = (link: unknown, index: number) =>
        deliver(page, origin, JSON.stringify({ ...message, id: `hostile ${index}`, link, icon: link }))
      // One that comes again replaces the first, which is tested above.
      const everyOne = async () => {
        for (const [index, link] of hostile.entries()) await send(link, index)
        await page.waitForTimeout(500)
        return count()
      }
      await expect.poll(everyOne).toBe(hostile.length + 1)
      const sendNoJson = async () => {
        await deliver(page, origin, 'no JSON')
        await page.waitForTimeout(500)
        return count()
      }
      await expect.poll(sendNoJson).toBeGreaterThan(hostile.length + 1)
      expect(
        new Set((await shownBy(page)).filter(({ tag }) => tag !== 'event 1').map(({ data }) => data)),
      ).toEqual(new Set(['/']))
      // Nothing of a message is in the caches of the service worker.
      expect((await cached(page)).filter(({ content }) => content.includes('at ten'))).toEqual([])
      const running = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
      const opened = await running.evaluate(async () => {
        const worker = self as unknown as {
          clients: { openWindow: (url: string) => Promise<null> }
          registration: { getNotifications: () => Promise<Notification[]> }
        }
        const paths: string[] = []
        worker.clients.openWindow = async (url) => {
          paths.push(url)
          return null
        }
        for (const notification of await worker.registration.getNotifications()) {
          const event = Object.assign(new Event('notificationclick'), {
            notification,
            waitUntil: (work: Promise<unknown>) => pending.push(work),
          })
          const pending: Promise<unknown>[] = []
          dispatchEvent(event)
          await Promise.all(pending)
        }
        return paths
      })
      expect(new Set(opened.map((url) => url.replace(origin, '')))).toEqual(
        new Set(['/waitlist?id=1#a', '/']),
      )
      expect(await shownBy(page)).toEqual([])
    })
  },
)
