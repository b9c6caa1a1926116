import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { join, openSalon, textIn } from './salon.ts'
import { open, openHarness, tabTo, type Harness } from './harness.ts'
import { button, field, said } from './page.ts'
import { exhaustive } from '#test/tier.ts'

const t = textIn('en')
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const password = 'a long enough secret'
const register = async (page: Page, email: string) => {
  await field(page, t('login.email')).fill(email)
  await field(page, t('login.password')).fill(password)
  await button(page, 'Create Account').click()
}
const inUse = (page: Page) => page.getByRole('dialog', { name: 'Email Already Registered' })

test('a new guest is redirected one second after the account is created', async () => {
  const salon = await openSalon(harness.site)
  await harness.visit({}, async (page) => {
    await page.clock.install()
    await open(page, salon.url('/new-guest2?to=%2Fmy-account'))
    await page.clock.pauseAt(Date.now() + 60_000)
    await register(page, 'alma@example.com')
    await page.getByText(t('signUp.created')).waitFor()
    await page.clock.runFor(900)
    expect(page.url()).toContain('/new-guest2')
    await page.clock.runFor(200)
    await page.waitForURL(/\/onboarding\?to=%2Fmy-account/)
    expect(await salon.sql('select terms_accepted_at is not null as accepted from guest')).toEqual([
      { accepted: true },
    ])
    expect((await salon.mail()).map(({ to }) => to)).toEqual(['alma@example.com'])
  })
})

test('a registered address leads to three sign-in methods, and is filled in at each', async () => {
  const salon = await openSalon(harness.site)
  const { email } = await join(salon)
  await harness.visit({}, async (page) => {
    await open(page, salon.url('/new-guest'))
    await register(page, email)
    await inUse(page).getByText(t('signUp.inUse', { email })).waitFor()
    await inUse(page).getByRole('button', { name: 'Request New Password' }).click()
    await page.getByRole('dialog', { name: t('reset.title') }).waitFor()
    expect(await field(page, t('reset.email')).inputValue()).toBe(email)
    await page.keyboard.press('Escape')
    for (const [name, query] of [
      ['Go to Login', ''],
      ['Login Without Password', '?loginType=magic'],
    ] as const) {
      await open(page, salon.url('/new-guest2'))
      await register(page, email)
      await inUse(page).getByRole('link', { name, exact: true }).click()
      await page.waitForURL(salon.url(`/login${query}`))
      expect(await page.locator('main input[name=email]').inputValue()).toBe(email)
    }
  })
})

test('other errors are titled Login, and said once', exhaustive, async () => {
  const salon = await openSalon(harness.site)
  await harness.visit({}, async (page) => {
    await open(page, salon.url('/new-guest2'))
    await field(page, t('login.email')).fill('alma@example.com')
    await field(page, t('login.password')).fill('12345')
    await button(page, 'Create Account').click()
    const wrong = t('signUp.weakPassword', { floor: 6 })
    await said(page, wrong)
    await page.getByRole('alert').getByRole('heading', { name: 'Login', exact: true }).waitFor()
    expect(await page.getByRole('status').filter({ hasText: wrong }).count()).toBe(0)
    // All wrong fields at once.
    await field(page, t('login.email')).fill('alma')
    await field(page, t('login.password')).fill('12345')
    await button(page, 'Create Account').click()
    await expect
      .poll(() => page.getByRole('alert').getByRole('link').allInnerTexts())
      .toEqual([t('signUp.invalidEmail'), wrong])
  })
})

test(
  'the two views of the login link to each other with the keyboard, and keep target and address',
  exhaustive,
  async () => {
    const salon = await openSalon(harness.site)
    const member = await join(salon)
    await harness.visit({}, async (page) => {
      await open(page, salon.url('/login2?to=%2Fprofile'))
      expect(await page.title()).toBe(`Title ${salon.id}`)
      const start = member.email.slice(0, 3)
      await tabTo(page, field(page, t('login.email')))
      await page.keyboard.type(start)
      await tabTo(page, page.getByRole('link', { name: t('login.withoutPassword') }))
      await page.keyboard.press('Enter')
      await button(page, 'Send Magic Link').waitFor()
      expect(new URL(page.url()).searchParams.get('loginType')).toBe('magic')
      // Each view has what was typed in the other one.
      expect(await field(page, t('magic.email')).inputValue()).toBe(start)
      await page.goBack()
      await expect.poll(() => field(page, t('login.email')).inputValue()).toBe(start)
      await page.goForward()
      await field(page, t('magic.email')).fill(member.email)
      await tabTo(page, page.getByRole('link', { name: 'Back to Password Login' }))
      await page.keyboard.press('Enter')
      await button(page, t('login.submit')).waitFor()
      expect(await field(page, t('login.email')).inputValue()).toBe(member.email)
      await tabTo(page, field(page, t('login.password')))
      await page.keyboard.type(member.password)
      await tabTo(page, button(page, t('login.showPassword')))
      await page.keyboard.press('Space')
      expect(await page.locator('#password').getAttribute('type')).toBe('text')
      await tabTo(page, button(page, t('login.submit')), 20)
      await page.keyboard.press('Enter')
      await page.waitForURL(salon.url('/profile'))
    })
  },
)

test('a second attempt within a second of the first is ignored', exhaustive, async () => {
  const salon = await openSalon(harness.site)
  await harness.visit({}, async (page) => {
    let posts = 0
    page.on('request', (one) => {
      if (one.method() === 'POST' && one.url().includes('/login')) posts += 1
    })
    await page.clock.install()
    await open(page, salon.url('/login'))
    await page.clock.pauseAt(Date.now() + 60_000)
    const attempt = async () => {
      await field(page, t('login.password')).press('Enter')
      await page.clock.runFor(50)
    }
    await attempt()
    await page.getByRole('alert').waitFor()
    await attempt()
    await page.waitForTimeout(300)
    expect(posts).toBe(1)
    await page.clock.runFor(1_000)
    await attempt()
    await expect.poll(() => posts).toBe(2)
  })
})

test('without scripts a guest signs in, and an address in use shows three methods that work', async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  await harness.visit({ javaScriptEnabled: false }, async (page, context) => {
    await page.goto(salon.url('/login?to=%2Fprofile'))
    await field(page, t('login.email')).fill(member.email)
    await field(page, t('login.password')).fill(member.password)
    await button(page, t('login.submit')).click()
    await page.waitForURL(salon.url('/profile'))
    await context.clearCookies()
    for (const [name, path] of [
      ['signUp.goToLogin', '/login'],
      ['signUp.withoutPassword', '/login?loginType=magic'],
    ] as const) {
      await page.goto(salon.url('/new-guest2'))
      await register(page, member.email)
      await button(page, t(name)).click()
      expect(page.url()).toBe(salon.url(path))
      expect(await page.locator('main input[name=email]').first().inputValue()).toBe(member.email)
    }
    await page.goto(salon.url('/new-guest2'))
    await register(page, member.email)
    await button(page, t('signUp.requestPassword')).click()
    await page.waitForURL(/message=reset-sent/)
    await expect
      .poll(async () =>
        (await salon.mail()).some(
          ({ to, text }) => to === member.email && text.includes('mode=resetPassword'),
        ),
      )
      .toBe(true)
  })
})
