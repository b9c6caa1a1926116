import { PgBoss } from 'pg-boss'
import { hasCitus } from '../data/distribution.ts'
import { jobGrants } from '../data/job.ts'
import { connectOwner } from '../data/role.ts'
import { queues, schedules, SCHEMA } from './queues.ts'

/**
 * Brings the job tables and queues to this version, as the database's owner: a serving process logs in as the request role
 * and may only use them. `role` is that role's name. Repeatable; starts that race wait for one another.
 */
export async function migrateJobs(ownerUrl: string, role: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: await localUrl(ownerUrl),
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
 * The address for making job tables. Beyond one machine they stay on the coordinator, and the one text of many statements that makes
 * them may not be passed on to workers.
 */
async function localUrl(ownerUrl: string): Promise<string> {
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
