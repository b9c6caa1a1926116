import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { join, openSalon, textIn, type Salon } from './salon.ts'
import { open, openHarness, ready, type Harness } from './harness.ts'
import { heading } from './page.ts'
import { exhaustive } from '#test/tier.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const t = textIn('en')
const FAILED = 'This link has already been used. Please request a new email'
const LOADING = "Loading... This may take a few seconds, please don't close this page."

/**
 * The newest link of a mode in the mails to an address; its origin is the tenant's stored one, which is this
 * site's.
 */
async function linkTo(salon: Salon, to: string, mode: string): Promise<string> {
  const mail = (await salon.mail()).find((one) => one.to === to && one.text.includes(`mode=${mode}&`))
  const link = /https?:\/\/\S+\/confirm\?\S+/.exec(mail?.text ?? '')?.[0]
  if (!link) throw new Error(`no ${mode} mail to ${to}`)
  const { pathname, search } = new URL(link)
  return salon.url(pathname + search)
}

/** Requests as a scanner does: no browser, no cookies, no redirects. */
async function fetched(method: string, link: string): Promise<IncomingMessage> {
  const { host, port, pathname, search } = new URL(link)
  const asked = request({ host: '127.0.0.1', port, method, path: pathname + search, headers: { host } })
  asked.end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  answer.resume()
  return answer
}

const codeIn = (link: string) => new URL(link).searchParams.get('oobCode') ?? ''

async function resetLink(salon: Salon, email: string): Promise<string> {
  await salon.caller().call('sendPasswordResetEmail', { email })
  return linkTo(salon, email, 'resetPassword')
}

test('a forgotten password is reset through the modal and the mail, and ends at the login', async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  // An address that is verified for the first time loses the details of who registered it.
  await salon.sql('update guest set email_verified = true')
  await harness.visit({}, async (page) => {
    await open(page, salon.url('/login'))
    await page.getByLabel(t('login.email'), { exact: true }).fill('abc')
    await page.getByRole('link', { name: t('login.forgot'), exact: true }).click()
    const modal = page.getByRole('dialog', { name: 'Reset Password', exact: true })
    await modal.waitFor()
    const send = modal.getByRole('button', { name: t('reset.submit'), exact: true })
    expect(await send.isDisabled()).toBe(true)
    await modal.getByLabel(t('reset.email'), { exact: true }).fill(member.email)
    await send.click()
    await page
      .getByRole('dialog', { name: 'Password Reset', exact: true })
      .getByText('Password reset email sent. Please check your email and spam folder for the reset link.', {
        exact: true,
      })
      .waitFor()
    const answer = page.getByRole('status').filter({ hasText: t('reset.sentHint', { email: member.email }) })
    await expect.poll(() => answer.evaluate((one) => one === document.activeElement)).toBe(true)

    const link = await linkTo(salon, member.email, 'resetPassword')
    await open(page, link)
    await heading(page, t('confirm.resetPasswordTitle'))
    // The code is removed from the address bar once it has been read.
    await page.waitForURL(salon.url('/confirm'))
    expect(await page.evaluate(() => document.referrer)).not.toContain(codeIn(link))
    const [password, repeat] = [
      page.getByLabel('Password', { exact: true }),
      page.getByLabel('Repeat Password', { exact: true }),
    ]
    const submit = page.getByRole('button', { name: 'Reset password', exact: true })
    await password.fill('1234')
    await repeat.fill('1234')
    expect(await submit.isDisabled()).toBe(true)
    await password.fill('hemme')
    await repeat.fill('hemmx')
    expect(await submit.isDisabled()).toBe(true)
    // Pressed all the same, it says why.
    const alert = page.getByRole('alert')
    for (const [word, texts] of [
      ['hemme', [t('confirm.differs')]],
      ['h', [t('confirm.weak', { floor: 6 }), t('confirm.differs')]],
    ] as const) {
      await password.fill(word)
      await submit.press('Enter')
      await expect.poll(() => alert.getByRole('link').allInnerTexts()).toEqual(texts)
      expect(await alert.evaluate((one) => one === document.activeElement)).toBe(true)
    }
    await password.fill('hemme')
    await page.getByRole('button', { name: t('confirm.show'), exact: true }).click()
    expect([await password.getAttribute('type'), await repeat.getAttribute('type')]).toEqual(['text', 'text'])
    await repeat.fill('hemme')
    await submit.click()
    await page
      .getByRole('alert')
      .getByText(t('confirm.weak', { floor: 6 }))
      .waitFor()
    for (const field of [password, repeat]) await field.fill('en rolig aften ved søen')
    await submit.click()
    await page.getByText(t('shell.passwordReset'), { exact: true }).waitFor()
    await page.waitForURL(salon.url('/login'))
    expect(await page.getByLabel(t('login.email'), { exact: true }).inputValue()).toBe(member.email)
    await page.getByLabel(t('login.password'), { exact: true }).fill('en rolig aften ved søen')
    await page.getByRole('button', { name: t('login.submit'), exact: true }).click()
    await page.waitForURL(salon.url('/my-account'))
  })
})

test(
  'an invalid address and a failed request for a reset mail are reported in the modal',
  exhaustive,
  async () => {
    const salon = await openSalon(harness.site)
    await harness.visit({ expected: /ERR_INTERNET_DISCONNECTED|Failed to fetch/ }, async (page, context) => {
      await open(page, salon.url('/login'))
      await page.getByRole('link', { name: t('login.forgot'), exact: true }).click()
      const modal = page.getByRole('dialog', { name: 'Reset Password', exact: true })
      const [address, send] = [
        modal.getByLabel(t('reset.email'), { exact: true }),
        modal.getByRole('button', { name: t('reset.submit'), exact: true }),
      ]
      await address.fill('abcd')
      await send.click()
      await modal.getByRole('alert').getByText(t('reset.invalid'), { exact: true }).waitFor()
      await address.fill('freja@example.com')
      await context.setOffline(true)
      await send.click()
      await modal
        .getByRole('alert')
        .getByText('Failed to send reset email. Please try again.', { exact: true })
        .waitFor()
      await context.setOffline(false)
    })
    await harness.visit({ javaScriptEnabled: false }, async (page) => {
      await page.goto(salon.url('/sign-in/reset'))
      await page.getByLabel(t('reset.email'), { exact: true }).fill('abcd')
      await page.getByRole('button', { name: t('reset.submit'), exact: true }).click()
      await page.getByRole('alert').getByRole('heading', { name: 'Error', exact: true }).waitFor()
      expect(await page.title()).toMatch(/^Error: Reset Password · /)
    })
  },
)

test('without JavaScript a password is reset by plain forms', async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  await harness.visit({ javaScriptEnabled: false }, async (page) => {
    await page.goto(salon.url('/login'))
    await page.getByRole('link', { name: t('login.forgot'), exact: true }).click()
    await page.getByLabel(t('reset.email'), { exact: true }).last().fill(member.email)
    await page.getByRole('button', { name: t('reset.submit'), exact: true }).click()
    await page.waitForURL(/message=reset-sent/)
    expect(await page.getByRole('main').innerText()).toContain(
      'Password reset email sent. Please check your inbox.',
    )
    await page.goto(await linkTo(salon, member.email, 'resetPassword'))
    await page.getByLabel('Password', { exact: true }).fill('en rolig aften')
    await page.getByLabel('Repeat Password', { exact: true }).fill('en rolig aften ved søen')
    await page.getByRole('button', { name: 'Reset password', exact: true }).click()
    await page.getByRole('alert').getByText(t('confirm.differs')).waitFor()
    await page.getByLabel('Password', { exact: true }).fill('en rolig aften ved søen')
    await page.getByLabel('Repeat Password', { exact: true }).fill('en rolig aften ved søen')
    await page.getByRole('button', { name: 'Reset password', exact: true }).click()
    await page.waitForURL(/\/login\?message=password-reset/)
    await page.getByText(t('shell.passwordReset'), { exact: true }).waitFor()
    expect(await page.getByLabel(t('login.email'), { exact: true }).inputValue()).toBe(member.email)
    // The address is given once.
    await page.goto(salon.url('/login'))
    expect(await page.getByLabel(t('login.email'), { exact: true }).inputValue()).toBe('')
  })
  await salon
    .caller()
    .call('signInWithEmailAndPassword', { email: member.email, password: 'en rolig aften ved søen' })
})

test('the link of a mail confirms its address automatically only in the browser that asked', async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  const link = await linkTo(salon, member.email, 'verifyEmail')
  const confirmed = () => salon.sql('select email_verified, email_verified_elsewhere from guest')
  const masked = `${member.email[0]}•••@example.com`
  await harness.visit({}, async (page) => {
    // A scanner that runs scripts, and then a person; opening it again does no harm.
    for (const verified of [false, true]) {
      await open(page, link)
      await ready(page)
      await page
        .getByRole('button', { name: t('confirm.continueAs', { email: masked }), exact: true })
        .waitFor()
      expect(await confirmed()).toMatchObject([{ email_verified: verified }])
      await page
        .getByRole('button', { name: t('confirm.continueAs', { email: masked }), exact: true })
        .click()
      await page.waitForURL(/\/login/)
      await page.getByText(t('shell.emailConfirmed'), { exact: true }).waitFor()
      expect(await page.getByLabel(t('login.email'), { exact: true }).inputValue()).toBe(member.email)
    }
  })
  expect(await confirmed()).toEqual([{ email_verified: true, email_verified_elsewhere: true }])
  await member.call('signOut', {})
  await harness.visit({ before: member.copyCookies }, async (page) => {
    await page.goto(link)
    await page.waitForURL(/\/login/)
    await page.getByText('Email changed successfully', { exact: true }).waitFor()
  })
  expect(await confirmed()).toEqual([{ email_verified: true, email_verified_elsewhere: false }])
})

test('a new address is confirmed in the browser that requested it and undone from the old one', async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  await harness.visit({ before: member.copyCookies }, async (page) => {
    await open(page, salon.url('/changeEmail'))
    await page.getByLabel(t('changeEmail.newEmail'), { exact: true }).fill(member.email)
    await page.getByRole('button', { name: t('changeEmail.submit'), exact: true }).click()
    await page.getByRole('alert').getByText(t('changeEmail.invalid')).waitFor()
    await page.getByLabel(t('changeEmail.newEmail'), { exact: true }).fill('new@example.com')
    await page.getByRole('button', { name: t('changeEmail.submit'), exact: true }).click()
    await heading(page, t('changeEmail.sentTitle'))
    await page.goto(await linkTo(salon, 'new@example.com', 'verifyAndChangeEmail'))
    const notice = page.getByRole('dialog', { name: t('confirm.noticeTitle') })
    await notice
      .getByText('You will be logged out now. Please log in again with your new email address...', {
        exact: true,
      })
      .waitFor()
    await notice.getByRole('button', { name: 'OK', exact: true }).click()
    await page.waitForURL(/\/login/)
    await page.getByText('Email changed successfully', { exact: true }).waitFor()
    expect(await salon.sql('select email from guest')).toEqual([{ email: 'new@example.com' }])
  })
  await harness.visit({}, async (page) => {
    await open(page, await linkTo(salon, member.email, 'recoverEmail'))
    await heading(page, t('confirm.recoverEmailTitle'))
    expect(await salon.sql('select email from guest')).toEqual([{ email: 'new@example.com' }])
    await page.getByRole('button', { name: t('confirm.recoverEmailButton'), exact: true }).click()
    await page
      .getByText(`Email recovered successfully: Please log in using ${member.email}`, { exact: true })
      .waitFor()
    await page
      .getByRole('main')
      .getByRole('link', { name: t('confirm.toLogin'), exact: true })
      .click()
    await heading(page, t('login.title'))
    expect(await page.getByLabel(t('login.email'), { exact: true }).inputValue()).toBe(member.email)
  })
})

test('a used link shows that for ten seconds, eight of them here', exhaustive, async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  const link = await resetLink(salon, member.email)
  await salon
    .caller()
    .call('confirmPasswordReset', { oobCode: codeIn(link), newPassword: 'en rolig aften ved søen' })
  await harness.visit({}, async (page) => {
    await page.clock.install()
    await open(page, link)
    await page.getByRole('alert').getByText(FAILED, { exact: true }).waitFor()
    expect(
      await page
        .getByRole('main')
        .getByRole('link', { name: t('confirm.toLogin'), exact: true })
        .isVisible(),
    ).toBe(true)
    // The page that it leads to says it too.
    await page.clock.pauseAt(Date.now() + 3_000)
    await page.clock.fastForward(3_000)
    expect(new URL(page.url()).pathname).toBe('/confirm')
    await page.clock.fastForward(2_100)
    await page.waitForURL(/\/login/)
    await heading(page, t('login.title'))
    await page.getByRole('alert').getByText(FAILED, { exact: true }).waitFor()
  })
})

test('a URL without a mode or with an unknown code leads only to the login', exhaustive, async () => {
  const salon = await openSalon(harness.site)
  await harness.visit({}, async (page) => {
    for (const search of [
      '',
      '?mode=nosuch&oobCode=x',
      '?mode=signIn',
      '?mode=revertSecondFactorAddition&oobCode=x',
    ]) {
      await open(page, salon.url(`/confirm${search}`))
      await heading(page, t('confirm.notValidTitle'))
      await page
        .getByRole('main')
        .getByRole('link', { name: t('confirm.toLogin'), exact: true })
        .waitFor()
    }
  })
})

test(
  'a mail scanner that opens every link without pressing a button changes nothing',
  exhaustive,
  async () => {
    const salon = await openSalon(harness.site)
    const member = await join(salon)
    await member.call('verifyBeforeUpdateEmail', { newEmail: 'second@example.com' })
    const change = await linkTo(salon, 'second@example.com', 'verifyAndChangeEmail')
    const reset = await resetLink(salon, member.email)
    const before = await salon.sql(
      'select md5(string_agg(a::text, chr(10) order by hash)) as codes from action_code a',
    )
    const guest = await salon.sql('select * from guest')
    const verify = await linkTo(salon, member.email, 'verifyEmail')
    await harness.visit({}, async (page) => {
      for (const link of [change, reset, verify]) {
        for (const method of ['GET', 'HEAD']) {
          for (let time = 0; time < 5; time += 1) {
            const { statusCode, headers } = await fetched(method, link)
            expect([statusCode, headers['cache-control'], headers['referrer-policy']]).toEqual([
              200,
              'no-store',
              'no-referrer',
            ])
          }
        }
      }
      expect(
        await salon.sql('select md5(string_agg(a::text, chr(10) order by hash)) as codes from action_code a'),
      ).toEqual(before)
      for (const link of [change, reset, verify]) {
        await open(page, link)
        await page.waitForTimeout(500)
        expect(await page.getByText(LOADING).count()).toBe(0)
      }
      expect(await salon.sql('select * from guest')).toEqual(guest)
      expect(
        await salon.sql('select md5(string_agg(a::text, chr(10) order by hash)) as codes from action_code a'),
      ).toEqual(before)
      // A reader in another browser presses one button, which shows a part of the address.
      await open(page, change)
      await page.getByRole('button', { name: 'Continue as s•••@example.com', exact: true }).click()
      await page.getByText('Email changed successfully', { exact: true }).waitFor()
    })
    expect(await salon.sql('select email from guest')).toEqual([{ email: 'second@example.com' }])
  },
)

test(
  'a go. host finds the tenant by the code and redirects to the tenant’s own site',
  exhaustive,
  async () => {
    const salon = await openSalon(harness.site)
    const member = await join(salon)
    const link = new URL(await resetLink(salon, member.email))
    await harness.visit({}, async (page) => {
      // The stored origin has the port that is used from outside; the test follows it by hand.
      const { statusCode, headers } = await fetched(
        'GET',
        `http://go.localhost:${harness.site.port}${link.pathname}${link.search}`,
      )
      expect(statusCode).toBe(302)
      expect(new URL(headers.location ?? '').hostname).toBe(`${salon.id}.localhost`)
      await open(
        page,
        `http://go.localhost:${harness.site.port}/confirm?mode=signIn&oobCode=nosuch.${'x'.repeat(22)}`,
      )
      await page.getByRole('alert').getByText(FAILED, { exact: true }).waitFor()
      await page
        .getByRole('main')
        .getByRole('link', { name: t('confirm.toHome'), exact: true })
        .waitFor()
    })
  },
)

test('values typed before hydration count, and buttons are enabled by them', exhaustive, async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  const password = 'en rolig aften ved søen'
  for (const [path, fields, submit] of [
    [await resetLink(salon, member.email), { password, repeatPassword: password }, t('confirm.resetButton')],
    [salon.url('/sign-in/reset'), { resetEmail: member.email }, t('reset.submit')],
  ] as const) {
    await harness.visit({}, async (page) => {
      let come = () => {}
      const typed = new Promise<void>((resolve) => {
        come = resolve
      })
      await page.route(/\/assets\/.*\.js$/, async (route) => {
        await typed
        await route.continue()
      })
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      for (const [name, value] of Object.entries(fields))
        await page.locator(`main input[name=${name}]`).fill(value)
      come()
      await ready(page)
      await expect.poll(() => page.getByRole('button', { name: submit, exact: true }).isEnabled()).toBe(true)
      // A button that missed the values would stay disabled from here on.
      await page.locator(`main input[name=${Object.keys(fields)[0]}]`).fill('a')
      await expect.poll(() => page.getByRole('button', { name: submit, exact: true }).isDisabled()).toBe(true)
    })
  }
})
