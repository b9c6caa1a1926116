import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { photo } from '#db/schema/photo.ts'
import { createClient } from '#contract/client.ts'
import { MAX_PHOTOS } from '#contract/photo.ts'
import { tenantId } from '#server/database/db.ts'
import { openClient } from './load.ts'
import { assertLimit, percentile } from './report.ts'
import { openHarness } from './harness.ts'

/**
 * Photos: 20 uploads of large pictures at once, while /healthz is asked all the time; then the export of a
 * guest with 200 photos, twice, with the memory of the server beside it.
 */
const UPLOADS = Number(process.env.PHOTO_UPLOADS ?? 20)
const PICTURE_BYTES = 300_000

const harness = await openHarness()
const [port = 0] = harness.ports
const tenant = tenantId('aurora')
const host = `${tenant}.localhost`
const cookies = new Map<string, string>()

/** A client of one guest, who stays signed in. */
const call = createClient(`http://${host}:${port}`, async (sent) => {
  const { status, body } = await send(sent.method, new URL(sent.url).pathname + new URL(sent.url).search, {
    headers: Object.fromEntries(sent.headers),
    body: Buffer.from(await sent.arrayBuffer()),
  })
  return new Response(new Uint8Array(body), { status })
})

type Sent = { headers?: Record<string, string>; body?: Buffer }
const send = (method: string, path: string, { headers = {}, body }: Sent = {}) =>
  new Promise<{ status: number; body: Buffer }>((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: {
          ...headers,
          host: `${host}:${port}`,
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(body?.length ? { 'content-length': body.length } : {}),
        },
      },
      (answer) => {
        for (const line of answer.headers['set-cookie'] ?? []) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
          cookies.set(name, value)
        }
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject)
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks) }))
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })

/** Resident memory of the server in MB. */
const memory = (): number =>
  Number(
    /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${harness.servers[0]?.child.pid}/status`, 'utf8'))?.[1],
  ) / 1_024

/** Runs `work` while something is measured again and again. */
async function beside<T>(work: Promise<T>, measure: () => Promise<void>): Promise<T> {
  let running = true
  const done = work.finally(() => {
    running = false
  })
  while (running) await measure()
  return done
}

try {
  const { uid } = await call('signInWithEmailAndPassword', {
    email: 'freja@example.com',
    password: 'stamgast-demo',
  })
  const self = { tenantId: tenant, uid }
  const image = (
    await sharp({
      create: {
        width: 4_000,
        height: 3_000,
        channels: 3,
        background: '#357',
        noise: { type: 'gaussian', mean: 120, sigma: 30 },
      },
    })
      .jpeg({ quality: 70 })
      .toBuffer()
  ).toString('base64')
  const client = openClient()
  const lags: number[] = []
  const ping = async () => {
    lags.push((await client.get({ port, host: '127.0.0.1', path: '/healthz' })).ms)
    await pause(5)
  }
  const began = performance.now()
  const answers = await beside(
    Promise.all(
      Array.from({ length: UPLOADS }, () =>
        call('addPhoto', { ...self, image }).then(
          () => 'added',
          (error: Error) => error.message,
        ),
      ),
    ),
    ping,
  )
  client.close()
  const added = answers.filter((one) => one === 'added').length
  console.log(
    `${added} of ${UPLOADS} pictures of 12 megapixels and ${(image.length / 1.37e6).toFixed(1)} MB in ` +
      `${((performance.now() - began) / 1_000).toFixed(1)} s; ${lags.length} pings`,
  )
  assertLimit('/healthz p99 beside them', percentile(lags, 0.99), { max: 100 }, ' ms')

  await harness.testDb.db.write(tenant, async (tx) => {
    for (let number = added; number < MAX_PHOTOS; number += 1)
      await tx.insert(photo).values({
        tenantId: tenant,
        id: randomUUID(),
        guestId: uid,
        takenAt: new Date(),
        width: 2_048,
        height: 1_536,
        large: new Uint8Array(randomBytes(PICTURE_BYTES)),
        small: new Uint8Array(randomBytes(20_000)),
        createdAt: new Date(),
      })
  })
  for (const turn of ['first', 'second'] as const) {
    await pause(3_000)
    const idle = memory()
    let most = idle
    const { downloadURL } = await call('exportUser', self)
    const { body } = await beside(send('GET', new URL(downloadURL).pathname), async () => {
      most = Math.max(most, memory())
      await pause(5)
    })
    console.log(`${turn} export: ${(body.length / 1e6).toFixed(1)} MB, idle ${idle.toFixed(0)} MB`)
    assertLimit(`memory above idle, ${turn} export`, most - idle, { max: 64 }, ' MB')
  }
} finally {
  await harness.close()
}
