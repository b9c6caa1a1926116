import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { makeDataDir } from '#test/postgres.ts'
import { freePort } from '#test/process.ts'
import { openPayments, withPaymentSimulator } from './payment-simulator.ts'

const secret = 'a secret of tests, long enough for all'
const dataDir = makeDataDir()
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

test('where the port after the server is taken, the next one serves, and commands find it', async () => {
  const port = await freePort()
  const taken = createServer().listen(port, '127.0.0.1')
  await once(taken, 'listening')
  const config = { ...readConfig({ PORT: String(port - 1) }), dataDir }
  const payments = await openPayments(config, secret)
  try {
    expect(Number(new URL(payments.origin).port)).toBeGreaterThan(port)
    expect(withPaymentSimulator(config).payment.url).toBe(payments.origin)
    expect(withPaymentSimulator({ ...config, paymentPort: { port, chosen: true } }).payment.url).toBe(
      config.payment.url,
    )
    await expect(openPayments({ ...config, paymentPort: { port, chosen: true } }, secret)).rejects.toThrow(
      `PAYMENT_PORT: port ${port} is in use: choose another, or none.`,
    )
  } finally {
    await payments.stop()
    taken.close()
  }
})
