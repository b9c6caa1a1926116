import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import { loadTexts } from '#server/context/load-texts.ts'
import type { TenantId } from '#server/database/db.ts'
import { jobHandlers } from '#server/job-handlers.ts'
import { listMail } from '#server/mail/queries.ts'
import { smtpMailer } from '#server/providers/email/smtp.ts'
import { createPages, type Build } from '#server/render/render-page.ts'
import { sweepWaitlist } from '#server/waitlist/jobs.ts'
import { headersOf, startMailServer } from '#test/mail-server.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { rowsOf } from '#test/seeded.ts'
import { book, summer } from '#test/steps.ts'
import { endOffers, jobContext, makeEntry, matchAll, openOffers, orderOf } from '#test/waitlist.ts'
import { exhaustive } from '#test/tier.ts'

let app: TestApp
let whole: ReturnType<typeof createApp>
beforeAll(async () => {
  app = await makeApp()
  const build = (await import(new URL('../build/server/index.js', import.meta.url).href)) as Build
  whole = createApp(app.deps, createPages({ build, messages: loadTexts().messages, cacheBytes: 1_000_000 }))
})
afterAll(() => app.close())

const DAY_MS = 86_400_000
const now = summer('2026-06-10T10:00')
const nine = summer('2026-06-12T09:00')

/** Requests a page like a mail program or a browser without scripts: without cookies. */
const ask = async (tenant: TenantId, path: string, form?: Record<string, string>) => {
  const answer = await whole.fetch(
    new Request(`http://${tenant}.localhost${path}`, {
      headers: { host: `${tenant}.localhost` },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    }),
    {},
  )
  return { status: answer.status, text: await answer.text() }
}

/** An entry with an open offer of a cancelled time. */
async function makeOffer() {
  app.clock.now = now
  const tenant = await makeTenant(app)
  const entry = await makeEntry(app, tenant)
  const holder = app.guest(tenant)
  const { cancelHandle } = await book(holder, { tenantId: tenant, services: ['cut'], start: nine })
  await holder('gen2_crudWaitlist-cancelBooking', { tenantId: tenant, booking: cancelHandle })
  await matchAll(app, tenant)
  const [offer] = await openOffers(app, tenant)
  if (!offer) throw new Error('no open offer')
  return { tenant, entry, offer }
}

test(
  'a link of an offer that says something else than what is stored shows, books and declines nothing',
  exhaustive,
  async () => {
    const { tenant, offer } = await makeOffer()
    const { messageId, waitlistHandle } = offer
    const { message } = await app.guest(tenant)('getWaitlistOffer', { tenantId: tenant, messageId })
    const link = {
      i: messageId,
      w: message.waitlist ?? '',
      t: tenant,
      wh: waitlistHandle,
      d: message.destination,
    }
    const landing = (changes: object = {}) => `/landing?${new URLSearchParams({ ...link, ...changes })}`
    const changed = [
      landing({ t: 'default' }),
      landing({ t: `${tenant} ` }),
      landing({ d: waitlistHandle }),
      landing({ d: 'https://example.com/' }),
      landing({ wh: message.waitlist ?? '' }),
      landing({ wh: `${waitlistHandle}x` }),
      landing({ w: waitlistHandle }),
      `/awi/${messageId}/${message.waitlist}`,
      `/awi/${messageId}/${waitlistHandle.slice(1)}`,
    ]
    const before = { ...(await rowsOf(app, tenant)), submission: '' }
    for (const path of changed) {
      const shown = await ask(tenant, path)
      expect([path, shown.status, shown.text.includes('Freja')]).toEqual([path, 409, false])
      for (const intent of ['accept', 'decline'])
        expect([path, intent, (await ask(tenant, path, { intent })).status]).toEqual([path, intent, 409])
    }
    expect({ ...(await rowsOf(app, tenant)), submission: '' }).toEqual(before)
    for (const path of [landing(), `/landing?i=${messageId}`, `/awi/${messageId}/${waitlistHandle}`])
      expect([path, (await ask(tenant, path)).status]).toEqual([path, 200])
    for (const path of ['/landing', '/landing.data', '/landing?', `/landing?wh=${waitlistHandle}`])
      expect([path, (await ask(tenant, path)).status]).toEqual([path, 404])
    // What a script leaves in the address bar, and which finds the offer again.
    expect((await ask(tenant, '/awi')).status).toBe(200)
    expect((await ask(tenant, landing(), { intent: 'accept' })).status).toBe(200)
    expect(await orderOf(app, tenant)).toEqual([])
  },
)

test('mails that an entry ends soon or is paused have the one-click link that leaves, and it works', async () => {
  const { tenant, entry } = await makeOffer()
  const ctx = await jobContext(app, tenant)
  // Its third offer in a row without any answer; another entry ends in three days.
  await app.unrecorded.write(tenant, (tx) => tx.execute('update waitlist_entry set unanswered = 2'))
  app.clock.now = now + 31 * 60_000
  await endOffers(app, tenant)
  const ending = await makeEntry(app, tenant, {
    joinedAt: now - 27 * DAY_MS,
    endsAt: app.clock.now + 3 * DAY_MS,
  })
  await sweepWaitlist(ctx)
  const server = await startMailServer()
  const mailer = smtpMailer(server.url)
  const config = readConfig({ MAIL: 'smtp', SMTP_URL: server.url })
  for (const { id } of await app.db.read(tenant, listMail))
    await jobHandlers.sendMail(
      { ...app.deps, config, url: app.appUrl, mailer, sms: app.deps.sms },
      { tenant, id },
    )
  mailer.close()
  await server.stop()
  const urls = new Map(
    server.received.flatMap((mail) => {
      const headers = headersOf(mail)
      const url = new RegExp(`^List-Unsubscribe: <http://[^/]+(/[^>]+)>$`, 'm').exec(headers)?.[1]
      if (!url) return []
      expect(headers).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
      return [[mail.to[0] ?? '', url]]
    }),
  )
  expect([...urls.keys()].toSorted()).toEqual([`${ending}@example.com`, `${entry}@example.com`].toSorted())
  for (const id of [ending, entry]) {
    const path = urls.get(`${id}@example.com`) ?? ''
    for (let time = 0; time < 5; time += 1) expect((await ask(tenant, path)).status).toBe(200)
    expect((await orderOf(app, tenant)).map((one) => one.id)).toContain(id)
    expect((await ask(tenant, path, { 'List-Unsubscribe': 'One-Click' })).status).toBe(200)
    expect((await orderOf(app, tenant)).map((one) => one.id)).not.toContain(id)
  }
})
