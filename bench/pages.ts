import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { priceListLink } from '#contract/links.ts'
import { assertLimit, median } from './report.ts'
import { measureRate, openClient, type Target } from './load.ts'
import { openHarness, type Harness } from './harness.ts'

/**
 * Benchmarks anonymous pages with production settings and the request log on. The cached page alternates with
 * a plain Hono "hello"; the CPU time of a page rendered for each request comes from the system.
 */
const ROUNDS = 5
const MIN_RATIO = 0.25
const RENDERED = 1_000
/** Requests until V8 has optimised the code, as in a server that has run for a while. */
const WARM = 3_000
const MAX_CPU_MS = 5
const load = { connections: 16, seconds: Number(process.env.PAGES_SECONDS ?? 3) }

/** The smallest comparable server; prints its port. */
const HELLO = `
  import { serve } from '@hono/node-server'
  import { Hono } from 'hono'
  const app = new Hono().get('/', (c) => c.text('hello'))
  serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => console.log(port))`

const page = (port: number): Target => ({
  port,
  host: `aurora.localhost:${port}`,
  path: priceListLink(),
  headers: { 'accept-encoding': 'gzip, deflate, br', 'accept-language': 'da' },
})
const pidOf = ({ servers }: Harness): number => servers[0]?.child.pid ?? 0
const readPort = (output: NodeJS.ReadableStream): Promise<number> =>
  new Promise((resolve) => {
    output.once('data', (line: Buffer) => resolve(Number(line.toString())))
  })

const log = openSync(process.env.PAGES_LOG ?? '/dev/null', 'w')
await compareWithHello()
await rendered()
closeSync(log)

async function compareWithHello(): Promise<void> {
  const hello = spawn(process.execPath, ['--input-type=module', '--eval', HELLO], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const harness = await openHarness({ env: { LOG_LEVEL: 'info' }, output: log })
  try {
    const plain: Target = { port: await readPort(hello.stdout), host: 'localhost', path: '/' }
    const cached = page(harness.ports[0] ?? 0)
    for (const target of [plain, cached]) await measureRate(target, load)
    const [helloPid, pid] = [hello.pid ?? 0, pidOf(harness)]
    const ratios: number[] = []
    const cpuRatios: number[] = []
    for (let round = 1; round <= ROUNDS; round += 1) {
      const a = await measured(plain, helloPid)
      const b = await measured(cached, pid)
      ratios.push(b.rate / a.rate)
      cpuRatios.push(a.cpuUs / b.cpuUs)
      console.log(
        `round ${round}: hello ${a.rate.toFixed(0)}/s (${a.cpuUs.toFixed(0)} µs of CPU each), cached page ` +
          `${b.rate.toFixed(0)}/s (${b.cpuUs.toFixed(0)} µs): ${(b.rate / a.rate).toFixed(2)}`,
      )
    }
    assertLimit('cached page against hello, median', median(ratios), { min: MIN_RATIO })
    console.log(`       by CPU time: ${median(cpuRatios).toFixed(2)}`)
  } finally {
    hello.kill()
    await harness.close()
  }
}

async function measured(target: Target, pid: number): Promise<{ rate: number; cpuUs: number }> {
  const before = cpuMs(pid)
  const rate = await measureRate(target, load)
  return { rate, cpuUs: ((cpuMs(pid) - before) * 1000) / (rate * load.seconds) }
}

async function rendered(): Promise<void> {
  const harness = await openHarness({ env: { LOG_LEVEL: 'info', PAGE_CACHE_MB: '0' }, output: log })
  const client = openClient()
  try {
    const target = page(harness.ports[0] ?? 0)
    const ask = async (times: number) => {
      for (let index = 0; index < times; index += 1) await client.get(target)
    }
    await ask(WARM)
    const rounds: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = cpuMs(pidOf(harness))
      await ask(RENDERED / ROUNDS)
      rounds.push((cpuMs(pidOf(harness)) - before) / (RENDERED / ROUNDS))
    }
    assertLimit('processor time of a rendered price page, median', median(rounds), { max: MAX_CPU_MS }, ' ms')
  } finally {
    client.close()
    await harness.close()
  }
}

/** User and system CPU time of a process so far, in ms; the kernel counts in steps of 10 ms. */
function cpuMs(pid: number): number {
  const [, user = 0, system = 0] =
    /\) (?:\S+ ){11}(\d+) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.map(Number) ?? []
  return (user + system) * 10
}
