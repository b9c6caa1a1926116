import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { judge, median } from './figures.ts'
import { measureRate, openClient, type Target } from './load.ts'
import { openStage, type Stage } from './stage.ts'

/**
 * Anonymous pages with the settings of production, logs written. The cached one runs in turns with a plain Hono "hello"; the
 * processor time of a page that is rendered anew is read from the system.
 */
const ROUNDS = 5
const LEAST_RATIO = 0.5
const RENDERED = 1_000
/** Pages until the machine code of a server that has run for a while is there. */
const WARM = 3_000
const MOST_CPU_MS = 1.5
const load = { connections: 16, seconds: Number(process.env.PAGES_SECONDS ?? 3) }

const page = (port: number): Target => ({
  port,
  host: `aurora.localhost:${port}`,
  path: '/behandlinger',
  headers: { 'accept-encoding': 'gzip, deflate, br', 'accept-language': 'da' },
})
const pidOf = ({ servers }: Stage): number => servers[0]?.child.pid ?? 0
const portOf = (output: NodeJS.ReadableStream): Promise<number> =>
  new Promise((resolve) => {
    output.once('data', (line: Buffer) => resolve(Number(line.toString())))
  })

const log = openSync(process.env.PAGES_LOG ?? '/dev/null', 'w')
await againstHello()
await rendered()
closeSync(log)

async function againstHello(): Promise<void> {
  const hello = spawn(process.execPath, [join(import.meta.dirname, 'hello.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stage = await openStage({ env: { LOG_LEVEL: 'info' }, output: log })
  try {
    const plain: Target = { port: await portOf(hello.stdout), host: 'localhost', path: '/' }
    const cached = page(stage.ports[0] ?? 0)
    for (const target of [plain, cached]) await measureRate(target, load)
    const [helloPid, pid] = [hello.pid ?? 0, pidOf(stage)]
    const ratios: number[] = []
    const cpuRatios: number[] = []
    for (let round = 1; round <= ROUNDS; round += 1) {
      const a = await measured(plain, helloPid)
      const b = await measured(cached, pid)
      ratios.push(b.rate / a.rate)
      cpuRatios.push(a.cpuUs / b.cpuUs)
      console.log(
        `round ${round}: hello ${a.rate.toFixed(0)}/s (${a.cpuUs.toFixed(0)} µs of processor each), cached page ${b.rate.toFixed(0)}/s (${b.cpuUs.toFixed(0)} µs): ${(b.rate / a.rate).toFixed(2)}`,
      )
    }
    judge('cached page against hello, median', median(ratios), { least: LEAST_RATIO })
    console.log(`       by processor time: ${median(cpuRatios).toFixed(2)}`)
  } finally {
    hello.kill()
    await stage.close()
  }
}

async function measured(target: Target, pid: number): Promise<{ rate: number; cpuUs: number }> {
  const before = cpuMs(pid)
  const rate = await measureRate(target, load)
  return { rate, cpuUs: ((cpuMs(pid) - before) * 1000) / (rate * load.seconds) }
}

async function rendered(): Promise<void> {
  const stage = await openStage({ env: { LOG_LEVEL: 'info', PAGE_CACHE_MB: '0' }, output: log })
  const client = openClient()
  try {
    const target = page(stage.ports[0] ?? 0)
    const ask = async (times: number) => {
      for (let index = 0; index < times; index += 1) await client.get(target)
    }
    await ask(WARM)
    const rounds: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = cpuMs(pidOf(stage))
      await ask(RENDERED / ROUNDS)
      rounds.push((cpuMs(pidOf(stage)) - before) / (RENDERED / ROUNDS))
    }
    judge('processor time of a rendered price page, median', median(rounds), { most: MOST_CPU_MS }, ' ms')
  } finally {
    client.close()
    await stage.close()
  }
}

/** User and system time that a process has taken so far; the kernel counts hundredths of a second. */
function cpuMs(pid: number): number {
  const [, user = 0, system = 0] =
    /\) (?:\S+ ){11}(\d+) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.map(Number) ?? []
  return (user + system) * 10
}
