import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeApp, makeTenant } from '#test/make.ts'
import type { TenantId } from '../database/db.ts'
import { findSms, listSms, transitionSms } from './queries.ts'
import { createApp } from '../app.ts'
import { jobHandlers } from '../job-handlers.ts'
import { gatewayApi } from '../providers/sms/gatewayapi.ts'
import { SmsRejected, SmsOutcomeUnknown, SmsUnreachable, type OutgoingSms } from '../providers/sms/port.ts'
import { simulatedSms, simulatedMailer } from '#simulators/messages.ts'
import { enqueueSms } from './write-sms.ts'
import { tenantFrom } from '../tenant/tenant.ts'
import { findTenantById } from '../tenant/queries.ts'

const mobile = '+4520123456'

async function open(fail?: (sent: number) => Error | undefined) {
  const app = await makeApp()
  const id = await makeTenant(app, { profile: { companyname: 'Salon Aurora' } })
  const sent: OutgoingSms[] = []
  const sms = {
    ...simulatedSms(),
    async send(message: OutgoingSms) {
      const error = fail?.(sent.length)
      sent.push(message)
      if (error) throw error
      return { providerId: `p${sent.length}` }
    },
  }
  const { url, work } = { url: app.appUrl, work: false }
  const deps = { ...app.deps, sms, mailer: simulatedMailer(), url, work }
  const row = await findTenantById(app.db, id)
  if (!row) throw new Error('tenant not found')
  const tenant = tenantFrom(row, app.deps.config)
  const write = (key: string, to = mobile) =>
    app.db.write(id, (tx) =>
      enqueueSms({ tenant, deps: app.deps }, tx, { key, to, text: 'Hej', secret: true }),
    )
  const only = async () => {
    const [one] = await app.db.read(id, listSms)
    if (!one) throw new Error('message not found')
    return one
  }
  return {
    app,
    id,
    deps,
    sent,
    write,
    only,
    run: async () => jobHandlers.sendSms(deps, { tenant: id, id: (await only()).id }),
  }
}

test('a message is stored and sent once for an idempotency key, however often its job runs', async () => {
  const { app, sent, write, only, run, id } = await open()
  expect(await write('hello')).toEqual({ ok: true })
  expect(await write('hello')).toEqual({ ok: false, reason: 'already' })
  await Promise.all([run(), run(), run()])
  await run()
  expect(sent).toMatchObject([
    {
      to: mobile,
      text: 'Hej',
      sender: 'SalonAurora',
      statusUrl: `http://${id}.localhost:3000/webhooks/sms/outbox`,
    },
  ])
  expect(await only()).toMatchObject({ state: 'sent', providerId: 'p1', segments: 1 })
  await app.close()
})

test('a message whose outcome is unknown is not sent again', async () => {
  const { app, sent, write, only, run } = await open(() => new SmsOutcomeUnknown('timeout'))
  await write('hello')
  await run()
  await run()
  expect([sent.length, (await only()).state]).toEqual([1, 'sending'])
  await app.close()
})

test('an unsent message is retried, a rejected one is not', async () => {
  const { app, sent, write, only, run } = await open((before) =>
    before === 0 ? new SmsUnreachable('away') : new SmsRejected('0x0312'),
  )
  await write('hello')
  await expect(run()).rejects.toBeInstanceOf(SmsUnreachable)
  expect((await only()).state).toBe('waiting')
  await run()
  await run()
  expect([sent.length, (await only()).state]).toEqual([2, 'failed'])
  await app.close()
})

test('a message never leaves a final state, for every order of delivery reports', async () => {
  const { app, id, write, only } = await open()
  await write('hello')
  const { id: sms } = await only()
  const move = (state: 'sending' | 'sent' | 'delivered' | 'failed') =>
    app.db.write(id, (tx) => transitionSms(tx, sms, state))
  await move('sending')
  await move('delivered')
  for (const state of ['sent', 'sending', 'failed'] as const)
    expect([state, await move(state)]).toEqual([state, null])
  expect((await only()).state).toBe('delivered')
  await app.close()
})

const sign = (payload: object, secret = 's3cr3t') => {
  const signed = [{ alg: 'HS256', typ: 'JWT' }, payload]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

test('delivery reports update a message; forged and foreign ones change nothing', async () => {
  const { app, id, write, only, run } = await open()
  const other = await makeTenant(app)
  const server = createApp(
    { ...app.deps, sms: gatewayApi({ url: 'http://127.0.0.1:1', token: 't', webhookSecret: 's3cr3t' }) },
    null,
  )
  const post = async (tenant: TenantId, token: string, provider = 'gatewayapi') =>
    (
      await server.fetch(
        new Request(`http://${tenant}.localhost/webhooks/sms/${provider}`, {
          method: 'POST',
          headers: {
            host: `${tenant}.localhost`,
            'content-type': 'application/json',
            'x-gwapi-signature': token,
          },
          body: '{}',
        }),
        {},
      )
    ).status
  await write('hello')
  await run()
  const { id: userref } = await only()
  const reported = { id: 77, status: 'DELIVERED', userref }
  expect(await post(id, sign(reported, 'other'))).toBe(204)
  expect(await post(other, sign(reported))).toBe(204)
  expect(await post(id, sign(reported), 'twilio')).toBe(404)
  expect((await only()).state).toBe('sent')
  expect(await post(id, sign(reported))).toBe(204)
  expect(await post(id, sign({ ...reported, status: 'ENROUTE' }))).toBe(204)
  expect(await post(id, sign({ ...reported, status: 'UNDELIVERABLE' }))).toBe(204)
  expect(await app.db.read(id, (tx) => findSms(tx, userref))).toMatchObject({
    state: 'delivered',
    providerId: '77',
  })
  await app.close()
})

test('without a provider no message is stored', async () => {
  const app = await makeApp({ env: { SMS: 'off' } })
  const id = await makeTenant(app)
  const row = await findTenantById(app.db, id)
  if (!row) throw new Error('tenant not found')
  expect(
    await app.db.write(id, (tx) =>
      enqueueSms({ tenant: tenantFrom(row, app.deps.config), deps: app.deps }, tx, {
        key: 'hello',
        to: mobile,
        text: 'Hej',
        secret: false,
      }),
    ),
  ).toEqual({ ok: false, reason: 'off' })
  await app.close()
})
