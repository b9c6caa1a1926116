import { resolve } from 'node:path'
import type { Config } from '#server/config.ts'
import { startEmbedded } from '#server/data/embedded/start.ts'
import { migrate } from '#server/data/migrate.ts'
import { migrateJobs } from '#server/jobs/migrate.ts'

export type Database = { ownerUrl: string; appUrl: string; /** Where the data is, in words. */ place: string; stop(): Promise<void> }

/** The database that the settings name, or the embedded one, brought to this version's schema. */
export async function openDatabase(config: Config, log: (message: string, fields?: object) => void): Promise<Database> {
  const database = config.database ? { ...config.database, place: 'in the PostgreSQL of DATABASE_URL', stop: async () => {} } : await embedded(config, log)
  try {
    await migrate(database.ownerUrl, 'createRole' in database && database.createRole ? { password: decodeURIComponent(new URL(database.appUrl).password) } : null)
    await migrateJobs(database.ownerUrl)
    return database
  } catch (error) {
    await database.stop()
    throw error
  }
}

async function embedded(config: Config, log: (message: string, fields?: object) => void): Promise<Database> {
  const { ownerUrl, appUrl, location, stop } = await startEmbedded({ dataDir: resolve(config.dataDir), log })
  return { ownerUrl, appUrl, place: `in ${location}`, stop }
}
