import { readFileSync } from 'node:fs'
import { describeProblem, parseTenantFile } from '#contract/tenant-file.ts'
import type { TenantFile } from '#contract/tenant-file/schema.ts'
import { openDb, tenantId, type Db, type Tx } from './data/db.ts'
import { announce } from './data/news.ts'
import { clearTenant } from './data/tenant-clear.ts'
import { countChange, importTenant, isKnown, queueImports } from './data/tenant-import.ts'
import { listTenants } from './data/tenant.ts'
import { seedGuests } from './demo/guest.ts'
import { seedVisits } from './demo/visit.ts'

/** `now` in epoch ms: the day that the visits of the demo are counted from. */
export type Seeding = { ownerUrl: string; appUrl: string; secret: string; now: number }

/** The tenant of every host that is nobody else's: there is always one. */
const neutral = 'default'
const salons = ['aurora', 'fjord']

/** Makes the demo tenants that are not there yet, each with its guests and visits or not at all. */
export const seedDemo = ({ ownerUrl, secret, now }: Seeding): Promise<void> =>
  withMissing(ownerUrl, [neutral, ...salons], (db, name) => db.write(tenantId(name), async (tx) => {
    await queueImports(tx)
    if (!(await isKnown(tx))) await seedTenant(tx, secret, now)
  }))

/** Makes the neutral tenant where it is not there yet. */
export const ensureDefaultTenant = (ownerUrl: string): Promise<void> =>
  withMissing(ownerUrl, [neutral], (db, name) => db.write(tenantId(name), (tx) => bringIn(tx, readDemo(name))))

/** Puts the demo tenants back to how they were when they were made, with visits around today. */
export async function resetDemo({ ownerUrl, secret, now }: Seeding): Promise<void> {
  const db = openDb(ownerUrl, 1)
  try {
    for (const name of [neutral, ...salons]) {
      await db.write(tenantId(name), async (tx) => {
        await queueImports(tx)
        await clearTenant(tx)
        await seedTenant(tx, secret, now)
        await countChange(tx)
        await announce(tx, 'tenant', '')
      })
    }
  } finally {
    await db.close()
  }
}

async function withMissing(ownerUrl: string, names: string[], make: (db: Db, name: string) => Promise<void>): Promise<void> {
  const db = openDb(ownerUrl, 1)
  try {
    const there = new Set<string>((await listTenants(db)).map(({ id }) => id))
    for (const name of names) if (!there.has(name)) await make(db, name)
  } finally {
    await db.close()
  }
}

async function seedTenant(tx: Tx, secret: string, now: number): Promise<void> {
  const file = readDemo(tx.tenantId)
  await bringIn(tx, file)
  const guests = await seedGuests(tx, file, now)
  await seedVisits(tx, { file, guests, secret, now })
}

async function bringIn(tx: Tx, file: TenantFile): Promise<void> {
  const imported = await importTenant(tx, file)
  if (!imported.ok) throw new Error(`The demo tenant ${file.tenant.id} cannot be made: the tenant ${imported.holder} has its address.`)
}

function readDemo(name: string): TenantFile {
  const parsed = parseTenantFile(readFileSync(new URL(`../db/demo/${name}.yaml`, import.meta.url), 'utf8'), `db/demo/${name}.yaml`)
  if (!parsed.ok) throw new Error(parsed.problems.map(describeProblem).join('\n'))
  return parsed.tenant
}
