import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigError, processConfig, type Config } from '#server/config.ts'
import { EmbeddedRefused, EmbeddedUnavailable } from '#server/data/embedded/errors.ts'
import { DatabaseRefused } from '#server/data/refused.ts'
import { build } from './build.ts'
import { openDatabase, type Database } from './database.ts'
import { secretOf } from './secret.ts'

/** How long what the start is at work with may go on after a signal. */
const STEP_MS = 5_000

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`

/** Takes what ends something that has been opened; the last opened ends first. */
type OnOpen = (stop: () => Promise<void>) => void

/** Opens everything, step by step, until `signal` says that nobody wants it any longer. */
async function start(signal: AbortSignal, onOpen: OnOpen): Promise<void> {
  const config = { ...processConfig() }
  config.dataDir = resolve(config.dataDir)
  const began = performance.now()
  if (build()) console.error(`built in ${seconds(began)}`)
  const opening = performance.now()
  const database = await openDatabase(
    config,
    (message, fields) => console.error(message, fields ?? ''),
    signal,
  )
  onOpen(database.stop)
  signal.throwIfAborted()
  // Loaded late: they read what the build has just made.
  const [{ runServer }, { ensureDefaultTenant, seedDemo }] = await Promise.all([
    import('#server/main.ts'),
    import('#server/demo.ts'),
  ])
  const secret = secretOf(config)
  signal.throwIfAborted()
  if (config.demo)
    await seedDemo({ ownerUrl: database.ownerUrl, appUrl: database.appUrl, secret, now: Date.now() })
  else await ensureDefaultTenant(database.ownerUrl)
  const simulator = config.demo
    ? await (await import('#server/providers/identity-simulator/open.ts')).openIdentitySimulator(config)
    : null
  if (simulator) onOpen(simulator.stop)
  signal.throwIfAborted()
  const server = await runServer(
    { ...config, ...(simulator && { identity: simulator.identity }) },
    database.appUrl,
    secret,
    database.directUrl,
  )
  onOpen(server.stop)
  console.error(`started in ${seconds(opening)}`)
  // For the next start, even if this one ends by `kill -9`.
  flushCompileCache()
  console.error(greeting(config, server.port, database))
  if (simulator)
    console.error(`  Google and Facebook are stand-ins at ${simulator.origin}: choose whom you want to be.`)
  if (config.demo && !config.simulatorsPublic)
    console.error('  The outbox and the stand-ins answer this machine alone, unless HOST is given.')
}

function greeting(config: Config, port: number, database: Database): string {
  const lines = [`Stamgast listens on port ${port}; its data is ${database.place}.`]
  if (config.demo) {
    lines.push(
      '',
      `  http://aurora.localhost:${port}            a Danish salon`,
      `  http://fjord.localhost:${port}             a Norwegian barber, also http://www.fjordbarber.localhost:${port}`,
      `  http://localhost:${port}                   the neutral page`,
      `  http://aurora.localhost:${port}/dev/outbox what the mail simulator has sent`,
      '',
      '  Sign in as freja@example.com or noah@example.com with the password stamgast-demo.',
    )
  }
  return lines.join('\n')
}

/** What the operator can put right by the message alone. */
const isExpected = (error: unknown): error is Error =>
  error instanceof ConfigError ||
  error instanceof EmbeddedRefused ||
  error instanceof EmbeddedUnavailable ||
  error instanceof DatabaseRefused ||
  (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')

/** Serves until a signal comes, whose first may come at any moment of the start. @returns the exit code. */
async function serve(): Promise<number> {
  const stops: (() => Promise<void>)[] = []
  const stopAll = async () => {
    for (let stop = stops.pop(); stop; stop = stops.pop()) await stop()
  }
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort())
  const stopped = once(stopping.signal, 'abort')
  const starting = start(stopping.signal, (stop) => stops.push(stop))
  try {
    // What a start is at work with may take long: it ends with the database below it.
    await Promise.race([starting.then(() => stopped), stopped])
    await stopAll()
    // In a database that is not ours a migration may wait for somebody else's; one that is cut off leaves nothing behind.
    await Promise.race([starting.catch(() => {}), sleep(STEP_MS, undefined, { ref: false })])
    return 0
  } catch (error) {
    console.error(isExpected(error) ? error.message : error)
    return 1
  } finally {
    await stopAll()
  }
}

serve().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error)
    process.exit(1)
  },
)
