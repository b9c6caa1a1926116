/** @module-tag exhaustive */

import type { Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ActionCodeData } from '#contract/identity/action-code.ts'
import type { ActionCodeKind } from '#domain/action-code.ts'
import { createActionCode } from '#server/identity/action-code/queries.ts'
import { redirectForms } from '#test/redirect-forms.ts'
import { join, openSalon, textIn, type Member, type Salon } from './salon.ts'
import { signIn } from './site.ts'
import { open, openHarness, tabTo, type Harness } from './harness.ts'

const t = textIn('en')
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

test('a browser signed in to four salons sends each of their hosts only its own cookies', async () => {
  const { site } = harness
  const third = await openSalon(site, { vanityHost: 'www.third.localhost' })
  const member = await join(third)
  const hosts: [string, string, string][] = [
    [site.url('aurora', ''), 'freja@example.com', 'stamgast-demo'],
    [site.url('fjord', ''), 'freja@example.com', 'stamgast-demo'],
    [third.url(''), member.email, member.password],
    [`http://www.third.localhost:${site.port}`, member.email, member.password],
  ]
  await harness.visit({}, async (page, context) => {
    const sent: { host: string; cookie: string }[] = []
    const asked: Promise<void>[] = []
    const note = async (one: Request) => {
      const { cookie = '' } = await one.allHeaders().catch((): Record<string, string> => ({}))
      sent.push({ host: new URL(one.url()).hostname, cookie })
    }
    page.on('request', (one) => {
      asked.push(note(one))
    })
    for (const [origin, email, password] of hosts) {
      await page.goto(`${origin}/login`)
      await page.locator('input[name=email]').fill(email)
      await page.locator('input[name=password]').fill(password)
      await page.locator('main form button[type=submit]').first().click()
      await page.waitForURL(/my-account|onboarding|home/)
    }
    for (const [origin] of hosts)
      for (const path of ['/', '/behandlinger', '/my-account']) await page.goto(`${origin}${path}`)
    // Pending requests of a closed page have no headers any more.
    await Promise.allSettled(asked)
    const cookies = await context.cookies()
    expect(cookies.filter(({ name }) => name === 'session')).toHaveLength(4)
    // Host-only: a cookie with a domain would be sent to all subdomains.
    for (const cookie of cookies)
      expect(cookie).toMatchObject({
        httpOnly: true,
        sameSite: 'Lax',
        path: '/',
        domain: expect.not.stringMatching(/^\./),
      })
    const valueOf = new Map(
      cookies
        .filter(({ name }) => name === 'session' || name === 'known')
        .map(({ domain, name, value }) => [`${domain} ${name}`, value]),
    )
    expect(new Set(valueOf.values()).size).toBe(8)
    const foreign = sent.filter(({ host, cookie }) =>
      [...valueOf].some(([owner, value]) => !owner.startsWith(`${host} `) && cookie.includes(value)),
    )
    expect(foreign).toEqual([])
    for (const [origin] of hosts)
      expect(
        sent.some(
          ({ host, cookie }) =>
            host === new URL(origin).hostname && cookie.includes(valueOf.get(`${host} session`) ?? '!'),
        ),
      ).toBe(true)
    // A cookie that a neighbour sets for the parent domain is ignored.
    await page.goto(site.url('fjord', '/'))
    await page.evaluate(() => {
      document.cookie = 'session=PlantedPlantedPlantedPlantedPlan; domain=localhost; path=/'
      document.cookie = 'session=PlantedPlantedPlantedPlantedPlan; domain=.aurora.localhost; path=/'
    })
    await page.goto(site.url('aurora', '/my-account'))
    expect(new URL(page.url()).pathname).toBe('/my-account')
  })
})

const DAY = 86_400_000
const codesOf = (salon: Salon) =>
  salon.sql('select md5(string_agg(a::text, chr(10) order by hash)) as codes from action_code a')

test('a mail scanner’s browser that presses no button leaves the links valid', async () => {
  const salon = await openSalon(harness.site)
  const [member, other] = [await join(salon), await join(salon)]
  await salon.sql('update guest set email_verified = true, mobile_verified = (id = $1)', [member.uid])
  const make = ({ uid, email }: Member, kind: ActionCodeKind, data: ActionCodeData = { email }) =>
    harness.site.testDb.db.write(salon.id, (tx) =>
      createActionCode(tx, { kind, guestId: uid, data, expiresAt: new Date(Date.now() + DAY) }, Date.now()),
    )
  const links = {
    signIn: salon.url(`/confirm?mode=signIn&oobCode=${await make(other, 'signIn')}`),
    magicLogin: salon.url(`/cl/${await make(member, 'magicLogin', { mobile: '+4520304050' })}?ml=true`),
    customLogin: salon.url(`/custom-login/${await make(member, 'customLogin', {})}`),
    recoverEmail: salon.url(
      `/confirm?mode=recoverEmail&oobCode=${await make(member, 'recoverEmail', {
        email: member.email,
        newEmail: 'first@example.com',
      })}`,
    ),
  }
  const before = await codesOf(salon)
  await harness.visit({}, async (page) => {
    for (const link of Object.values(links)) {
      await open(page, link)
      await page.mouse.move(200, 400)
      await page.mouse.wheel(0, 400)
      await page.waitForTimeout(600)
    }
    expect(
      await page
        .context()
        .cookies()
        .then((all) => all.filter(({ name }) => name === 'session')),
    ).toEqual([])
  })
  expect(await codesOf(salon)).toEqual(before)
  // The reader, who requested them in another browser, presses one button.
  for (const link of [links.signIn, links.magicLogin, links.customLogin]) {
    await harness.visit({}, async (page) => {
      await open(page, link)
      await page.getByRole('button', { name: /^Continue as/ }).click()
      await page.waitForURL(/\/(?:my-account|home)$/)
    })
  }
  await harness.visit({}, async (page) => {
    await open(page, links.recoverEmail)
    await page.getByRole('main').getByRole('button').first().click()
    await page
      .getByText('Email recovered successfully: Please log in using first@example.com', { exact: true })
      .waitFor()
  })
})

test(
  'Chromium stays on the salon’s host for every tenth form of a foreign continue URL',
  { timeout: 300_000 },
  async () => {
    const { site } = harness
    const forms = redirectForms.filter((_, index) => index % 10 === 3)
    expect(forms.length).toBeGreaterThanOrEqual(50)
    await harness.visit({ expected: /Failed to load|40\d/ }, async (page, context) => {
      await signIn(page, site, 'aurora')
      const own = new URL(site.url('aurora')).host
      const asked: string[] = []
      // The other host need not answer: the request itself is the violation.
      await context.route(
        (url) => !url.hostname.endsWith('localhost'),
        (route) => {
          asked.push(route.request().url())
          return route.abort()
        },
      )
      for (const [index, form] of forms.entries()) {
        if (index % 2) {
          await page.goto(site.url('aurora', `/onboarding?to=${encodeURIComponent(form)}`))
          expect([form, new URL(page.url()).host]).toEqual([form, own])
          continue
        }
        await page.goto(site.url('aurora', `/custom-login?done=1&to=${encodeURIComponent(form)}`))
        const links = await page
          .locator('main a')
          .evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).host))
        expect([form, new Set(links)]).toEqual([form, new Set([own])])
      }
      // The last of them redirects automatically after a second.
      await page.waitForURL((url) => url.pathname !== '/custom-login')
      expect(new URL(page.url()).host).toBe(own)
      expect(asked).toEqual([])
    })
  },
)

test('a forgotten password is reset with the keyboard', async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  await harness.visit({}, async (page) => {
    await open(page, salon.url('/login'))
    await tabTo(page, page.getByRole('link', { name: t('login.forgot'), exact: true }))
    await page.keyboard.press('Enter')
    const modal = page.getByRole('dialog', { name: 'Reset Password', exact: true })
    await tabTo(page, modal.getByLabel(t('reset.email'), { exact: true }), 10)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(member.email)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Password Reset', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    const mail = (await salon.mail()).find(
      (one) => one.to === member.email && one.text.includes('mode=resetPassword&'),
    )
    const link = new URL(/https?:\/\/\S+\/confirm\?\S+/.exec(mail?.text ?? '')?.[0] ?? '')
    await open(page, salon.url(link.pathname + link.search))
    const fields = page.locator('main input[autocomplete="new-password"]')
    for (const at of [0, 1]) {
      await tabTo(page, fields.nth(at))
      await page.keyboard.type('en rolig aften ved søen')
    }
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/login/)
    expect(await page.getByLabel(t('login.email'), { exact: true }).inputValue()).toBe(member.email)
  })
})
