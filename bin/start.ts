import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { STAFF_LABEL } from '#contract/tenant-file/reserved.ts'
import { processConfig, type Config } from '#server/config/config.ts'
import { formatError } from '#operator/command-line/format-error.ts'
import { build } from '#operator/launch/build.ts'
import { openDatabase, type Database } from '#operator/launch/database.ts'
import { openPayments } from '#operator/launch/payment-simulator.ts'
import { loadSimulators } from '#operator/launch/simulators.ts'
import { loadSecret } from '#operator/launch/secret.ts'
import { takenPort } from '#operator/launch/taken-port.ts'

/** How long the current step of the start may take after a signal, ms. */
const STEP_MS = 5_000

/** `bin/start --dev` serves the front end from its sources. */
const development = process.argv.includes('--dev')
/** `bin/start --force` serves in spite of a changed collation version. */
const force = process.argv.includes('--force')
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`

/** Registers a cleanup; cleanups run in reverse order. */
type OnOpen = (stop: () => Promise<void>) => void

/** Starts everything, step by step, until `signal` aborts. */
async function start(signal: AbortSignal, onOpen: OnOpen): Promise<void> {
  const config = { ...processConfig() }
  config.dataDir = resolve(config.dataDir)
  const began = performance.now()
  if (!development && build()) console.error(`built in ${seconds(began)}`)
  const opening = performance.now()
  const database = await openDatabase(config, (message, fields) => console.error(message, fields ?? ''), {
    signal,
    force,
  })
  onOpen(database.stop)
  signal.throwIfAborted()
  // Imported late: they read the output of the build.
  const [{ runServer }, { ensureDefaultTenant, seedDemo }] = await Promise.all([
    import('#server/main.ts'),
    import('#operator/demo/demo.ts'),
  ])
  const secret = loadSecret(config)
  signal.throwIfAborted()
  if (config.demo)
    await seedDemo({ ownerUrl: database.ownerUrl, appUrl: database.appUrl, secret, now: Date.now() })
  else await ensureDefaultTenant(database.ownerUrl)
  const simulator = config.demo
    ? await (
        await import('#simulators/identity/open.ts')
      )
        .openIdentitySimulator(config)
        .catch(takenPort('IDENTITY_PORT'))
    : null
  if (simulator) onOpen(simulator.stop)
  signal.throwIfAborted()
  const payments = config.payment.provider === 'simulator' ? await openPayments(config, secret) : null
  if (payments) onOpen(payments.stop)
  signal.throwIfAborted()
  const settings = {
    ...config,
    ...(simulator && { identity: simulator.identity }),
    ...(payments && { payment: { ...config.payment, url: payments.origin } }),
  }
  const { appUrl: url, directUrl } = database
  const server = development
    ? await (
        await import('#operator/launch/dev-server.ts')
      ).runDevServer({
        config: settings,
        url,
        secret,
        directUrl,
      })
    : await runServer(settings, url, secret, {
        directUrl,
        simulators: await loadSimulators(config, secret),
      })
  onOpen(server.stop)
  console.error(`started in ${seconds(opening)}`)
  // For the next start, even if this process is killed.
  flushCompileCache()
  console.error(greeting(config, server.port, database))
  if (simulator)
    console.error(`  Google and Facebook are simulated at ${simulator.origin}: select a person there.`)
  if (payments)
    console.error(
      `  Vipps MobilePay is simulated at ${payments.origin}: approve or refuse there; no money moves.`,
    )
  if (config.demo && !config.simulatorsPublic)
    console.error('  Outbox and simulators are only for this machine, unless HOST is set.')
}

function greeting(config: Config, port: number, database: Database): string {
  const label = config.staffHost === 'same' ? '' : STAFF_LABEL
  const lines = [`Stamgast listens on port ${port}; its data is ${database.place}.`]
  if (config.demo) {
    lines.push(
      '',
      `  http://aurora.localhost:${port}            a Danish salon`,
      `  http://fjord.localhost:${port}             a Norwegian barber, also ` +
        `http://www.fjordbarber.localhost:${port}`,
      `  http://linde.localhost:${port}             a German clinic, exempt from VAT for most of its work`,
      `  http://localhost:${port}                   the neutral page`,
      `  http://aurora.localhost:${port}/dev/outbox the outbox of the mail simulator`,
      `  http://${label}aurora.localhost:${port}/admin the Danish salon’s own site, for who works there`,
      `  http://${label}fjord.localhost:${port}/admin the Norwegian barber’s own site`,
      `  http://${label}linde.localhost:${port}/admin the German clinic’s own site`,
      '',
      '  Sign in as freja@example.com or noah@example.com with the password stamgast-demo.',
    )
  }
  return lines.join('\n')
}

/** Serves until a signal, which may arrive at any moment of the start. @returns the exit code. */
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
    // The current step may be slow: it ends with the database that it uses.
    await Promise.race([starting.then(() => stopped), stopped])
    await stopAll()
    // With an external database a migration may wait for another process; an aborted one is rolled back.
    await Promise.race([starting.catch(() => {}), sleep(STEP_MS, undefined, { ref: false })])
    return 0
  } catch (error) {
    console.error(formatError(error))
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
