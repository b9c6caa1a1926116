import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeVisit } from '#test/visit.ts'
import {
  bookElsewhere,
  join,
  openSalon,
  textPattern,
  salonOf,
  textIn,
  type Member,
  type Salon,
} from './salon.ts'
import { signIn } from './site.ts'
import { backgroundOf, open, openHarness, ready, type Harness } from './harness.ts'
import { heading, said } from './page.ts'
import { exhaustive } from '#test/tier.ts'

const [t, da] = [textIn('en'), textIn('da')]
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const HOUR_MS = 3_600_000
const logIn = async (page: Page, { email, password }: { email: string; password: string }) => {
  await page.getByLabel(t('login.email'), { exact: true }).fill(email)
  await page.getByLabel(t('login.password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: t('login.submit'), exact: true }).click()
}
const visitAt = (salon: Salon, member: Member, hours: number, name: string) =>
  makeVisit(salon.site.testDb, salon.id, {
    start: new Date(Math.round(Date.now() / 60_000) * 60_000 + hours * HOUR_MS),
    guestId: member.uid,
    contact: null,
    services: [{ id: 'cut', name, member: 'anna', minutes: 30, price: 40_000 }],
  })
const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name, exact: true }) })

test(
  'a wrong password and an unknown address show the same message and keep the address',
  exhaustive,
  async () => {
    const salon = await openSalon(harness.site)
    const { email } = await join(salon)
    await harness.visit({}, async (page) => {
      const reported: string[] = []
      for (const who of [email, 'nobody@example.com']) {
        await open(page, salon.url('/login'))
        expect(await page.title()).toBe(`Title ${salon.id}`)
        const answered = page.waitForResponse(
          (one) => one.request().method() === 'POST' && new URL(one.url()).pathname.startsWith('/login'),
        )
        await logIn(page, { email: who, password: 'not the right one' })
        expect((await answered).status()).toBe(401)
        await page.getByRole('alert').waitFor()
        expect(await page.title()).toBe(t('error.documentTitle', { title: `Title ${salon.id}` }))
        reported.push(await page.getByRole('alert').innerText())
        expect(await page.getByLabel(t('login.email'), { exact: true }).inputValue()).toBe(who)
      }
      expect(reported[0]).toContain(t('login.failed'))
      expect(reported[1]).toBe(reported[0])
    })
  },
)

test('after signing in a guest goes only to paths of this site', exhaustive, async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  await harness.visit({}, async (page, context) => {
    const ways = [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example/my-account',
      '/%5Cevil.example',
      '/.//evil.example',
      'javascript:alert(1)',
    ]
    for (const [to, end] of [
      ...ways.map((way) => [way, '/my-account'] as const),
      ['/profile?x=1', '/profile?x=1'] as const,
    ]) {
      await context.clearCookies()
      await open(page, salon.url(`/login?to=${encodeURIComponent(to)}`))
      await logIn(page, member)
      await page.waitForURL(salon.url(end))
    }
  })
})

test('a guest signs out by the user menu, and their pages require signing in again', async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  await harness.visit({ before: member.copyCookies }, async (page) => {
    await open(page, salon.url('/my-account'))
    await page.getByRole('button', { name: t('shell.userMenu'), exact: true }).click()
    await page.getByRole('button', { name: t('shell.signOut'), exact: true }).click()
    await page.getByText(t('shell.signedOut')).waitFor()
    await page.waitForURL(salon.url('/'))
    await page.goto(salon.url('/my-account'))
    await page.waitForURL(/\/login\?to=%2Fmy-account/)
    await page.goto(salon.url('/home/orders'))
    await page.waitForURL(/\/login\?to=/)
  })
})

test('the login pages redirect a signed-in guest', exhaustive, async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  await harness.visit({ before: member.copyCookies }, async (page) => {
    for (const path of ['/login', '/login2', '/new-guest2', '/home']) {
      await page.goto(salon.url(path))
      await page.waitForURL(salon.url('/my-account'))
    }
    // The older page has no such guard.
    await page.goto(salon.url('/new-guest'))
    await heading(page, t('signUp.title'))
    expect(new URL(page.url()).pathname).toBe('/new-guest')
  })
})

test('a new guest enters their contact details and returns to where they were going', async () => {
  const salon = await openSalon(harness.site)
  await harness.visit({}, async (page) => {
    await open(page, salon.url('/appointments?services=color'))
    await page.getByRole('link', { name: t('login.createAccount'), exact: true }).click()
    await heading(page, t('signUp.title'))
    await page.getByLabel(t('login.email'), { exact: true }).fill('new@example.com')
    await page.getByLabel(t('login.password'), { exact: true }).fill('short')
    await page.getByRole('button', { name: t('signUp.submit'), exact: true }).click()
    await page
      .getByRole('alert')
      .getByText(t('signUp.weakPassword', { floor: 6 }))
      .waitFor()
    await page.getByLabel(t('login.password'), { exact: true }).fill('a long enough secret')
    await page.getByRole('button', { name: t('login.showPassword'), exact: true }).click()
    expect(await page.getByLabel(t('login.password'), { exact: true }).getAttribute('type')).toBe('text')
    await page.getByRole('button', { name: t('signUp.submit'), exact: true }).click()
    await heading(page, t('onboarding.title'))
    const save = page.getByRole('button', { name: t('onboarding.submit'), exact: true })
    await page.getByLabel(t('onboarding.firstname'), { exact: true }).fill('Nanna')
    await page.getByLabel(t('onboarding.mobile'), { exact: true }).fill('12')
    await save.click()
    // All errors at once.
    for (const reported of ['onboarding.lastnameWrong', 'onboarding.mobileWrong'] as const)
      await page.getByRole('alert').getByText(t(reported)).waitFor()
    expect(await page.title()).toContain(t('error.documentTitle', { title: '' }).trim())
    expect(await page.getByLabel(t('onboarding.firstname'), { exact: true }).inputValue()).toBe('Nanna')
    await page.getByLabel(t('onboarding.lastname'), { exact: true }).fill('Brun')
    await page.getByLabel(t('onboarding.mobile'), { exact: true }).fill('20304055')
    // Signing up has accepted the terms.
    expect(await page.getByRole('checkbox', { name: t('onboarding.terms') }).count()).toBe(0)
    await save.click()
    await heading(page, t('book.servicesTitle'))
    expect(new URL(page.url()).pathname).toBe('/appointments')
    expect(await page.getByRole('checkbox', { name: /^color of/ }).isChecked()).toBe(true)
  })
  expect(
    await salon.sql('select firstname, lastname, mobile, terms_accepted_at is not null as terms from guest'),
  ).toEqual([{ firstname: 'Nanna', lastname: 'Brun', mobile: '+4520304055', terms: true }])
})

test('a guest without contact details must enter them before their own pages', exhaustive, async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon, { details: false })
  await harness.visit({ before: member.copyCookies }, async (page) => {
    for (const path of ['/my-account', '/profile', '/appointments']) {
      await page.goto(salon.url(path))
      await page.waitForURL(salon.url(`/onboarding?to=${encodeURIComponent(path)}`))
    }
    await ready(page)
    await page.getByRole('button', { name: t('onboarding.submit'), exact: true }).click()
    await page.getByRole('alert').getByText(t('onboarding.termsMissing')).waitFor()
  })
})

test(
  'an address that has an account is reported in a dialog that leads to the login with it',
  exhaustive,
  async () => {
    const salon = await openSalon(harness.site)
    const member = await join(salon)
    await harness.visit({}, async (page) => {
      await open(page, salon.url('/new-guest2?to=/profile'))
      await page.getByLabel(t('login.email'), { exact: true }).fill(member.email)
      await page.getByLabel(t('login.password'), { exact: true }).fill('another long secret')
      await page.getByRole('button', { name: t('signUp.submit'), exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Email Already Registered', exact: true })
      await dialog.waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: t('signUp.submit'), exact: true }).click()
      await dialog.getByRole('link', { name: 'Go to Login', exact: true }).click()
      await heading(page, t('login.title'))
      expect(await page.getByLabel(t('login.email'), { exact: true }).inputValue()).toBe(member.email)
      await logIn(page, member)
      await page.waitForURL(salon.url('/profile'))
    })
  },
)

test(
  'a saved profile redirects after half a second, says so and greets by the new name',
  exhaustive,
  async () => {
    const salon = await openSalon(harness.site)
    const member = await join(salon)
    await harness.visit({ before: member.copyCookies }, async (page) => {
      await open(page, salon.url('/profile'))
      await page.getByLabel(t('onboarding.firstname'), { exact: true }).fill('Astrid')
      await page.getByRole('button', { name: t('account.save'), exact: true }).click()
      await page.getByText('Profile updated', { exact: true }).waitFor()
      await page.waitForURL(salon.url('/my-account'))
      await heading(page, t('account.greeting', { name: 'Astrid Lund' }))
      await said(page, 'Profile updated')
    })
  },
)

test('without JavaScript the profile is saved too, and the message is on the next page', async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  await harness.visit({ before: member.copyCookies, javaScriptEnabled: false }, async (page) => {
    await page.goto(salon.url('/profile'))
    await page.getByLabel(t('onboarding.firstname'), { exact: true }).fill('Astrid')
    await page.getByRole('button', { name: t('account.save'), exact: true }).click()
    await heading(page, t('account.greeting', { name: 'Astrid Lund' }))
    expect(await page.getByRole('main').innerText()).toContain('Profile updated')
  })
})

test('without visits the dashboard offers to book one', exhaustive, async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  await harness.visit({ before: member.copyCookies }, async (page) => {
    await open(page, salon.url('/my-account'))
    await page.getByText(t('account.upcomingEmpty')).waitFor()
    await page.getByText(t('account.pastEmpty')).waitFor()
    await page.getByRole('link', { name: 'Book Appointment', exact: true }).click()
    await heading(page, t('book.servicesTitle'))
  })
})

test('past visits are those of the last thirty days, three until all are requested', exhaustive, async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  for (const day of [2, 5, 9, 20, 29, 31]) await visitAt(salon, member, -24 * day, `Past ${day}`)
  await harness.visit({ before: member.copyCookies }, async (page) => {
    await open(page, salon.url('/my-account'))
    const past = page.getByRole('region', { name: t('account.past') })
    expect(await past.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual([
      'Past 2',
      'Past 5',
      'Past 9',
    ])
    expect(await past.getByText('Completed', { exact: true }).count()).toBe(3)
    expect(await past.getByRole('link', { name: textPattern('Book Again') }).count()).toBe(3)
    await past.getByRole('link', { name: t('account.allPast'), exact: true }).click()
    await heading(page, t('account.past'))
    expect(await page.getByRole('heading', { level: 3 }).count()).toBe(6)
    await page.getByRole('link', { name: 'Past 31', exact: true }).click()
    await page.waitForURL(/\/my-account\/visits\/[\da-f-]+$/)
    // The address changes before the page.
    await page.getByRole('heading', { name: t('account.past'), exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: textPattern('Book Again') }).click()
    await heading(page, t('book.timeTitle'))
  })
})

test('all earlier visits are reached page by page, without scripts too', exhaustive, async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  for (let day = 1; day <= 45; day += 1) await visitAt(salon, member, -24 * day, `Past ${day}`)
  await harness.visit({ before: member.copyCookies, javaScriptEnabled: false }, async (page) => {
    await page.goto(salon.url('/my-account/visits'))
    const seen: string[] = []
    const earlier = page.getByRole('link', { name: t('paging.earlier'), exact: true })
    for (;;) {
      await heading(page, t('account.past'))
      seen.push(...(await page.getByRole('heading', { level: 3 }).allInnerTexts()))
      if ((await earlier.count()) === 0) break
      await earlier.click()
      await page.getByRole('link', { name: t('paging.latest'), exact: true }).waitFor()
    }
    expect(seen).toEqual(Array.from({ length: 45 }, (_, index) => `Past ${index + 1}`))
    await page.goto(salon.url('/my-account/visits?before=nonsense'))
    expect(page.url()).toBe(salon.url('/my-account/visits'))
  })
})

test('the page of a visit has all of it, for its own guest only', async () => {
  const address = { street: 'Bredgade 1', postalcode: '1260', city: 'København', country: 'DK' }
  const salon = await openSalon(harness.site, { profile: { address, phone: '+45 33 12 34 56' } })
  const [member, otherGuest] = [await join(salon), await join(salon)]
  const { id } = await visitAt(salon, member, 72, 'To come')
  const path = `/my-account/visits/${id}`
  await harness.visit({ before: member.copyCookies }, async (page) => {
    await open(page, salon.url('/my-account'))
    const next = card(page, 'To come')
    for (const name of ['account.move', 'account.cancel', 'account.route', 'account.call'] as const)
      await next.getByText(textPattern(t(name))).waitFor()
    await next.getByRole('link', { name: 'To come', exact: true }).click()
    await page.waitForURL(salon.url(path))
    await ready(page)
    const main = page.getByRole('main')
    for (const text of ['To come', 'anna', '400.00', 'Bredgade 1', t('account.free')])
      await main.getByText(textPattern(text)).first().waitFor()
    const href = (name: string) => main.getByRole('link', { name: textPattern(name) }).getAttribute('href')
    expect(await href(t('account.call'))).toBe('tel:+4533123456')
    expect(decodeURIComponent((await href(t('account.route'))) ?? '')).toContain('Bredgade 1, 1260 København')
    expect(await href(t('account.move'))).toBe(`/move/${salon.handles(id).cancel}`)
    await main.getByText(t('booking.noteAdd'), { exact: true }).click()
    await main.getByLabel(t('booking.note')).fill('By the back door')
    await main.getByRole('button', { name: t('booking.noteSave'), exact: true }).click()
    await main.getByText(t('booking.noteSaved'), { exact: true }).waitFor()
    await main.getByText('By the back door', { exact: true }).first().waitFor()
    await main.getByRole('link', { name: t('account.cancel'), exact: true }).click()
    await page.getByRole('button', { name: t('cancel.confirm'), exact: true }).click()
    await page.getByText(t('account.upcomingEmpty')).waitFor()
    await open(page, salon.url(path))
    await main.getByText(t('account.wasCancelled'), { exact: true }).waitFor()
    expect(await main.getByRole('link', { name: textPattern(t('account.move')) }).count()).toBe(0)
  })
  const other = await openSalon(harness.site)
  const elsewhere = await join(other)
  for (const [who, url] of [
    [otherGuest, salon.url(path)],
    [elsewhere, other.url(path)],
    [member, salon.url('/my-account/visits/nobody')],
  ] as const)
    await harness.visit({ before: who.copyCookies, javaScriptEnabled: false }, async (page) => {
      expect((await page.goto(url))?.status()).toBe(404)
      expect(await page.getByRole('main').innerText()).not.toContain('To come')
    })
})

test('a list that failed to load shows an error in its place, and a retry loads it', exhaustive, async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  await visitAt(salon, member, 72, 'To come')
  await visitAt(salon, member, -24, 'Been')
  const finance = await salon.sql<{ row: string }>('select row_to_json(finance)::text as row from finance')
  await salon.sql('delete from finance')
  await harness.visit({ before: member.copyCookies, javaScriptEnabled: false }, async (page) => {
    await page.goto(salon.url('/my-account'))
    await heading(page, t('account.greeting', { name: 'Alma Lund' }))
    for (const list of [t('account.upcoming'), t('account.past')]) {
      await page
        .getByRole('region', { name: list })
        .getByRole('alert')
        .getByText(t('error.listLost'))
        .waitFor()
      expect(await page.getByRole('region', { name: list }).getByRole('heading', { level: 3 }).count()).toBe(
        0,
      )
    }
    await salon.sql('insert into finance select * from json_populate_record(null::finance, $1::json)', [
      finance[0]?.row,
    ])
    await page
      .getByRole('region', { name: t('account.upcoming') })
      .getByRole('link', { name: t('error.retry'), exact: true })
      .click()
    await card(page, 'To come').waitFor()
    await card(page, 'Been').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  })
})

test('a badge shows until when a visit can be cancelled', exhaustive, async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  const marks = [
    [10, 'First', 'danger', t('account.costsNow', { fee: '' })],
    [30, 'Second', 'warning', t('account.soon')],
    [72, 'Third', 'success', t('account.freeUntil', { time: '' })],
    [130, 'Fourth', 'success', t('account.free')],
  ] as const
  for (const [hours, name] of marks) await visitAt(salon, member, hours, name)
  await harness.visit({ before: member.copyCookies }, async (page) => {
    await open(page, salon.url('/my-account'))
    for (const [, name, tone, words] of marks) {
      const label = card(page, name).getByText(textPattern(words)).locator('..')
      // The colour is a dot: no visit that needs nothing looks like an alarm.
      expect(await label.locator(`.bg-current.text-on-${tone}-soft`).count()).toBe(1)
      expect(await backgroundOf(label)).toEqual(
        await backgroundOf(card(page, 'First').locator('.bg-bg').first()),
      )
    }
    expect(
      await card(page, 'Fourth')
        .getByText(textPattern(t('account.freeUntil', { time: '' })))
        .count(),
    ).toBe(0)
  })
})

test('a visit booked and cancelled elsewhere is updated in two tabs with one stream', async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  await harness.visit({ before: member.copyCookies }, async (page, context) => {
    const streams: string[] = []
    context.on('request', (request) => {
      if (request.url().endsWith('/api/live')) streams.push(request.url())
    })
    const listening = page.waitForResponse((one) => one.url().endsWith('/api/live'))
    await open(page, salon.url('/my-account'))
    await listening
    const other = await context.newPage()
    await open(other, salon.url('/my-account'))
    for (const tab of [page, other])
      await tab.evaluate(() => {
        document.documentElement.dataset.kept = 'yes'
      })
    await bookElsewhere(salon, member, { services: ['color'], teamMember: 'bo' })
    for (const tab of [page, other])
      await tab.getByRole('heading', { level: 3, name: `color of ${salon.id}` }).waitFor()
    const [visit] = await salon.sql<{ id: string }>('select id from visit')
    await member.call('deleteUserBooking', { tenantId: salon.id, uid: member.uid, id: visit?.id ?? '' })
    for (const tab of [page, other]) {
      await tab.getByText(t('account.upcomingEmpty')).waitFor()
      expect(await tab.evaluate(() => document.documentElement.dataset.kept)).toBe('yes')
    }
    expect(streams.length).toBe(1)
    // The tab that owns the stream closes: the other one takes over.
    await page.close()
    await bookElsewhere(salon, member, { services: ['cut'] })
    await other.getByRole('heading', { level: 3, name: `cut of ${salon.id}` }).waitFor()
  })
})

test('the language menu changes the page, and the choice is remembered', exhaustive, async () => {
  const salon = salonOf(harness.site, 'aurora')
  await harness.visit({ locale: 'en-GB' }, async (page) => {
    await open(page, salon.url('/behandlinger?type=farve'))
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
    await page.getByRole('button', { name: t('shell.language'), exact: true }).click()
    await page.getByRole('button', { name: 'Dansk', exact: true }).click()
    await heading(page, da('price.title'))
    expect(new URL(page.url()).searchParams.get('type')).toBe('farve')
    expect(await page.locator('html').getAttribute('lang')).toBe('da')
    await open(page, salon.url('/login'))
    await heading(page, da('login.title'))
    await open(page, salon.url('/login?lang=en'))
    await heading(page, t('login.title'))
  })
})

test('the tenant parameter of staging changes nothing in production', exhaustive, async () => {
  await harness.visit({}, async (page, context) => {
    const body = (path: string) =>
      page.evaluate(async (address) => (await (await fetch(address)).text()).replaceAll(/\d{13}/g, ''), path)
    await open(page, harness.site.url('aurora', '/?tenant=fjord'))
    expect(await page.title()).toBe('Aurora Hår & Skønhed')
    expect((await context.cookies()).map((cookie) => cookie.name)).not.toContain('tenant')
    const [without, withIt] = [await body('/behandlinger'), await body('/behandlinger?tenant=fjord')]
    expect(withIt).toBe(without)
  })
})

test('fjord is served on its own host as on the product’s', exhaustive, async () => {
  const own = `http://www.fjordbarber.localhost:${harness.site.port}`
  await harness.visit({}, async (page) => {
    await open(page, `${own}/`)
    expect(await page.title()).toBe('Fjord Barber')
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(`${own}/?lang=en`)
    await open(page, harness.site.url('fjord'))
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(`${own}/?lang=en`)
    await open(page, `${own}/login`)
    await logIn(page, { email: 'freja@example.com', password: 'stamgast-demo' })
    await page.waitForURL(`${own}/my-account`)
  })
})

test(
  'the session of one salon is invalid at another, even when its cookie is copied',
  exhaustive,
  async () => {
    const { site } = harness
    await harness.visit({}, async (page, context) => {
      await signIn(page, site, 'aurora')
      const session = (await context.cookies()).find((cookie) => cookie.name === 'session')
      expect(session).toMatchObject({ domain: 'aurora.localhost', httpOnly: true, sameSite: 'Lax' })
      expect(await context.cookies(site.url('fjord'))).toEqual([])
      await page.goto(site.url('fjord', '/my-account'))
      await page.waitForURL(/fjord\.localhost:\d+\/login/)
      await context.addCookies([{ name: 'session', value: session?.value ?? '', url: site.url('fjord') }])
      await page.goto(site.url('fjord', '/my-account'))
      await page.waitForURL(/fjord\.localhost:\d+\/login/)
      await page.goto(site.url('aurora', '/my-account'))
      await heading(page, da('account.greeting', { name: 'Freja Holst' }))
    })
  },
)

test('the neutral page finds a salon by its name and reports when there is none', async () => {
  const { site } = harness
  await harness.visit({}, async (page) => {
    await open(page, site.url('default'))
    await page.getByLabel(t('landing.finder'), { exact: true }).fill('nosuch')
    await page.getByRole('button', { name: t('landing.find'), exact: true }).click()
    await page
      .getByText(t('landing.notFound', { name: 'nosuch' }))
      .first()
      .waitFor()
    await page.getByLabel(t('landing.finder'), { exact: true }).fill('Aurora')
    await page.getByRole('button', { name: t('landing.find'), exact: true }).click()
    await page.waitForURL(site.url('aurora'))
    await ready(page)
    for (const path of ['/login', '/book', '/behandlinger', '/my-account', '/appointments'])
      expect((await page.goto(site.url('default', path)))?.status()).toBe(404)
  })
})

test('the neutral page finds a salon without JavaScript too', exhaustive, async () => {
  const { site } = harness
  await harness.visit({ javaScriptEnabled: false }, async (page) => {
    await page.goto(site.url('default'))
    await page.getByLabel(t('landing.finder'), { exact: true }).fill('fjord')
    await page.getByRole('button', { name: t('landing.find'), exact: true }).click()
    await page.waitForURL(`http://www.fjordbarber.localhost:${site.port}/`)
  })
})
