import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '#server/data/migrate.ts'
import { roleOf } from '#server/data/role.ts'
import { migrateJobs } from '#server/jobs/migrate.ts'
import { startTestPostgres } from './postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The template database, migrated: `makeDb` copies it. */
    ownerUrl: string
    appUrl: string
  }
}

/** One PostgreSQL for the whole run; its database is the template of every test file's own. */
export default async function setup(project: TestProject) {
  const postgres = await startTestPostgres()
  await migrate(postgres.ownerUrl, { url: postgres.appUrl, create: false })
  await migrateJobs(postgres.ownerUrl, roleOf(postgres.appUrl))
  // A template is copied only while nobody is connected to it.
  const { pathname } = new URL(postgres.ownerUrl)
  const admin = new pg.Client({ connectionString: Object.assign(new URL(postgres.ownerUrl), { pathname: '/postgres' }).href })
  await admin.connect()
  await admin.query(`alter database "${pathname.slice(1)}" with allow_connections false is_template true`)
  await admin.end()
  project.provide('ownerUrl', postgres.ownerUrl)
  project.provide('appUrl', postgres.appUrl)
  return () => postgres.stop()
}
