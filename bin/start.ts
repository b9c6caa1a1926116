import { flushCompileCache } from 'node:module'
import { resolve } from 'node:path'
import { ConfigError, processConfig, type Config } from '#server/config.ts'
import { EmbeddedRefused, EmbeddedUnavailable } from '#server/data/embedded/errors.ts'
import { DatabaseRefused } from '#server/data/refused.ts'
import { build } from './build.ts'
import { openDatabase, type Database } from './database.ts'
import { secretOf } from './secret.ts'

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`

async function start(): Promise<void> {
  const config = { ...processConfig() }
  config.dataDir = resolve(config.dataDir)
  const began = performance.now()
  if (build()) console.error(`built in ${seconds(began)}`)
  const opening = performance.now()
  const database = await openDatabase(config, (message, fields) => console.error(message, fields ?? ''))
  // Loaded late: they read what the build has just made.
  const [{ runServer }, { ensureDefaultTenant, seedDemo }] = await Promise.all([import('#server/main.ts'), import('#server/demo.ts')])
  const secret = secretOf(config)
  if (config.demo) await seedDemo({ ownerUrl: database.ownerUrl, appUrl: database.appUrl, secret, now: Date.now() })
  else await ensureDefaultTenant(database.ownerUrl)
  const simulator = config.demo ? await (await import('#server/providers/identity-simulator/open.ts')).openIdentitySimulator(config) : null
  const server = await runServer({ ...config, ...(simulator && { identity: simulator.identity }) }, database.appUrl, secret)
  console.error(`started in ${seconds(opening)}`)
  // For the next start, even if this one ends by `kill -9`.
  flushCompileCache()
  console.error(greeting(config, server.port, database))
  if (simulator) console.error(`  Google and Facebook are stand-ins at ${simulator.origin}: choose whom you want to be.`)
  if (config.demo && !config.simulatorsPublic) console.error('  The outbox and the stand-ins answer this machine alone, unless HOST is given.')
  stopOnSignal(async () => {
    await server.stop()
    await simulator?.stop()
    await database.stop()
  })
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

function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      stop().then(() => process.exit(0), (error: unknown) => { console.error(error); process.exit(1) })
    })
  }
}

start().catch((error: unknown) => {
  const expected = error instanceof ConfigError || error instanceof EmbeddedRefused || error instanceof EmbeddedUnavailable || error instanceof DatabaseRefused || (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
  console.error(expected && error instanceof Error ? error.message : error)
  process.exit(1)
})
