import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { describeProblem, parseTenantFile } from '#contract/tenant-file.ts'
import { formatTenantFile } from '#contract/tenant-file/format.ts'
import type { TenantFile } from '#contract/tenant-file/schema.ts'
import { openDb, tenantId, type Db, type TenantId } from '#server/data/db.ts'
import { exportTenant } from '#server/data/tenant-export.ts'
import { importTenant, type Imported } from '#server/data/tenant-import.ts'
import { listTenants } from '#server/data/tenant.ts'
import { Refusal, required, type Command, type Desk } from './command.ts'

const asOwner = <T>(desk: Desk, work: (db: Db) => Promise<T>): Promise<T> =>
  desk.withDatabase(async ({ ownerUrl }) => {
    const db = openDb(ownerUrl, 1)
    return work(db).finally(() => db.close())
  })

export const tenantImport: Command = {
  words: ['tenant', 'import'],
  takes: ['FILE'],
  summary: 'make or change a tenant as its YAML file says',
  details: `Faults of the file are told as FILE:line:column field: what is wrong, and nothing is written then.
The import is one transaction and can be repeated: the same file again changes nothing. Services, service
types and members that the file no longer has are removed, or made inactive where visits refer to them.
Guests and visits in the file belong to the demo and are left out.`,
  async run(desk, [given]) {
    const name = required(given)
    const file = readTenantFile(desk.pathOf(name), name)
    const imported = await asOwner(desk, (db) => db.write(tenantId(file.tenant.id), (tx) => importTenant(tx, file)))
    if (!imported.ok) throw new Refusal(takenAddress(name, file, imported))
    desk.say(`${file.tenant.id}: ${imported.outcome}`)
    if (file.guests || file.visits) desk.note('The guests and visits in the file are for the demo; they were left out.')
  },
}

export const tenantExport: Command = {
  words: ['tenant', 'export'],
  takes: ['ID', '[FILE]'],
  summary: 'write a tenant as its YAML file',
  details: 'Writes to FILE, else to the standard output. Importing what was exported changes nothing.\nGuests and visits are not part of it: that is what a backup is for.',
  async run(desk, [id, file]) {
    const found = await asOwner(desk, async (db) => db.read(knownShape(required(id)), exportTenant))
    if (!found) throw new Refusal(`There is no tenant ${required(id)}.`)
    const yaml = formatTenantFile(found)
    if (!file) return desk.say(yaml.trimEnd())
    const path = desk.pathOf(file)
    writeFileSync(`${path}.tmp`, yaml, { flush: true })
    renameSync(`${path}.tmp`, path)
  },
}

export const tenantList: Command = {
  words: ['tenant', 'list'],
  takes: [],
  summary: 'list the tenants with their addresses',
  details: 'One line each: id, firstpath, vanity host, title; - where there is none.',
  async run(desk) {
    const tenants = await asOwner(desk, listTenants)
    const lines = tenants.map(({ id, firstpath, vanityHost, profile }) => [id, firstpath ?? '-', vanityHost ?? '-', profile.title])
    const widths = [0, 1, 2].map((column) => Math.max(0, ...lines.map((line) => (line[column] ?? '').length)))
    for (const line of lines) desk.say(line.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  ').trimEnd())
  },
}

function readTenantFile(path: string, name: string): TenantFile {
  const parsed = parseTenantFile(readFileSync(path, 'utf8'), name)
  if (!parsed.ok) throw new Refusal(parsed.problems.map(describeProblem).join('\n'))
  return parsed.tenant
}

function takenAddress(name: string, { tenant }: TenantFile, { reason, holder }: Extract<Imported, { ok: false }>): string {
  const [field, value] = reason === 'firstpath-taken' ? ['firstpath', tenant.firstpath] : ['vanityUrl', tenant.vanityUrl]
  return `${name} tenant.${field}: ${value} is the address of the tenant ${holder} already; nothing was written`
}

function knownShape(id: string): TenantId {
  try {
    return tenantId(id)
  } catch {
    throw new Refusal(`There is no tenant ${id}.`)
  }
}
