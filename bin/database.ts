import { resolve } from 'node:path'
import type { Config } from '#server/config.ts'
import { EmbeddedRefused } from '#server/data/embedded/errors.ts'
import { findRunning } from '#server/data/embedded/running.ts'
import { startEmbedded } from '#server/data/embedded/start.ts'
import { migrate } from '#server/data/migrate.ts'
import { proveListening } from '#server/data/news.ts'
import { roleOf } from '#server/data/role.ts'
import { migrateJobs } from '#server/jobs/migrate.ts'

type Log = (message: string, fields?: object) => void
type Place = {
  ownerUrl: string
  appUrl: string
  /** Logs in as the request role, past a pooler. */ directUrl: string
  /** Where the data is, in words. */ place: string
  stop(): Promise<void>
}
export type Database = Place & {
  /** Brings it to this version's schema, or to an older one that is named. */ migrate(
    upTo?: string,
  ): Promise<void>
}

/** The database that the settings name, or the embedded one, brought to this version's schema. `signal` ends it on its way up. */
export async function openDatabase(config: Config, log: Log, signal?: AbortSignal): Promise<Database> {
  const database = withMigrations(config, named(config) ?? (await embedded(config, log, signal)))
  // Ends what the migration waits for; it is left to itself by PostgreSQL's own end.
  const stop = () => void database.stop()
  signal?.addEventListener('abort', stop, { once: true })
  try {
    signal?.throwIfAborted()
    await database.migrate()
    if (config.database) await proveListening(database.directUrl, database.appUrl)
    return database
  } catch (error) {
    await database.stop()
    throw error
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}

/** The same database for one command, as it is: beside the server where that runs, else started for as long as it takes. */
export async function reachDatabase(config: Config, log: Log, signal?: AbortSignal): Promise<Database> {
  return withMigrations(
    config,
    named(config) ??
      (await shared(config, 0)) ??
      (await embedded(config, log, signal).catch(async (error: unknown) => {
        // Its owner lives, so it is on its way up, or up again after a crash.
        const running = error instanceof EmbeddedRefused ? await shared(config, 10_000) : null
        if (!running) throw error
        return running
      })),
  )
}

function withMigrations(config: Config, place: Place): Database {
  const role = { url: place.directUrl, create: config.database?.createRole ?? true }
  return {
    ...place,
    async migrate(upTo) {
      await migrate(place.ownerUrl, role, upTo)
      if (!upTo) await migrateJobs(place.ownerUrl, roleOf(place.appUrl))
    },
  }
}

function named({ database }: Config): Place | null {
  return (
    database && {
      ownerUrl: database.ownerUrl,
      appUrl: database.appUrl,
      directUrl: database.directUrl,
      place: 'in the PostgreSQL of DATABASE_URL',
      stop: async () => {},
    }
  )
}

async function embedded(config: Config, log: Log, signal?: AbortSignal): Promise<Place> {
  const { ownerUrl, appUrl, location, stop } = await startEmbedded({
    dataDir: resolve(config.dataDir),
    log,
    ...(signal && { signal }),
  })
  return { ownerUrl, appUrl, directUrl: appUrl, place: `in ${location}`, stop }
}

async function shared(config: Config, patience: number): Promise<Place | null> {
  const running = await findRunning(config.dataDir, patience)
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
