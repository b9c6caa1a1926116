import { createServer, type AddressInfo } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { deriveVapidKeys } from '#server/config/vapid-keys.ts'
import { decryptPush, makeBrowser, startPushService, vapidOf } from '#test/push-service.ts'
import { isPublicAddress, webPush } from './web-push.ts'
import type { OutgoingPush, PushOutcome } from './port.ts'
import { noPush } from './open.ts'
import { simulatedPush } from '#simulators/messages.ts'
import { perTier } from '#test/tier.ts'

const keys = { ...deriveVapidKeys('a secret'), subject: 'mailto:salon@example.com' }
const push: OutgoingPush = {
  tenant: 'aurora',
  id: 'offer 1',
  title: 'En tid er blevet ledig',
  body: 'Klip, tirsdag kl. 10',
  link: '/my-account',
  icon: '/icon/1/192.png',
  ttl: 3_600,
}

test('the stand-in for a browser decrypts the example of RFC 8291', () => {
  const body =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8w' +
    'EqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
  const [privateKey, auth] = ['q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'BTBZMqHH6r4Tts7J_aSIgg']
  const bytes = Buffer.from(body, 'base64url')
  expect(decryptPush(bytes, privateKey, auth)).toBe('When I grow up, I want to be a watermelon')
  bytes[60] = (bytes[60] ?? 0) ^ 1
  expect(() => decryptPush(bytes, privateKey, auth)).toThrow()
})

const MESSAGES = perTier(20, 1_000)

test('messages are decrypted by their browsers, and each is signed for its service', async () => {
  const service = await startPushService((response) => response.writeHead(201).end())
  const provider = webPush(keys, service.network)
  const hosts = [
    'fcm.googleapis.com/fcm/send',
    'updates.push.services.mozilla.com/wpush/v2',
    'web.push.apple.com',
    'wns2.notify.windows.com/w/?token=x',
  ]
  const words = ['Klip', 'Zażółć gęślą jaźń', 'Запис на стрижку', '予約', '💇🏽‍♀️', '"\\<>&', '']
  const browsers = new Map<string, ReturnType<typeof makeBrowser> & { push: OutgoingPush }>()
  for (let number = 0; number < MESSAGES; number += 1) {
    const host = hosts[number % hosts.length] ?? ''
    const browser = makeBrowser(`https://${host}/${number}`)
    const word = words[number % words.length] ?? ''
    browsers.set(new URL(browser.target.endpoint).pathname + new URL(browser.target.endpoint).search, {
      ...browser,
      push: { ...push, id: `id ${number}`, title: word.repeat(number % 9), body: word.repeat(number % 40) },
    })
  }
  const all = [...browsers.values()]
  for (let from = 0; from < all.length; from += 10)
    await Promise.all(
      all.slice(from, from + 10).map(async (one) => {
        expect(await provider.send(one.target, one.push)).toEqual({ is: 'ok' })
      }),
    )
  await service.stop()
  expect(service.requests).toHaveLength(MESSAGES)
  const topics = new Set<unknown>()
  for (const { url, headers, body } of service.requests) {
    const browser = browsers.get(url)
    if (!browser) throw new Error(`nobody subscribed at ${url}`)
    const { id, title, body: text, link, icon } = browser.push
    expect(body.length).toBeLessThanOrEqual(4_096)
    expect(JSON.parse(decryptPush(body, browser.privateKey, browser.target.auth))).toEqual({
      id,
      title,
      body: text,
      link,
      icon,
    })
    expect(headers).toMatchObject({
      ttl: '3600',
      urgency: 'high',
      'content-encoding': 'aes128gcm',
      topic: expect.stringMatching(/^[\w-]{32}$/),
    })
    topics.add(headers.topic)
    const { key, head, claims } = vapidOf(headers)
    expect(key).toBe(keys.publicKey)
    expect(head.alg).toBe('ES256')
    expect(claims).toEqual({
      aud: `https://${headers.host}`,
      sub: 'mailto:salon@example.com',
      exp: expect.any(Number),
    })
    expect(claims.exp - Date.now() / 1_000).toBeGreaterThan(0)
    expect(claims.exp - Date.now() / 1_000).toBeLessThanOrEqual(24 * 3_600)
  }
  expect(topics.size).toBe(MESSAGES)
  for (const { host, port } of service.connections) expect([host, port]).toEqual(['142.250.74.42', 443])
})

test('the same id has the same topic, and a message of long use is not urgent', async () => {
  const service = await startPushService((response) => response.writeHead(201).end())
  const provider = webPush(keys, service.network)
  const { target } = makeBrowser()
  for (const one of [push, { ...push, title: 'Changed' }, { ...push, id: 'offer 2', ttl: 5 * 24 * 3600 }])
    await provider.send(target, one)
  await service.stop()
  const [first, second, other] = service.requests.map(({ headers }) => headers)
  expect(first?.topic).toBe(second?.topic)
  expect(other?.topic).not.toBe(first?.topic)
  expect([first?.urgency, other?.urgency]).toEqual(['high', 'normal'])
})

const answer =
  (status: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, headers).end()

test.for<[string, (response: ServerResponse) => unknown, PushOutcome]>([
  ['200', answer(200), { is: 'ok' }],
  ['201', answer(201), { is: 'ok' }],
  ['202', answer(202), { is: 'ok' }],
  ['400', answer(400), { is: 'refused' }],
  ['401', answer(401), { is: 'refused' }],
  ['403', answer(403), { is: 'gone' }],
  ['404', answer(404), { is: 'gone' }],
  ['410', answer(410), { is: 'gone' }],
  ['413', answer(413), { is: 'refused' }],
  ['429', answer(429), { is: 'limit', retryAfter: 60 }],
  ['429 with seconds', answer(429, { 'retry-after': '120' }), { is: 'limit', retryAfter: 120 }],
  ['429 for long', answer(429, { 'retry-after': '99999999' }), { is: 'limit', retryAfter: 86_400 }],
  [
    '429 until a date in the past',
    answer(429, { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }),
    { is: 'limit', retryAfter: 1 },
  ],
  ['301', answer(301, { location: 'https://127.0.0.1/' }), { is: 'refused' }],
  ['408', answer(408), { is: 'uncertain' }],
  ['500', answer(500), { is: 'uncertain' }],
  ['503', answer(503), { is: 'uncertain' }],
  ['a lost connection', (response) => response.socket?.destroy(), { is: 'uncertain' }],
  ['a broken response', (response) => response.socket?.end('HTTP/9.9 nothing\r\n\r\n'), { is: 'uncertain' }],
  ['silence', () => undefined, { is: 'uncertain' }],
])('an answer of the push service: %s', async ([, respond, outcome]) => {
  const service = await startPushService(respond)
  const provider = webPush(keys, { ...service.network, timeout: 1_000 })
  expect(await provider.send(makeBrowser().target, push)).toMatchObject(outcome)
  await service.stop()
  expect(service.requests).toHaveLength(1)
})

test('without a name, a connection or the right certificate a message is refused, because none was sent', async () => {
  const service = await startPushService(answer(201))
  const { target } = makeBrowser()
  const unresolved = {
    ...service.network,
    resolve: async () => {
      throw new Error('ENOTFOUND')
    },
  }
  expect(await webPush(keys, unresolved).send(target, push)).toMatchObject({ is: 'refused' })
  const hanging = { ...service.network, timeout: 100, resolve: () => new Promise<never>(() => {}) }
  expect(await webPush(keys, hanging).send(target, push)).toMatchObject({ is: 'refused' })
  const impostor = makeBrowser('https://wns9.notify.windows.com/w/x')
  expect(await webPush(keys, service.network).send(impostor.target, push)).toMatchObject({ is: 'refused' })
  // A server that accepts the connection and never answers the handshake.
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const mute = {
    ...service.network,
    timeout: 200,
    connect: () => connectTls({ host: '127.0.0.1', port, servername: 'fcm.googleapis.com' }),
  }
  expect(await webPush(keys, mute).send(target, push)).toMatchObject({ is: 'refused' })
  silent.close()
  await service.stop()
  expect(service.requests).toEqual([])
  expect(await webPush(keys, service.network).send(target, push)).toMatchObject({ is: 'refused' })
})

test('what the push service says is passed on, without keys and addresses', async () => {
  const service = await startPushService((response) =>
    response.writeHead(400).end('{"reason":"BadJwtToken","sub":"mailto:salon@example.com"}'),
  )
  expect(await webPush(keys, service.network).send(makeBrowser().target, push)).toEqual({
    is: 'refused',
    said: '400 {"reason":"BadJwtToken","sub":"mailto:…"}',
  })
  await service.stop()
})

test('keys that are no point of the curve are not sent to', async () => {
  const service = await startPushService(answer(201))
  const { target } = makeBrowser()
  expect(
    await webPush(keys, service.network).send({ ...target, p256dh: `B${'A'.repeat(86)}` }, push),
  ).toEqual({
    is: 'gone',
  })
  await service.stop()
  expect(service.connections).toEqual([])
})

/** Addresses that must never be reached. */
const inside = [
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:a9fe:a9fe',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%lo',
  'fec0::1',
  'ff02::1',
  '::ffff:0:127.0.0.1',
  'localhost',
  '',
]

test('an address is public or not', () => {
  expect(inside.filter(isPublicAddress)).toEqual([])
  const outside = ['142.250.74.42', '1.1.1.1', '172.32.0.1', '2a00:1450:400f:80c::200a', '2606:4700::1111']
  expect(outside.filter(isPublicAddress)).toEqual(outside)
})

test('no endpoint reaches a machine inside: 0 connections', async () => {
  const service = await startPushService((response, { url }) =>
    response.writeHead(url.includes('redirect') ? Number(url.slice(-3)) : 201, { location: sinkUrl }).end(),
  )
  let reached = 0
  const sink = createServer((socket) => {
    reached += 1
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(sink, 'listening')
  const { port } = sink.address() as AddressInfo
  const sinkUrl = `https://127.0.0.1:${port}/`
  const known = 'https://fcm.googleapis.com'
  const hosts = [
    ...inside.filter(Boolean).map((address) => (address.includes(':') ? `[${address}]` : address)),
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0x7f.1',
    '127.1',
    '0',
    '017700000001',
    '127.0.0.1.',
    'localhost.',
    'localtest.me',
    'example.com',
    '①②⑦.0.0.1',
    'fcm.googleapis.com.evil.example',
    'fcmgoogleapis.com',
    'fcm.googleapis.com.',
    'FCM.googleapis.com',
    'xfcm.googleapis.com',
    'notify.windows.com',
    'a.notify.windows.com.evil.example',
    'evil.example/.notify.windows.com',
    'a.b@127.0.0.1',
    'web.push.apple.com@127.0.0.1',
    'web.push.apple.com:443@127.0.0.1',
  ]
  const endpoints = [
    ...hosts.map((host) => `https://${host}/x`),
    ...hosts.slice(0, 40).map((host) => `https://${host.replace(/\/.*/, '')}:${port}/x`),
    `${known}:${port}/x`,
    `${known}:443@127.0.0.1:${port}/x`,
    `${known}\\@127.0.0.1:${port}/x`,
    `${known}#@127.0.0.1:${port}/x`,
    `${known}?@127.0.0.1:${port}/x`,
    `http://fcm.googleapis.com/x`,
    `http://127.0.0.1:${port}/x`,
    `ftp://fcm.googleapis.com/x`,
    `file:///etc/passwd`,
    `gopher://127.0.0.1:${port}/x`,
    `javascript:fetch('${sinkUrl}')`,
    `//127.0.0.1:${port}/x`,
    `127.0.0.1:${port}`,
    ` ${known}/x`,
    `${known}/x\n`,
    `${known}/\r\nhost: 127.0.0.1`,
    `${known}/x y`,
    `${known}/${'x'.repeat(2_000)}`,
    known,
    '',
  ]
  const { target } = makeBrowser()
  const network = { ...service.network, resolve: async () => [{ address: '127.0.0.1' }] }
  for (const endpoint of endpoints)
    expect([endpoint, await webPush(keys, network).send({ ...target, endpoint }, push)]).toEqual([
      endpoint,
      { is: 'gone' },
    ])
  // The name of a known service that resolves inside, or inside as well.
  const addresses = inside.flatMap((address) => [[address], ['142.250.74.42', address]])
  for (const answers of addresses) {
    const rebound = { ...service.network, resolve: async () => answers.map((address) => ({ address })) }
    expect([answers, await webPush(keys, rebound).send(target, push)]).toMatchObject([
      answers,
      { is: 'refused', said: 'its address is not public' },
    ])
  }
  expect(endpoints.length + addresses.length).toBeGreaterThanOrEqual(150)
  expect(service.connections).toEqual([])
  // A name that changes while it is used: it is resolved once, and the connection goes to that address.
  let asked = 0
  const changing = {
    ...service.network,
    resolve: async () => [{ address: (asked += 1) === 1 ? '142.250.74.42' : '127.0.0.1' }],
  }
  expect(await webPush(keys, changing).send(target, push)).toEqual({ is: 'ok' })
  expect(asked).toBe(1)
  for (const status of [301, 302, 303, 307, 308])
    expect(
      await webPush(keys, service.network).send({ ...target, endpoint: `${known}/redirect/${status}` }, push),
    ).toMatchObject({ is: 'refused' })
  expect(service.connections.map(({ host }) => host)).toEqual(Array(6).fill('142.250.74.42'))
  expect(reached).toBe(0)
  await service.stop()
  sink.close()
})

test('the simulator keeps what it got, the newest first, and without push nothing is sent', async () => {
  const simulator = simulatedPush('key')
  const { target } = makeBrowser()
  for (const id of ['1', '2']) expect(await simulator.send(target, { ...push, id })).toEqual({ is: 'ok' })
  expect(simulator.sent('aurora').map((one) => one.push.id)).toEqual(['2', '1'])
  expect(simulator.sent('other')).toEqual([])
  expect(await noPush().send(target, push)).toMatchObject({ is: 'refused' })
  expect(noPush().publicKey).toBeNull()
})
