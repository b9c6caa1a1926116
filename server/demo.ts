import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describeProblem, parseTenantFile, problemAt } from '#contract/tenant-file.ts'
import type { TenantFile } from '#contract/tenant-file/schema.ts'
import { preparePages, type PreparedPages } from './content/prepare.ts'
import { openDb, tenantId, type Db, type Tx } from './data/db.ts'
import { removeJobs } from './data/job.ts'
import { announce } from './data/news.ts'
import { clearTenant } from './data/tenant-clear.ts'
import { countChange, importTenant, isKnown, queueImports } from './data/tenant-import.ts'
import { listTenantIds } from './data/tenant.ts'
import { seedGuests } from './demo/guest.ts'
import { seedMessages } from './demo/message.ts'
import { seedVisits } from './demo/visit.ts'
import { SCHEMA, type QueueName } from './jobs/queues.ts'

/** `now` in epoch ms: the day that the visits of the demo are counted from. */
type Seeding = { ownerUrl: string; appUrl: string; secret: string; now: number }

/** The tenant of every host that is nobody else's: there is always one. */
const neutral = 'default'
const salons = ['aurora', 'fjord']

/** Makes the demo tenants that are not there yet, each with its guests and visits or not at all. */
export const seedDemo = ({ ownerUrl, secret, now }: Seeding): Promise<void> =>
  withMissing(ownerUrl, [neutral, ...salons], async (db, name) => {
    const demo = await readDemo(name)
    await db.write(tenantId(name), async (tx) => {
      await queueImports(tx)
      if (!(await isKnown(tx))) await seedTenant(tx, demo, { secret, now })
    })
  })

/** Makes the neutral tenant where it is not there yet. */
export const ensureDefaultTenant = (ownerUrl: string): Promise<void> =>
  withMissing(ownerUrl, [neutral], async (db, name) => {
    const demo = await readDemo(name)
    await db.write(tenantId(name), (tx) => bringIn(tx, demo))
  })

/** The queues whose jobs are about visits, mails and text messages, all of which a reset removes. */
const ofCleared: QueueName[] = ['remind-visit', 'send-mail', 'send-sms']

/** Puts the demo tenants back to how they were when they were made, with visits around today. */
export async function resetDemo({ ownerUrl, secret, now }: Seeding): Promise<void> {
  const db = openDb(ownerUrl, 1, { patient: true })
  try {
    for (const name of [neutral, ...salons]) {
      const demo = await readDemo(name)
      await db.write(tenantId(name), async (tx) => {
        await queueImports(tx)
        await clearTenant(tx)
        await removeJobs(tx, SCHEMA, ofCleared)
        await seedTenant(tx, demo, { secret, now })
        await countChange(tx)
        await announce(tx, 'tenant', '')
      })
    }
  } finally {
    await db.close()
  }
}

async function withMissing(
  ownerUrl: string,
  names: string[],
  make: (db: Db, name: string) => Promise<void>,
): Promise<void> {
  const db = openDb(ownerUrl, 1, { patient: true })
  try {
    const there = new Set<string>(await listTenantIds(db))
    for (const name of names) if (!there.has(name)) await make(db, name)
  } finally {
    await db.close()
  }
}

/** A tenant's file with its pictures made, which takes longer than a transaction should wait. */
type Demo = { file: TenantFile; pages: PreparedPages | null }

async function seedTenant(
  tx: Tx,
  demo: Demo,
  { secret, now }: { secret: string; now: number },
): Promise<void> {
  const { file } = demo
  await bringIn(tx, demo)
  const guests = await seedGuests(tx, file, now)
  await seedVisits(tx, { file, guests, secret, now })
  await seedMessages(tx, file, now)
}

async function bringIn(tx: Tx, { file, pages }: Demo): Promise<void> {
  const imported = await importTenant(tx, file, pages)
  if (!imported.ok)
    throw new Error(
      `The demo tenant ${file.tenant.id} cannot be made: the tenant ${imported.holder} has its address.`,
    )
}

const folder = fileURLToPath(new URL('../db/demo', import.meta.url))

const read = new Map<string, Promise<Demo>>()
/** The demo does not change while it runs, and its pictures take a moment to make. */
function readDemo(name: string): Promise<Demo> {
  const known = read.get(name) ?? lookAtDemo(name)
  read.set(name, known)
  return known
}

async function lookAtDemo(name: string): Promise<Demo> {
  const [yaml, called] = [readFileSync(`${folder}/${name}.yaml`, 'utf8'), `db/demo/${name}.yaml`]
  const parsed = parseTenantFile(yaml, called)
  if (!parsed.ok) throw new Error(parsed.problems.map(describeProblem).join('\n'))
  const art = (path: string) => Promise.resolve(existsSync(folder + path) ? folder + path : null)
  const looked = await preparePages(parsed.tenant, { folder, art, known: [] })
  if (!looked.ok)
    throw new Error(
      looked.faults
        .map((fault) => describeProblem(problemAt(yaml, called, fault.path, fault.message)))
        .join('\n'),
    )
  return { file: parsed.tenant, pages: looked.prepared }
}
