import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describeProblem, parseTenantFile, problemAt } from '#contract/tenant-file/tenant-file.ts'
import type { TenantFile } from '#contract/tenant-file/schema.ts'
import { prepareArt, preparePages, type ArtPictures, type PreparedPages } from '#server/content/prepare.ts'
import { openDb, tenantId, type Db, type Tx } from '#server/database/db.ts'
import { removeJobs } from '#server/jobs/queries.ts'
import { publishChange } from '#server/database/change-events.ts'
import { tablesOfTenants } from '../backup/backup.ts'
import { bumpContentVersion, importTenant, tenantExists, lockImports } from '../tenant-file/import.ts'
import { removeRowsOf } from '../tenant-file/remove.ts'
import { listTenantIds } from '#server/tenant/queries.ts'
import { seedGuests } from './guest.ts'
import { seedStaff } from './staff.ts'
import { seedVisits } from './visit.ts'
import { seedWaitlist } from './waitlist.ts'
import { SCHEMA, type QueueName } from '#server/jobs/queues.ts'
import { createMessage } from '#server/content/message-queries.ts'

/** `now` in epoch ms: the visits of the demo are relative to this day. */
type Seeding = { ownerUrl: string; appUrl: string; secret: string; now: number }

/** The neutral tenant, which serves every unknown host. */
const neutral = 'default'
/** The demo tenants with services. */
export const salons = ['aurora', 'fjord', 'linde']

/** Creates the missing demo tenants, each in one transaction with its people, guests and visits. */
export const seedDemo = ({ ownerUrl, secret, now }: Seeding): Promise<void> =>
  withMissing(ownerUrl, [neutral, ...salons], async (db, name) => {
    const demo = await readDemo(name)
    await db.write(tenantId(name), async (tx) => {
      await lockImports(tx)
      if (!(await tenantExists(tx))) await seedTenant(tx, demo, { secret, now })
    })
  })

/** Creates the neutral tenant if it is missing. */
export const ensureDefaultTenant = (ownerUrl: string): Promise<void> =>
  withMissing(ownerUrl, [neutral], async (db, name) => {
    const demo = await readDemo(name)
    await db.write(tenantId(name), (tx) => importRows(tx, demo))
  })

/** The queues with jobs about visits, the waitlist, mails and text messages, which a reset deletes. */
const clearedQueues: QueueName[] = [
  'remind-visit',
  'notify-guest',
  'send-mail',
  'send-sms',
  'match-freed-time',
  'match-open-times',
  'expire-offer',
]

/** What a reset leaves: versions that only increase, as caches compare them, and the payment account. */
const keptTables = ['calendar', 'shop', 'payment_account']

/** Resets the demo tenants to their seed data, with visits around today. */
export async function resetDemo({ ownerUrl, secret, now }: Seeding): Promise<void> {
  const tables = (await tablesOfTenants(ownerUrl)).filter((name) => !keptTables.includes(name))
  const db = openDb(ownerUrl, 1, { longTimeout: true })
  try {
    for (const name of [neutral, ...salons]) {
      const demo = await readDemo(name)
      await db.write(tenantId(name), async (tx) => {
        await lockImports(tx)
        await removeRowsOf(tx, tables)
        await removeJobs(tx, SCHEMA, clearedQueues)
        await seedTenant(tx, demo, { secret, now })
        await bumpContentVersion(tx)
        await publishChange(tx, 'tenant', '')
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
  const db = openDb(ownerUrl, 1, { longTimeout: true })
  try {
    const there = new Set<string>(await listTenantIds(db))
    for (const name of names) if (!there.has(name)) await make(db, name)
  } finally {
    await db.close()
  }
}

/** A tenant's file with its processed pictures; processing is too slow for a transaction. */
type Demo = { file: TenantFile; pages: PreparedPages | null; art: ArtPictures }

async function seedTenant(
  tx: Tx,
  demo: Demo,
  { secret, now }: { secret: string; now: number },
): Promise<void> {
  const { file } = demo
  await importRows(tx, demo)
  await seedStaff(tx, file, now)
  const guests = await seedGuests(tx, file, now)
  await seedVisits(tx, { file, guests, secret, now })
  await seedWaitlist(tx, { file, guests, secret, now })
  await seedMessages(tx, file, now)
}

async function importRows(tx: Tx, { file, pages, art }: Demo): Promise<void> {
  const imported = await importTenant(tx, file, { pages, art })
  if (!imported.ok)
    throw new Error(
      `The demo tenant ${file.tenant.id} cannot be created: ${
        imported.field === 'resources'
          ? `visits use the resource ${imported.id}`
          : `the tenant ${imported.holder} has its host`
      }.`,
    )
}

const folder = fileURLToPath(new URL('../../db/demo', import.meta.url))

const read = new Map<string, Promise<Demo>>()
/** Cached: the files do not change at run time, and processing the pictures is slow. */
function readDemo(name: string): Promise<Demo> {
  const known = read.get(name) ?? loadDemo(name)
  read.set(name, known)
  return known
}

async function loadDemo(name: string): Promise<Demo> {
  const [yaml, called] = [readFileSync(`${folder}/${name}.yaml`, 'utf8'), `db/demo/${name}.yaml`]
  const parsed = parseTenantFile(yaml, called)
  if (!parsed.ok) throw new Error(parsed.problems.map(describeProblem).join('\n'))
  const art = (path: string) => Promise.resolve(existsSync(folder + path) ? folder + path : null)
  const sources = { folder, art, known: [] }
  const own = await prepareArt(parsed.tenant, sources)
  const looked = await preparePages(parsed.tenant, sources)
  if (!own.ok || !looked.ok)
    throw new Error(
      [own, looked]
        .flatMap((one) => (one.ok ? [] : one.errors))
        .map((error) => describeProblem(problemAt(yaml, called, error.path, error.message)))
        .join('\n'),
    )
  return { file: own.file, pages: looked.prepared, art: own }
}

/** Creates the file's public messages, with its handles; they stay until the demo is reset. */
export async function seedMessages(tx: Tx, { messages = [] }: TenantFile, now: number): Promise<void> {
  for (const message of messages)
    await createMessage(tx, {
      ...message,
      start: null,
      waitlist: null,
      waitlistHandle: null,
      createdAt: new Date(now),
      expiresAt: null,
    })
}
