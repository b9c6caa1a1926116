import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { formatTenantFile } from '#contract/tenant-file/format.ts'
import type { TenantFile } from '#contract/tenant-file/schema.ts'
import { exportedName, withPaths } from '#server/content/prepare.ts'
import { picturePath } from '#server/content/picture-address.ts'
import { openDb, tenantId, type Db, type TenantId } from '#server/data/db.ts'
import { listOriginals, listPictures } from '#server/data/picture.ts'
import { exportTenant } from '#server/data/tenant-export.ts'
import { importTenant, type Imported } from '#server/data/tenant-import.ts'
import { listTenants } from '#server/data/tenant.ts'
import { Refusal, required, type Command, type Desk } from './command.ts'
import { lookAtPages, readTenantFile } from './tenant-source.ts'

const asOwner = <T>(desk: Desk, work: (db: Db) => Promise<T>): Promise<T> =>
  desk.withDatabase(async ({ ownerUrl }) => {
    const db = openDb(ownerUrl, 1, { patient: true })
    return work(db).finally(() => db.close())
  })

export const tenantImport: Command = {
  words: ['tenant', 'import'],
  takes: ['FILE'],
  summary: 'make or change a tenant as its YAML file says',
  details: `Faults of the file are told as FILE:line:column field: what is wrong, and nothing is written then.
The import is one transaction and can be repeated: the same file again changes nothing. Services, service
types and members that the file no longer has are removed, or made inactive where visits refer to them.
Pages may name pictures that stand beside the file (pictures/door.jpg): the import makes AVIF and WebP of them.
A file without pages leaves the tenant's pages as they are; an empty list removes them.
Guests, visits and messages in the file belong to the demo and are left out.`,
  async run(desk, [given]) {
    const name = required(given)
    const [path, yaml] = [desk.pathOf(name), readFileSync(desk.pathOf(name), 'utf8')]
    const file = readTenantFile(desk, yaml, name)
    const id = tenantId(file.tenant.id)
    const imported = await asOwner(desk, async (db) => {
      const pages = await lookAtPages(desk, { yaml, name, path }, file, await db.read(id, listPictures))
      return db.write(id, (tx) => importTenant(tx, file, pages))
    })
    if (!imported.ok) throw new Refusal(takenAddress(name, file, imported))
    desk.say(`${file.tenant.id}: ${imported.outcome}`)
    if (file.guests || file.visits || file.messages) desk.note('The guests, visits and messages in the file are for the demo; they were left out.')
  },
}

export const tenantExport: Command = {
  words: ['tenant', 'export'],
  takes: ['ID', '[FILE]'],
  summary: 'write a tenant as its YAML file',
  details: `Writes to FILE, else to the standard output. Importing what was exported changes nothing.
With FILE the pictures of its pages are written into a folder beside it, so that another database can import them.
Guests, visits and messages are not part of it: that is what a backup is for.`,
  async run(desk, [id, file]) {
    const path = file && desk.pathOf(file)
    const found = await asOwner(desk, (db) => db.read(knownShape(required(id)), async (tx) => {
      const tenant = await exportTenant(tx)
      const pictures = path ? await listOriginals(tx, (await listPictures(tx)).map((one) => one.id)) : []
      return tenant && { tenant, pictures }
    }))
    if (!found) throw new Refusal(`There is no tenant ${required(id)}.`)
    if (!path) return desk.say(formatTenantFile(found.tenant).trimEnd())
    const yaml = formatTenantFile({ ...found.tenant, ...writePictures(path, found) })
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

/** Writes the pictures as they once came, into a folder beside the file. @returns the pages that name them there. */
function writePictures(path: string, { tenant, pictures }: { tenant: TenantFile; pictures: Awaited<ReturnType<typeof listOriginals>> }): Pick<TenantFile, 'pages'> {
  if (pictures.length === 0 || !tenant.pages) return {}
  const folder = `${basename(path, extname(path)).replace(/[^A-Za-z0-9_-]/g, '_').replace(/^-+/, '') || 'tenant'}-pictures`
  mkdirSync(join(dirname(path), folder), { recursive: true })
  for (const one of pictures) writeFileSync(join(dirname(path), folder, exportedName(one)), one.original, { flush: true })
  return { pages: withPaths(tenant.pages, new Map(pictures.map((one) => [picturePath(one), `${folder}/${exportedName(one)}`]))) }
}

const takenAddress = (name: string, { tenant }: TenantFile, { field, holder }: Extract<Imported, { ok: false }>): string =>
  `${name} tenant.${field}: ${tenant[field]} is the address of the tenant ${holder} already; nothing was written`

function knownShape(id: string): TenantId {
  try {
    return tenantId(id)
  } catch {
    throw new Refusal(`There is no tenant ${id}.`)
  }
}
