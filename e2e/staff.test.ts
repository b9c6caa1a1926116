import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAuthenticator } from './devtools.ts'
import { open, openHarness, ready, type Harness } from './harness.ts'
import { button, field, follow, heading, press } from './page.ts'
import { desk, openSalon, salonOf, textIn, work, type Salon } from './salon.ts'
import { exhaustive } from '#test/tier.ts'

/* The salon's own site: who works there, as they sign in, share the desk, and manage each other. */
const t = textIn('en')
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const PIN = '482915'
/** The newest link to the salon's own site in a mail to an address. */
async function linkTo(salon: Salon, email: string): Promise<string> {
  const mails = (await salon.mail()).filter(({ to }) => to === email)
  const { pathname, search } = new URL(
    mails.map(({ text }) => /\S+\/welcome\?\S+/.exec(text)?.[0]).find((one) => one !== undefined) ??
      'http://none',
  )
  return salon.url(pathname + search)
}

for (const javaScriptEnabled of [true, false]) {
  const scripts = javaScriptEnabled ? 'with scripts' : 'without scripts'
  const go = (page: Page, url: string) => (javaScriptEnabled ? open(page, url) : page.goto(url))

  test(`the demo’s owner comes in by a button, ${scripts}`, async () => {
    const salon = salonOf(harness.site, 'aurora')
    await harness.visit({ javaScriptEnabled }, async (page) => {
      // The guests' site leads over.
      await page.goto(harness.site.url('aurora', '/admin'))
      await page.waitForURL(salon.url('/welcome?to=%2Fadmin'))
      await page.getByRole('button', { name: /^Karoline Vestergaard/ }).click()
      await page.waitForURL(salon.url('/admin/day'))
      await page.getByRole('link', { name: t('staffShell.me'), exact: true }).click()
      await heading(page, 'Karoline Vestergaard')
      for (const name of [
        'staffShell.day',
        'staffShell.people',
        'staffShell.devices',
        'staffShell.audit',
        'staffShell.me',
      ] as const)
        await page.getByRole('link', { name: t(name), exact: true }).waitFor()
      await press(page, t('shell.signOut'))
      await heading(page, t('staffWelcome.title'))
      await page.goto(salon.url('/admin/people'))
      await heading(page, t('staffWelcome.title'))
    })
  })

  test(`an owner invites a colleague, who accepts, signs in by a link later, and is removed, ${scripts}`, async () => {
    const salon = await openSalon(harness.site)
    const owner = await work(salon, { name: 'Ea Lund' })
    const email = `ida@${salon.id}.example`
    await harness.visit({ javaScriptEnabled, before: owner.copyCookies }, async (page) => {
      await go(page, salon.url('/admin/people'))
      await press(page, t('staffPeople.invite'))
      await page.getByRole('alert').waitFor()
      await field(page, t('magic.email')).fill(email)
      await field(page, t('staffPeople.name')).fill('Ida Krogh')
      await field(page, t('staffPeople.role')).selectOption('reception')
      await press(page, t('staffPeople.invite'))
      await page.getByText(t('staffShell.invited'), { exact: true }).waitFor()
      await page.getByText('Ida Krogh', { exact: false }).first().waitFor()

      // Where her session is over, the server says so to her open page.
      const expected = /401.*\/api\/staff\/live/
      await harness.visit({ javaScriptEnabled, expected }, async (other) => {
        await go(other, await linkTo(salon, email))
        // Looking is not accepting.
        await other.reload()
        await press(other, t('staffWelcome.inviteButton'))
        await heading(other, 'Ida Krogh')
        await other.getByText(t('staffShell.joined'), { exact: true }).waitFor()
        expect(await other.getByRole('link', { name: t('staffShell.people'), exact: true }).count()).toBe(0)
        await press(other, t('shell.signOut'))
        await field(other, t('magic.email')).fill(email)
        await press(other, t('staffWelcome.send'))
        await other.getByText(t('staffWelcome.sent'), { exact: true }).waitFor()
        const link = await linkTo(salon, email)
        await go(other, link)
        await press(other, t('login.submit'))
        await other.waitForURL(salon.url('/admin/day'))
        await other.goto(link)
        await other.getByText(t('staffWelcome.invalid'), { exact: true }).waitFor()
        await go(other, salon.url('/admin/me'))

        await go(page, salon.url('/admin/people'))
        await page.getByRole('link', { name: t('profile.passkeyRemoveOf', { name: 'Ida Krogh' }) }).click()
        await page
          .getByRole('heading', { name: t('staffPeople.removeTitle', { name: 'Ida Krogh' }) })
          .waitFor()
        await press(page, t('profile.passkeyRemoveOf', { name: 'Ida Krogh' }))
        await page.getByText(t('staffShell.removed'), { exact: true }).waitFor()
        // Her open page ends by itself; without scripts with its next request.
        if (!javaScriptEnabled) await other.reload()
        await other
          .getByRole('heading', { level: 1, name: t('staffWelcome.title') })
          .waitFor({ timeout: 8_000 })
      })

      await go(page, salon.url('/admin/audit'))
      for (const what of [
        'staffAudited.staffRemoved',
        'staffAudited.staffJoined',
        'staffAudited.staffInvited',
      ] as const)
        await page.getByText(`${t(what)}: Ida Krogh`, { exact: true }).waitFor()
    })
  })

  test(`a desk device is set up, locked and unlocked by whoever works, ${scripts}`, async () => {
    const salon = await openSalon(harness.site)
    const owner = await work(salon, { name: 'Ea Lund' })
    await work(salon, { name: 'Ida Krogh', role: 'reception', pin: '730264' })
    await harness.visit({ javaScriptEnabled, before: owner.copyCookies }, async (page) => {
      await go(page, salon.url('/admin/me'))
      await field(page, t('staffMe.pinNew')).fill(PIN)
      await button(page.locator('form:has(input[name=pin])'), t('account.save')).click()
      await page.getByText(t('staffMe.pinThere'), { exact: true }).waitFor()
      await go(page, salon.url('/admin/devices'))
      await field(page, t('staffDevices.name')).fill('Front desk')
      await press(page, t('staffDevices.enrol'))
      await page.getByText(t('staffShell.enrolled'), { exact: true }).waitFor()
      await go(page, salon.url('/admin/audit'))
      await press(page, t('staffShell.lock'))
      await heading(page, t('staffLock.title', { device: 'Front desk' }))
      await page.getByText(t('staffLock.onlyPin'), { exact: true }).waitFor()
      await page.goto(salon.url('/admin/people'))
      await heading(page, t('staffLock.title', { device: 'Front desk' }))
      await page.getByRole('radio', { name: 'Ida Krogh' }).check()
      await field(page, t('staffLock.pin')).fill('111222')
      await press(page, t('staffLock.unlock'))
      await page.getByText(t('staffLock.wrong', { left: 4 }), { exact: true }).waitFor()
      await page.getByRole('radio', { name: 'Ea Lund' }).check()
      await field(page, t('staffLock.pin')).fill(PIN)
      await press(page, t('staffLock.unlock'))
      // What a PIN does not open asks for more.
      await page.getByRole('heading', { name: t('staffShell.confirmTitle'), exact: true }).waitFor()
      // Who has no passkey is not asked for one.
      expect(await button(page, t('staffShell.confirmButton')).count()).toBe(0)
      await follow(page, t('staffShell.confirmLinkButton'))
      await heading(page, t('staffWelcome.title'))
      await go(page, salon.url('/admin/audit'))
      await heading(page, t('staffShell.audit'))
    })
  })
}

test('a page locks by itself, and whoever unlocks finds it as it was', async () => {
  const salon = await openSalon(harness.site)
  const owner = await work(salon, { name: 'Ea Lund', pin: PIN })
  const ida = await work(salon, { name: 'Ida Krogh', role: 'reception', pin: '730264' })
  const device = await desk(salon, owner.id, ida.id)
  await harness.visit({ before: device.copyCookies }, async (page) => {
    await page.clock.install()
    const watched = page.waitForRequest(/\/api\/staff\/live/)
    await open(page, salon.url('/admin/me'))
    await watched
    await page.getByRole('combobox', { name: t('shell.language'), exact: true }).selectOption('de')
    // As if the page's stream opened in the moment in which it locks.
    await page.evaluate(() =>
      new MutationObserver((_, observer) => {
        if (!document.querySelector('.locked-screen')) return
        observer.disconnect()
        new BroadcastChannel('staff live').postMessage('all')
      }).observe(document.body, { childList: true, subtree: true }),
    )
    await page.clock.fastForward(5 * 60_000 + 3_000)
    const title = page.getByRole('heading', { name: t('staffLock.title', { device: 'Front desk' }) })
    await title.waitFor()
    // The server has locked it too.
    await expect.poll(() => salon.sql('select 1 from staff_session where device_id is not null')).toEqual([])
    await page.getByRole('radio', { name: 'Ea Lund' }).check()
    await field(page, t('staffLock.pin')).fill(PIN)
    await press(page, t('staffLock.unlock'))
    await title.waitFor({ state: 'detached' })
    await page.getByRole('banner').getByText('Ea Lund', { exact: true }).waitFor()
    expect(await page.getByRole('combobox', { name: t('shell.language'), exact: true }).inputValue()).toBe(
      'de',
    )
  })
})

test('a page that is locked by hand keeps what was typed', async () => {
  const salon = await openSalon(harness.site)
  const owner = await work(salon, { name: 'Ea Lund', pin: PIN })
  const device = await desk(salon, owner.id, owner.id)
  await harness.visit({ before: device.copyCookies }, async (page) => {
    const watched = page.waitForRequest(/\/api\/staff\/live/)
    await open(page, salon.url('/admin/visit/new'))
    await field(page, t('newVisit.staffNote')).fill('Prefers the window')
    await watched
    await press(page, t('staffShell.lock'))
    const title = page.getByRole('heading', { name: t('staffLock.title', { device: 'Front desk' }) })
    await title.waitFor()
    expect(await salon.sql('select 1 from staff_session where device_id is not null')).toEqual([])
    expect(await field(page, t('newVisit.staffNote')).isVisible()).toBe(false)
    await page.getByRole('radio', { name: 'Ea Lund' }).check()
    await field(page, t('staffLock.pin')).fill(PIN)
    await press(page, t('staffLock.unlock'))
    await title.waitFor({ state: 'detached' })
    expect(await field(page, t('newVisit.staffNote')).inputValue()).toBe('Prefers the window')
  })
})

test('a passkey signs in, and opens at the desk what the PIN does not', async () => {
  const salon = await openSalon(harness.site)
  const owner = await work(salon, { name: 'Ea Lund', pin: PIN })
  await harness.visit({ before: owner.copyCookies }, async (page, context) => {
    await addAuthenticator(page)
    await open(page, salon.url('/admin/me'))
    await press(page, t('profile.passkeyAdd'))
    await page
      .getByText(/^Chrome · /)
      .first()
      .waitFor()
    await context.clearCookies()
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false
    })
    await open(page, salon.url('/welcome?to=/admin/audit'))
    await press(page, t('login.passkey'))
    await heading(page, t('staffShell.audit'))
    await context.clearCookies()
    await (await desk(salon, owner.id, owner.id)).copyCookies(context)
    await open(page, salon.url('/admin/people'))
    await page.getByRole('heading', { name: t('staffShell.confirmTitle'), exact: true }).waitFor()
    await page.getByRole('link', { name: t('staffShell.otherWay'), exact: true }).waitFor()
    expect(await page.getByText(t('staffShell.confirmLinkLead'), { exact: true }).count()).toBe(0)
    await press(page, t('staffShell.confirmButton'))
    await page.getByRole('heading', { name: t('staffPeople.inviteTitle'), exact: true }).waitFor()
  })
})

test('scripts planted in a page of the guests’ site neither read nor change the salon’s own', async () => {
  const salon = await openSalon(harness.site)
  const owner = await work(salon, { name: 'Ea Lund' })
  const other = await openSalon(harness.site)
  const before = await salon.sql('select id from staff')
  // As if the policy of the page did not stop them either.
  await harness.visit({ bypassCSP: true, before: owner.copyCookies, expected: /./ }, async (page) => {
    for (const from of [salon.url('/tc'), other.url('/tc')]) {
      await page.goto(from)
      const seen = await page.evaluate(
        async ({ api, home }) => {
          const body = JSON.stringify({ name: 'Eve', email: 'eve@evil.example', role: 'owner' })
          const read = (url: string, init: RequestInit) =>
            fetch(url, { credentials: 'include', ...init }).then(
              async (answer) => `${answer.type} ${await answer.text()}`,
              () => 'failed',
            )
          const json = { 'content-type': 'application/json' }
          const tried = [
            await read(`${api}/people`, {}),
            await read(`${api}/inviteStaff`, { method: 'POST', headers: json, body }),
            await read(`${api}/inviteStaff`, { method: 'POST', mode: 'no-cors', body }),
          ]
          const frame = document.createElement('iframe')
          frame.src = home
          document.body.append(frame)
          await new Promise((resolve) => {
            frame.addEventListener('load', resolve)
            setTimeout(resolve, 3_000)
          })
          let framed = 'closed'
          try {
            framed = frame.contentDocument?.body.innerText ?? 'closed'
          } catch {
            // Another origin.
          }
          return { tried, framed, cookies: document.cookie, kept: localStorage.getItem('desk-active') }
        },
        { api: salon.url('/admin').replace('/admin', '/api/staff'), home: salon.url('/admin/people') },
      )
      expect(seen.tried).toEqual(['failed', 'failed', 'failed'])
      expect(JSON.stringify(seen)).not.toContain('Ea Lund')
      expect(seen.cookies).not.toContain('staff')
      expect(seen.kept).toBeNull()
    }
    // Nor does a form that leads there.
    await page.goto(salon.url('/tc'))
    await page.evaluate((action) => {
      const form = document.createElement('form')
      Object.assign(form, { method: 'post', action })
      for (const [name, value] of Object.entries({
        intent: 'invite',
        email: 'eve@evil.example',
        personName: 'Eve',
        role: 'owner',
      }))
        form.append(Object.assign(document.createElement('input'), { name, value }))
      document.body.append(form)
      form.submit()
    }, salon.url('/admin/people'))
    await page.waitForURL(salon.url('/admin/people'))
  })
  expect(await salon.sql('select id from staff')).toEqual(before)
  expect((await salon.mail()).filter(({ to }) => to === 'eve@evil.example')).toEqual([])
})

test('another person who takes over a half-filled form finds what was typed', exhaustive, async () => {
  const salon = await openSalon(harness.site)
  const owner = await work(salon, { name: 'Ea Lund' })
  const bo = await work(salon, { name: 'Bo Berg' })
  await harness.visit({ before: owner.copyCookies }, async (page, context) => {
    await open(page, salon.url('/admin/people'))
    await field(page, t('staffPeople.name')).fill('Ida Krogh')
    await field(page, t('magic.email')).fill('ida@example.com')
    await bo.copyCookies(context)
    await press(page, t('staffPeople.invite'))
    await page.getByRole('alert').waitFor()
    await page.getByText('Ida Krogh', { exact: false }).first().waitFor()
    expect(await salon.sql("select 1 from staff where email = 'ida@example.com'")).toEqual([])
  })
})

test('the language of the site is that of the person, on every device', async () => {
  const salon = await openSalon(harness.site)
  const owner = await work(salon, { name: 'Ea Lund' })
  const de = textIn('de')
  await harness.visit({ before: owner.copyCookies }, async (page, context) => {
    await open(page, salon.url('/admin/me'))
    await page.getByRole('combobox', { name: t('shell.language'), exact: true }).selectOption('de')
    await button(page.getByRole('contentinfo'), t('staffShell.switchLanguage')).click()
    await page.getByRole('link', { name: de('staffShell.people'), exact: true }).waitFor()
    await context.clearCookies({ name: 'lang' })
    await page.reload()
    await ready(page)
    await follow(page, de('staffShell.people'))
    await heading(page, de('staffShell.people'))
  })
})
