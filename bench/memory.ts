import { readFileSync } from 'node:fs'
import { locales } from '#domain/language.ts'
import { siteMap } from '#contract/site-map.ts'
import { signedInPages } from './demo.ts'
import { openHarness } from './harness.ts'
import { openClient, type Target } from './load.ts'
import { assertLimit } from './report.ts'

/**
 * Measures the resident memory of one process: after its start with the demo, and after many requests for
 * public pages in every language, personal pages, and months of free times.
 */
const REQUESTS = Number(process.env.MEMORY_REQUESTS ?? 100_000)
const CONNECTIONS = 10
const STARTED_MB = 350
const USED_MB = 450

const harness = await openHarness({ env: { LOG_LEVEL: 'warn' } })
const port = harness.ports[0] ?? 0
try {
  assertLimit('after the start', residentMb(), { max: STARTED_MB }, ' MB')
  const targets = await mixedTargets()
  let sent = 0
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const client = openClient()
      while (sent < REQUESTS) {
        sent += 1
        if (sent % (REQUESTS / 10) === 0) console.log(`${sent} requests: ${residentMb().toFixed(0)} MB`)
        const target = targets[sent % targets.length]
        if (!target) throw new Error('there is nothing to request')
        const { status } = await client.get(target)
        if (status >= 500) throw new Error(`${target.path} answered ${status}`)
      }
      client.close()
    }),
  )
  assertLimit(`after ${REQUESTS} requests`, residentMb(), { max: USED_MB }, ' MB')
} finally {
  await harness.close()
}

async function mixedTargets(): Promise<Target[]> {
  const { cookie, paths: personal } = await signedInPages(harness)
  const accepted = { 'accept-encoding': 'gzip, deflate, br' }
  const listed = siteMap.flatMap(({ indexable, path }) => (indexable && !path.includes(':') ? [path] : []))
  const host = `aurora.localhost:${port}`
  return [
    ...['aurora', 'fjord', 'linde'].flatMap((tenant) =>
      listed.flatMap((path) =>
        locales.map((language) => ({
          port,
          host: `${tenant}.localhost:${port}`,
          path,
          headers: { ...accepted, 'accept-language': language },
        })),
      ),
    ),
    ...personal.map((path) => ({ port, host, path, headers: { ...accepted, cookie } })),
    ...['/book/time?services=dameklip&teamMember=any', '/login', '/shop', '/om-os'].map((path) => ({
      port,
      host,
      path,
      headers: accepted,
    })),
  ]
}

/** Resident memory of the server process. */
function residentMb(): number {
  const status = readFileSync(`/proc/${harness.servers[0]?.child.pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024
}
