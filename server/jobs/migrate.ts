import { PgBoss } from 'pg-boss'
import { hasCitus } from '../database/citus.ts'
import { jobGrants } from './queries.ts'
import { connectOwner } from '../database/role.ts'
import { queues, schedules, SCHEMA } from './queues.ts'

/**
 * Migrates the job tables and queues to this version, as the database's owner. Serving processes log in as
 * the request role (`role`), which may only use them. Idempotent; concurrent calls wait for each other.
 */
export async function migrateJobs(ownerUrl: string, role: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: await coordinatorUrl(ownerUrl),
    schema: SCHEMA,
    application_name: 'stamgast job migration',
    max: 2,
    supervise: false,
    schedule: false,
  })
  const problems: Error[] = []
  boss.on('error', (error) => problems.push(error))
  try {
    await boss.start()
    for (const [name, settings] of Object.entries(queues)) {
      await boss.createQueue(name, settings)
      await boss.updateQueue(name, settings)
    }
    for (const [name, cron] of Object.entries(schedules)) await boss.schedule(name, cron)
    await boss.getDb().executeSql(jobGrants(SCHEMA, role))
  } finally {
    await boss.stop({ graceful: false })
  }
  if (problems[0]) throw problems[0]
}

/**
 * The URL for creating job tables. With Citus they stay on the coordinator: pg-boss creates them with several
 * statements in one query, which cannot be propagated to workers.
 */
async function coordinatorUrl(ownerUrl: string): Promise<string> {
  const owner = await connectOwner(ownerUrl, 'stamgast job migration')
  try {
    if (!(await hasCitus(owner))) return ownerUrl
    const url = new URL(ownerUrl)
    url.searchParams.set(
      'options',
      `${url.searchParams.get('options') ?? ''} -c citus.enable_ddl_propagation=off`.trim(),
    )
    return url.href
  } finally {
    await owner.end()
  }
}
