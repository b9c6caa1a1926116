import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '#server/database/migrate.ts'
import { parseRole } from '#server/database/role.ts'
import { migrateJobs } from '#server/jobs/migrate.ts'
import { problemsOf, kindsOf } from './distributable.ts'
import { startTestPostgres } from './postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The template database, migrated: `makeDb` copies it. */
    ownerUrl: string
    appUrl: string
  }
}

/** Problems of the statements that the server sent during the run; see docs/scaling.md. */
async function problemsOfRecorded(ownerUrl: string, folder: string): Promise<string[]> {
  const lines = readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'),
  )
  const texts = [...new Set(lines)].map((line) => JSON.parse(line) as string)
  const at = (database: string) => Object.assign(new URL(ownerUrl), { pathname: `/${database}` }).href
  const admin = new pg.Client({ connectionString: at('postgres') })
  await admin.connect()
  await admin.query(`create database statements template "${new URL(ownerUrl).pathname.slice(1)}"`)
  await admin.end()
  const client = new pg.Client({ connectionString: at('statements') })
  await client.connect()
  const kinds = await kindsOf(client)
  const errors: string[] = []
  for (const text of texts)
    for (const problem of await problemsOf(client, kinds, text))
      errors.push(`${problem}\n    ${text.replace(/\s+/g, ' ')}`)
  await client.end()
  console.log(
    `statements: ${texts.length} different ones, ${errors.length} unsuitable for more than one machine`,
  )
  return errors
}

/** One PostgreSQL for the whole run; its database is the template for each test file's own. */
export default async function setup(project: TestProject) {
  const postgres = await startTestPostgres()
  await migrate(postgres.ownerUrl, { url: postgres.appUrl, create: false })
  await migrateJobs(postgres.ownerUrl, parseRole(postgres.appUrl))
  // A template can be copied only while no client is connected to it.
  const { pathname } = new URL(postgres.ownerUrl)
  const admin = new pg.Client({
    connectionString: Object.assign(new URL(postgres.ownerUrl), { pathname: '/postgres' }).href,
  })
  await admin.connect()
  await admin.query(`alter database "${pathname.slice(1)}" with allow_connections false is_template true`)
  await admin.end()
  project.provide('ownerUrl', postgres.ownerUrl)
  project.provide('appUrl', postgres.appUrl)
  const statements = mkdtempSync(join(tmpdir(), 'stamgast-statements-'))
  process.env.STATEMENTS_DIR = statements
  return async () => {
    const errors = await problemsOfRecorded(postgres.ownerUrl, statements).finally(() =>
      rmSync(statements, { recursive: true }),
    )
    await postgres.stop()
    if (errors.length === 0) return
    process.exitCode = 1
    throw new Error(
      `The server sends statements that would fail or be slow on more than one ` +
        `machine:\n${errors.join('\n')}`,
    )
  }
}
