import { expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { openPayments } from './open.ts'
import { deriveDemoAccount } from '#simulators/payments/account.ts'

const secret = 'a secret of tests, long enough for all'
const account = deriveDemoAccount(secret, 'aurora')
const open = (env: Record<string, string>) =>
  openPayments(readConfig(env), (tenant) => deriveDemoAccount(secret, tenant))

test('only the simulator has accounts of its own', () => {
  const [simulator, vipps] = [open({}), open({ PAYMENT: 'vipps', PUBLIC_ORIGIN_SCHEME: 'https' })]
  expect([simulator.name, vipps.name]).toEqual(['simulator', 'vipps'])
  expect(simulator.deriveDemoAccount('aurora')).toEqual(account)
  expect(vipps.deriveDemoAccount('aurora')).toBeNull()
  for (const payments of [simulator, vipps])
    expect(payments.clientOf(account)).toMatchObject({ name: 'vipps' })
})

test('without payment there is nobody to ask, and no delivery is accepted', async () => {
  const off = open({ PAYMENT: 'off' })
  expect([off.name, off.clientOf(account), off.deriveDemoAccount('aurora')]).toEqual(['off', null, null])
  const url = 'https://aurora.stamgast.dk/webhooks/payments/vipps'
  expect(off.parseEvent({ url, headers: new Headers(), body: '{}' }, account, Date.now())).toBeNull()
  expect(await off.registerWebhook(account, url)).toEqual({ ok: false, reason: 'refused', code: 'off' })
})
