import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { ga4 } from './ga4.ts'
import { AnalyticsRejected, AnalyticsOutcomeUnknown, type Hit } from './port.ts'
import { noAnalytics } from './open.ts'
import { simulatedAnalytics } from '#simulators/analytics.ts'

const hit: Hit = {
  tenant: 'aurora',
  measurementId: 'G-ABC123DEF4',
  clientId: '11111111-2222-4333-8444-555555555555',
  at: 1_791_000_000_123,
  event: { name: 'login', params: { method: 'passkey' } },
}
const body = {
  client_id: hit.clientId,
  timestamp_micros: 1_791_000_000_123_000,
  consent: { ad_user_data: 'DENIED', ad_personalization: 'DENIED' },
  events: [{ name: 'login', params: { method: 'passkey' } }],
}
const secrets = new Map([['aurora', 's3cr3t&x']])

type Answer = number | 'silence' | 'hang up'

/** An HTTP stub that responds as configured and records requests. */
async function startProvider(answer: Answer) {
  const requests: {
    method: string | undefined
    url: string | undefined
    type: string | undefined
    body: unknown
  }[] = []
  const server = createServer((request, response) => {
    void text(request).then((sent) => {
      requests.push({
        method: request.method,
        url: request.url,
        type: request.headers['content-type'],
        body: JSON.parse(sent),
      })
      if (answer === 'silence') return
      if (answer === 'hang up') return void request.socket.destroy()
      response.writeHead(answer, answer === 302 ? { location: '/elsewhere' } : {}).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { asked: requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}

async function sentTo(answer: Answer) {
  const provider = await startProvider(answer)
  const outcome = await ga4({ url: provider.url, secrets, timeout: answer === 'silence' ? 300 : 10_000 })
    .send(hit)
    .catch((error: unknown) => error)
  await provider.stop()
  return { outcome, requests: provider.asked }
}

test('ga4 requests follow the Measurement Protocol', async () => {
  for (const status of [204, 200]) {
    const { outcome, requests: asked } = await sentTo(status)
    expect(outcome).toBeUndefined()
    expect(asked).toEqual([
      {
        method: 'POST',
        url: '/mp/collect?measurement_id=G-ABC123DEF4&api_secret=s3cr3t%26x',
        type: 'application/json',
        body,
      },
    ])
  }
})

test('a rejection and an unknown outcome are final; other failures may be retried', async () => {
  for (const status of [400, 403, 404, 413])
    expect((await sentTo(status)).outcome).toBeInstanceOf(AnalyticsRejected)
  for (const answer of ['silence', 'hang up', 302] as const)
    expect((await sentTo(answer)).outcome, String(answer)).toBeInstanceOf(AnalyticsOutcomeUnknown)
  const gone = await startProvider(204)
  await gone.stop()
  const away = await ga4({ url: gone.url, secrets })
    .send(hit)
    .catch((error: unknown) => error)
  for (const error of [(await sentTo(503)).outcome, (await sentTo(429)).outcome, away]) {
    expect(error).toBeInstanceOf(Error)
    for (const kind of [AnalyticsRejected, AnalyticsOutcomeUnknown]) expect(error).not.toBeInstanceOf(kind)
  }
})

test('no error contains the API secret', async () => {
  for (const answer of ['silence', 'hang up', 302, 403, 503] as const) {
    const { outcome } = await sentTo(answer)
    expect(outcome).toBeInstanceOf(Error)
    for (let error = outcome; error instanceof Error; error = error.cause)
      expect(`${error.message} ${error.stack}`).not.toMatch(/s3cr3t|api_secret/)
  }
})

test('a tenant without a secret is not served, and nothing is sent for it', async () => {
  const provider = ga4({ url: 'http://127.0.0.1:1', secrets })
  expect([provider.serves('aurora'), provider.serves('fjord')]).toEqual([true, false])
  await expect(provider.send({ ...hit, tenant: 'fjord' })).rejects.toBeInstanceOf(AnalyticsRejected)
})

test('the simulator keeps the events of each tenant, the newest first', async () => {
  const simulator = simulatedAnalytics()
  await simulator.send(hit)
  await simulator.send({ ...hit, event: { name: 'sign_up', params: {} } })
  expect(simulator.sent('aurora').map((one) => one.body.events[0]?.name)).toEqual(['sign_up', 'login'])
  expect(simulator.sent('aurora')[1]).toEqual({ measurementId: hit.measurementId, body })
  expect(simulator.sent('fjord')).toEqual([])
  for (let more = 0; more < 300; more += 1) await simulator.send(hit)
  expect(simulator.sent('aurora')).toHaveLength(200)
})

test('without a provider no tenant is served', async () => {
  expect(noAnalytics().serves('aurora')).toBe(false)
  await expect(noAnalytics().send(hit)).rejects.toBeInstanceOf(AnalyticsRejected)
})
