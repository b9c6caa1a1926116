import { afterAll, beforeAll, expect, test } from 'vitest'
import { createActionCode } from '#server/identity/action-code/queries.ts'
import type { Page } from 'playwright-core'
import { getPage } from '#test/process.ts'
import { join, openSalon, textIn, type Member, type Salon } from './salon.ts'
import { open, openHarness, ready, type Harness } from './harness.ts'
import { exhaustive } from '#test/tier.ts'

const t = textIn('en')
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

type Sms = { to: string; text: string }
async function texts(salon: Salon): Promise<Sms[]> {
  await harness.site.settled()
  const { text } = await getPage(harness.site.port, `${salon.id}.localhost`, '/dev/outbox.json')
  return (JSON.parse(text) as { sms: Sms[] }).sms
}
const lastLink = async (salon: Salon) => /https?:\/\/\S+/.exec((await texts(salon))[0]?.text ?? '')?.[0] ?? ''

async function salonWithGuest(): Promise<{ salon: Salon; member: Member }> {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  await salon.sql('update guest set mobile_verified = true, email_verified = true')
  return { salon, member }
}

test('a link by text message signs in automatically in the browser that requested it', async () => {
  const { salon, member } = await salonWithGuest()
  await harness.visit({}, async (page) => {
    await open(page, salon.url('/login?loginType=magic'))
    await ready(page)
    await page.getByLabel(t('magic.email'), { exact: true }).fill(member.email)
    await page.getByLabel(t('magic.mobile'), { exact: true }).fill('20304050')
    await page.getByRole('button', { name: t('magic.submit'), exact: true }).click()
    await page.getByText(t('magic.sent'), { exact: true }).waitFor()
    await open(page, await lastLink(salon))
    await page.waitForURL(/\/my-account$/)
    expect(await page.evaluate(() => document.referrer)).not.toContain('/cl/')
    await page.goBack()
    expect(page.url()).not.toMatch(/\/cl\/|done=1/)
  })
})

/** Requests a message for an address on the login page, which then waits. */
async function waitForMessage(page: Page, salon: Salon, member: Member, path = '/login?loginType=magic') {
  await open(page, salon.url(path))
  await ready(page)
  await page.getByLabel(t('magic.email'), { exact: true }).fill(member.email)
  await page.getByRole('button', { name: t('magic.submit'), exact: true }).click()
  await page.getByLabel(t('code.code'), { exact: true }).waitFor()
}
const mailOf = async (salon: Salon) => {
  const { text } = (await salon.mail())[0] ?? { text: '' }
  const url = new URL(/https?:\/\/\S+\/confirm\?\S+/.exec(text)?.[0] ?? 'about:blank')
  return { digits: /^\d{6}$/m.exec(text)?.[0] ?? '', link: salon.url(url.pathname + url.search) }
}

test(
  'the waiting page takes the code of the mail, for as long as the link would sign in',
  exhaustive,
  async () => {
    const { salon, member } = await salonWithGuest()
    for (const javaScriptEnabled of [true, false]) {
      await harness.visit({ javaScriptEnabled }, async (page, context) => {
        await (javaScriptEnabled
          ? waitForMessage(page, salon, member, '/login?loginType=magic&to=%2Fprofile')
          : (async () => {
              await page.goto(salon.url('/login?loginType=magic&to=%2Fprofile'))
              await page.getByLabel(t('magic.email'), { exact: true }).fill(member.email)
              await page.getByRole('button', { name: t('magic.submit'), exact: true }).click()
              await page.getByText(t('magic.sent'), { exact: true }).waitFor()
            })())
        const { digits } = await mailOf(salon)
        const [field, enter] = [
          page.getByLabel(t('code.code'), { exact: true }),
          page.getByRole('button', { name: t('code.enter'), exact: true }),
        ]
        await field.fill(digits === '000000' ? '000001' : '000000')
        await enter.click()
        await page.getByRole('alert').getByText(t('code.wrong'), { exact: true }).waitFor()
        await page.waitForTimeout(1_100)
        await field.fill(`${digits.slice(0, 3)} ${digits.slice(3)}`)
        await enter.click()
        await page.waitForURL(/\/profile/)
        const session = (await context.cookies(salon.url('/'))).find(({ name }) => name === 'session')
        expect((session?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(29 * 86_400)
      })
      // The pause between two messages.
      await salon.sql("update action_code set created_at = created_at - interval '1 minute'")
    }
  },
)

test(
  'a waiting page signs in once the link was used in this browser, not in another one',
  exhaustive,
  async () => {
    const { salon, member } = await salonWithGuest()
    await harness.visit({}, async (waiting, context) => {
      await waitForMessage(waiting, salon, member)
      const { link, digits } = await mailOf(salon)
      await harness.visit({}, async (page) => {
        await open(page, link)
        await page.getByText(t('code.elsewhere'), { exact: true }).waitFor()
        await page.getByRole('button', { name: /^Continue as/ }).click()
        await page.waitForURL(/\/my-account$/)
      })
      await waiting.waitForTimeout(6_000)
      expect(new URL(waiting.url()).pathname).toBe('/login')
      // The link has consumed the code.
      await waiting.getByLabel(t('code.code'), { exact: true }).fill(digits)
      await waiting.getByRole('button', { name: t('code.enter'), exact: true }).click()
      await waiting.getByRole('alert').getByText(t('code.wrong'), { exact: true }).waitFor()
      await salon.sql("update action_code set created_at = created_at - interval '1 minute'")
      await waitForMessage(waiting, salon, member)
      const tab = await context.newPage()
      await tab.goto((await mailOf(salon)).link)
      await tab.waitForURL(/\/my-account$/)
      await waiting.waitForURL(/\/my-account$/)
      // The shell is the signed-in one too.
      await waiting.getByRole('button', { name: t('shell.userMenu'), exact: true }).click()
      await waiting.getByRole('button', { name: t('shell.signOut'), exact: true }).waitFor()
    })
  },
)

test('in another browser it needs a button with the account, and scanners do not consume it', async () => {
  const { salon, member } = await salonWithGuest()
  const caller = salon.caller()
  await caller.call('sendMagicLink', { email: member.email, mobile: '20304050', dialcode: '+45' })
  const link = await lastLink(salon)
  await harness.visit({}, async (page) => {
    for (let time = 0; time < 3; time += 1) await open(page, link)
    await page
      .getByRole('button', {
        name: t('link.continueAs', { guest: `${member.email[0]}•••@example.com` }),
        exact: true,
      })
      .waitFor()
  })
  await harness.visit({ javaScriptEnabled: false }, async (page) => {
    const answer = await page.goto(link)
    expect(answer?.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
    await page.getByRole('button', { name: /^Continue as/ }).click()
    await page.getByText(t('link.done'), { exact: true }).waitFor()
    await page.getByRole('link', { name: t('link.toAccount'), exact: true }).click()
    await page.waitForURL(/\/my-account$/)
  })
  await harness.visit({}, async (page) => {
    await open(page, link.replace(/\.[\w-]{22}/, `.${'x'.repeat(22)}`))
    await page.getByText(t('link.failed'), { exact: true }).waitFor()
    await open(page, link)
    await page.getByText(t('link.used'), { exact: true }).waitFor()
    await page.getByRole('link', { name: t('link.again'), exact: true }).click()
    await page.waitForURL(/loginType=magic/)
    await open(page, salon.url('/custom-login'))
    await page.getByText('No link identifier provided', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Back to login', exact: true }).waitFor()
  })
})

test('a one-time code signs in on a tablet, and a wrong one shows an error', async () => {
  const { salon, member } = await salonWithGuest()
  await harness.visit({}, async (page) => {
    await open(page, salon.url('/gong'))
    await ready(page)
    await page.getByLabel(t('code.address'), { exact: true }).fill(member.email)
    await page.getByRole('button', { name: t('code.send'), exact: true }).click()
    await page.getByLabel(t('code.code'), { exact: true }).waitFor()
    const digits = /^\d{6}$/m.exec((await salon.mail())[0]?.text ?? '')?.[0] ?? ''
    await page.waitForTimeout(1_100)
    await page.getByLabel(t('code.code'), { exact: true }).fill(digits === '000000' ? '000001' : '000000')
    await page.getByRole('button', { name: t('code.enter'), exact: true }).click()
    await page.getByRole('alert').waitFor()
    await page.waitForTimeout(1_100)
    await page.getByLabel(t('code.code'), { exact: true }).fill(digits)
    await page.getByRole('button', { name: t('code.enter'), exact: true }).click()
    await page.waitForURL(/\/my-account$/)
    await page.goto(salon.url('/gong'))
    await page.waitForURL(/\/my-account$/)
  })
})

test(
  'the link that confirms a number does so when its page opens, in its own language',
  exhaustive,
  async () => {
    const { salon, member } = await salonWithGuest()
    await salon.sql('update guest set mobile_verified = false')
    const caller = salon.caller()
    await caller.call('signInWithEmailAndPassword', { email: member.email, password: member.password })
    await caller.call('sendMobileConfirmation', {})
    const link = (await lastLink(salon)).replace('/en/', '/da/')
    await harness.visit({}, async (page) => {
      await page.goto(link)
      await page.getByText(textIn('da')('mobile.done'), { exact: true }).waitFor()
      expect(await page.locator('html').getAttribute('lang')).toBe('da')
      expect(page.url()).not.toContain(/confirmMobile\/([^/]+)/.exec(link)?.[1])
    })
    expect(await salon.sql('select mobile_verified from guest')).toEqual([{ mobile_verified: true }])
  },
)

test(
  'a dial code is found by name, native name, code and number, with the keyboard',
  exhaustive,
  async () => {
    const { salon } = await salonWithGuest()
    await harness.visit({}, async (page) => {
      await open(page, salon.url('/login?loginType=magic'))
      await ready(page)
      const box = page.locator('input[role=combobox]')
      for (const [typed, shown] of [
        ['norw', '+47'],
        ['sverige', '+46'],
        ['de', '+49'],
        ['+354', '+354'],
      ] as const) {
        await box.press('ArrowDown')
        await box.fill(typed)
        await box.press('Enter')
        await expect.poll(() => box.inputValue()).toContain(shown)
      }
      await box.press('ArrowDown')
      await box.press('Escape')
      expect(await box.inputValue()).toContain('+354')
      expect(await page.locator('select[name=countryCode]').inputValue()).toBe('IS')
      await box.click()
      const list = await page.getByRole('listbox').boundingBox()
      expect(list?.height).toBeLessThanOrEqual(844 * 0.2 + 1)
    })
  },
)

test('a link of the tenant’s own signs in as often as it was created for', exhaustive, async () => {
  const { salon, member } = await salonWithGuest()
  const [row] = await salon.sql<{ id: string }>('select id from guest where email = $1', [member.email])
  const code = await harness.site.testDb.db.write(salon.id, (tx) =>
    createActionCode(
      tx,
      {
        kind: 'customLogin',
        guestId: row?.id ?? '',
        data: {},
        uses: 2,
        expiresAt: new Date(Date.now() + 86_400_000),
      },
      Date.now(),
    ),
  )
  for (let time = 0; time < 2; time += 1) {
    await harness.visit({}, async (page) => {
      await open(page, salon.url(`/custom-login/${code}`))
      await page.getByRole('button', { name: /^Continue as/ }).click()
      await page.waitForURL(/\/my-account$/)
    })
  }
  await harness.visit({}, async (page) => {
    await open(page, salon.url(`/custom-login/${code}`))
    await page.getByText(t('link.used'), { exact: true }).waitFor()
  })
})
