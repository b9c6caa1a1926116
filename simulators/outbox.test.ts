import type { IncomingMessage } from 'node:http'
import { networkInterfaces } from 'node:os'
import { afterAll, expect, test } from 'vitest'
import { makeApp, makeTenant } from '#test/make.ts'
import { makeVisit } from '#test/visit.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import { findTenantById } from '#server/tenant/queries.ts'
import { openIdentitySimulator } from './identity/open.ts'
import { tenantFrom } from '#server/tenant/tenant.ts'
import { enqueueChangeMail } from '#server/visit/mail/mail.ts'

const app = await makeApp()
afterAll(() => app.close())

async function tenantWithMail() {
  const id = await makeTenant(app)
  const row = await findTenantById(app.db, id)
  if (!row) throw new Error('no tenant')
  const visit = await makeVisit(app, id, {
    start: new Date('2099-12-03T09:00:00Z'),
    contact: {
      firstname: '<b>Freja</b>',
      lastname: 'Holm',
      email: 'freja@example.com',
      mobile: '',
      language: 'en',
    },
  })
  await app.db.write(id, (tx) =>
    enqueueChangeMail({ tenant: tenantFrom(row, app.deps.config), deps: app.deps }, tx, visit, {
      about: 'booked',
    }),
  )
  const get = (path: string, as = id) => app.fetch(as, new Request(`http://${as}.localhost${path}`))
  const { mail } = (await (await get('/dev/outbox.json')).json()) as { mail: Record<string, string>[] }
  return { id, get, mail }
}

test('the outbox as JSON has each mail whole', async () => {
  const { mail } = await tenantWithMail()
  expect(mail).toHaveLength(1)
  expect(Object.keys(mail[0] ?? {}).toSorted()).toEqual([
    'createdAt',
    'html',
    'ics',
    'icsMethod',
    'id',
    'key',
    'sentAt',
    'subject',
    'text',
    'to',
  ])
})

test('the outbox page shows the text with its links, under a policy without inline scripts or styles', async () => {
  const { get, mail } = await tenantWithMail()
  const answer = await get('/dev/outbox')
  const html = await answer.text()
  const link = /https?:\/\/\S+\/book\/done\?visit=\S+/.exec(mail[0]?.text ?? '')?.[0]
  expect(html).toContain(`<a href="${link}">`)
  expect(html).toContain('&#60;b&#62;Freja')
  expect(html).toContain(`src="/dev/outbox/${mail[0]?.id}"`)
  expect(answer.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; frame-src 'self';/,
  )
})

test('a mail shows itself in a sandbox, and its calendar file is available', async () => {
  const { get, mail } = await tenantWithMail()
  const answer = await get(`/dev/outbox/${mail[0]?.id}`)
  expect(answer.headers.get('content-security-policy')).toContain('sandbox allow-popups')
  expect(await answer.text()).toContain('&#60;b&#62;Freja')
  const calendar = await get(`/dev/outbox/${mail[0]?.id}/visit.ics`)
  expect(calendar.headers.get('content-type')).toBe('text/calendar; charset=utf-8; method=REQUEST')
  expect(await calendar.text()).toBe(mail[0]?.ics)
})

test('another tenant’s mail is as unknown as none', async () => {
  const [one, other] = [await tenantWithMail(), await tenantWithMail()]
  for (const end of ['', '/visit.ics']) {
    const [foreign, unknown] = await Promise.all(
      [other.mail[0]?.id, '00000000-0000-4000-8000-000000000000'].map((id) =>
        one.get(`/dev/outbox/${id}${end}`),
      ),
    )
    expect([foreign?.status, await foreign?.text()]).toEqual([unknown?.status, await unknown?.text()])
    expect(foreign?.status).toBe(404)
  }
  expect(await (await one.get('/dev/outbox')).text()).not.toContain(other.id)
})

test('other machines are answered 404, and so is what a proxy passes on, unless HOST is given', async () => {
  const { id, mail } = await tenantWithMail()
  const statusFor = async (
    remoteAddress: string,
    headers: Record<string, string> = {},
    config = app.deps.config,
  ) => {
    const whole = createApp({ ...app.deps, config }, null)
    const paths = [
      '/dev/outbox',
      '/dev/outbox.json',
      `/dev/outbox/${mail[0]?.id}`,
      `/dev/outbox/${mail[0]?.id}/visit.ics`,
    ]
    const incoming = {
      socket: { remoteAddress },
      headers,
      rawHeaders: [],
      url: '/',
    } as unknown as IncomingMessage
    const answers = await Promise.all(
      paths.map(async (path) =>
        whole.fetch(
          new Request(`http://${id}.localhost${path}`, { headers: { host: `${id}.localhost`, ...headers } }),
          { incoming },
        ),
      ),
    )
    return [...new Set(answers.map(({ status }) => status))]
  }
  for (const local of ['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1'])
    expect([local, await statusFor(local)]).toEqual([local, [200]])
  for (const other of ['192.0.2.7', '10.0.0.1', '::ffff:192.0.2.7', '2001:db8::1', '::', ''])
    expect([other, await statusFor(other)]).toEqual([other, [404]])
  for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])
    expect([header, await statusFor('127.0.0.1', { [header]: '127.0.0.1' })]).toEqual([header, [404]])
  expect(
    await statusFor(
      '192.0.2.7',
      {},
      { ...app.deps.config, simulatorsPublic: readConfig({ HOST: '0.0.0.0' }).simulatorsPublic },
    ),
  ).toEqual([200])
})

test('the stand-ins of Google and Facebook listen only on loopback, unless HOST is given', async () => {
  const elsewhere =
    Object.values(networkInterfaces())
      .flat()
      .find((one) => one?.family === 'IPv4' && !one.internal)?.address ?? '127.0.0.2'
  const canAccess = async (env: Record<string, string>, host: string) => {
    const simulator = await openIdentitySimulator(readConfig(env))
    const answered = await fetch(
      `http://${host}:${new URL(simulator.origin).port}/.well-known/openid-configuration`,
    ).then(
      ({ ok }) => ok,
      () => false,
    )
    await simulator.stop()
    return answered
  }
  expect([
    await canAccess({}, '127.0.0.1'),
    await canAccess({}, elsewhere),
    await canAccess({ HOST: '0.0.0.0' }, elsewhere),
  ]).toEqual([true, false, true])
})
