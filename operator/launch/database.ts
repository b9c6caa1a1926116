import { resolve } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { EmbeddedLocked } from '#postgres/errors.ts'
import { findRunning } from '#postgres/running.ts'
import { startEmbedded } from '#postgres/start.ts'
import { migrate } from '#server/database/migrate.ts'
import { verifyListening } from '#server/database/change-events.ts'
import { verifyCollation } from '#server/database/collation.ts'
import { listSilentNodes } from '#server/database/nodes.ts'
import { parseRole } from '#server/database/role.ts'
import { migrateJobs } from '#server/jobs/migrate.ts'

type Log = (message: string, fields?: object) => void
type Place = {
  ownerUrl: string
  appUrl: string
  /** The request role's connection without a pooler. */
  directUrl: string
  /** A description of the location, for messages. */
  place: string
  stop(): Promise<void>
}
export type Database = Place & {
  /** Migrates to the newest schema, or to an older one. */
  migrate(upTo?: string): Promise<void>
}

/** `force`: in spite of a changed collation version. */
type Options = { signal?: AbortSignal; force?: boolean }

/** The database of the settings, or the embedded one, migrated. `signal` aborts the start. */
export async function openDatabase(
  config: Config,
  log: Log,
  { signal, force = false }: Options,
): Promise<Database> {
  const database = withMigrations(config, named(config) ?? (await embedded(config, log, signal)), force)
  // Ends the connection that the migration waits for; PostgreSQL rolls the migration back.
  const stop = () => void database.stop()
  signal?.addEventListener('abort', stop, { once: true })
  try {
    signal?.throwIfAborted()
    await database.migrate()
    if (config.database) {
      await verifyListening(database.directUrl, database.appUrl)
      for (const name of await listSilentNodes(database.ownerUrl, database.directUrl))
        log(`The database node ${name} does not answer: its tenants get 503 until it does.`)
    }
    return database
  } catch (error) {
    await database.stop()
    throw error
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}

/** The database for one command, not migrated: that of a running server, else started for the command. */
export async function reachDatabase(
  config: Config,
  log: Log,
  { signal, force = false }: Options,
): Promise<Database> {
  return withMigrations(
    config,
    named(config) ??
      (await runningDatabase(config, 0)) ??
      (await embedded(config, log, signal).catch(async (error: unknown) => {
        // Its owner lives, so it is starting, or restarting after a crash.
        const running = error instanceof EmbeddedLocked ? await runningDatabase(config, 10_000) : null
        if (!running) throw error
        return running
      })),
    force,
  )
}

function withMigrations(config: Config, place: Place, force: boolean): Database {
  const role = { url: place.directUrl, create: config.database?.createRole ?? true }
  return {
    ...place,
    async migrate(upTo) {
      if (config.database) {
        // Through a pooler, migrations would fail in less obvious ways.
        await verifyListening(place.ownerUrl, place.ownerUrl)
        if (!force) await verifyCollation(place.ownerUrl)
      }
      await migrate(place.ownerUrl, role, { upTo })
      if (!upTo) await migrateJobs(place.ownerUrl, parseRole(place.appUrl))
    },
  }
}

function named({ database }: Config): Place | null {
  return (
    database && {
      ownerUrl: database.ownerUrl,
      appUrl: database.appUrl,
      directUrl: database.directUrl,
      place: describeDatabase(database.ownerUrl),
      stop: async () => {},
    }
  )
}

/** A database by its name, host and port, as a message may say them: without user and password. */
export function describeDatabase(url: string): string {
  const { pathname, host, searchParams } = new URL(url)
  const server = decodeURIComponent(host) || searchParams.get('host')
  return `in the database ${decodeURIComponent(pathname.slice(1))}${server ? ` of ${server}` : ''} (DATABASE_URL)`
}

async function embedded(config: Config, log: Log, signal?: AbortSignal): Promise<Place> {
  const { ownerUrl, appUrl, location, stop } = await startEmbedded({
    dataDir: resolve(config.dataDir),
    log,
    ...(signal && { signal }),
  })
  return { ownerUrl, appUrl, directUrl: appUrl, place: `in ${location}`, stop }
}

async function runningDatabase(config: Config, timeoutMs: number): Promise<Place | null> {
  const running = await findRunning(config.dataDir, timeoutMs)
  return (
    running && {
      ownerUrl: running.ownerUrl,
      appUrl: running.appUrl,
      directUrl: running.appUrl,
      place: `in ${running.location}`,
      stop: async () => {},
    }
  )
}
