import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { formatTenantFile } from '#contract/tenant-file/format.ts'
import type { TenantFile } from '#contract/tenant-file/schema.ts'
import { exportedName, withArt, withoutSize, withPaths } from '#server/content/prepare.ts'
import { picturePath } from '#server/content/picture-address.ts'
import { openDb, tenantId, type Db, type TenantId } from '#server/data/db.ts'
import { listOriginals, listPictures } from '#server/data/picture.ts'
import { exportTenant } from '#server/data/tenant-export.ts'
import { importTenant, type Imported } from '#server/data/tenant-import.ts'
import { listTenants } from '#server/data/tenant.ts'
import { artFinder } from '#server/static.ts'
import { Refusal, required, type Command, type Desk } from './command.ts'
import { lookAtArt, lookAtPages, readTenantFile } from './tenant-source.ts'

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
Icon, logo, the faces of members and pages may name pictures that stand beside the file (pictures/door.jpg): the import
makes AVIF and WebP of them and keeps them in the database. A path that leads to no picture is refused; without an icon the
first letter of the name stands in.
A file without pages leaves the tenant's pages as they are; an empty list removes them.
Guests, visits and messages in the file belong to the demo and are left out.`,
  async run(desk, [given]) {
    const name = required(given)
    const [path, yaml] = [desk.pathOf(name), readFileSync(desk.pathOf(name), 'utf8')]
    const file = readTenantFile(desk, yaml, name)
    const id = tenantId(file.tenant.id)
    const imported = await asOwner(desk, async (db) => {
      const known = await db.read(id, listPictures)
      const art = await lookAtArt(desk, { yaml, name, path }, file, known)
      const pages = await lookAtPages(desk, { yaml, name, path }, file, known)
      return db.write(id, (tx) => importTenant(tx, art.file, pages, art.pictures))
    })
    if (!imported.ok) throw new Refusal(takenAddress(name, file, imported))
    desk.say(`${file.tenant.id}: ${imported.outcome}`)
    if (file.guests || file.visits || file.messages)
      desk.note('The guests, visits and messages in the file are for the demo; they were left out.')
  },
}

export const tenantExport: Command = {
  words: ['tenant', 'export'],
  takes: ['ID', '[FILE]'],
  summary: 'write a tenant as its YAML file',
  details: `Writes to FILE, else to the standard output. Importing what was exported changes nothing.
With FILE its pictures are written into a folder beside it, as they once came, so that another database can import them.
Guests, visits and messages are not part of it: that is what a backup is for.`,
  async run(desk, [id, file]) {
    const path = file && desk.pathOf(file)
    const found = await asOwner(desk, (db) =>
      db.read(knownShape(required(id)), async (tx) => {
        const tenant = await exportTenant(tx)
        const pictures = path
          ? await listOriginals(
              tx,
              (await listPictures(tx)).map((one) => one.id),
            )
          : []
        return tenant && { tenant, pictures }
      }),
    )
    if (!found) throw new Refusal(`There is no tenant ${required(id)}.`)
    if (!path) return desk.say(formatTenantFile(found.tenant).trimEnd())
    const yaml = formatTenantFile(await writePictures(desk, path, found))
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
    const lines = tenants.map(({ id, firstpath, vanityHost, profile }) => [
      id,
      firstpath ?? '-',
      vanityHost ?? '-',
      profile.title,
    ])
    const widths = [0, 1, 2].map((column) => Math.max(0, ...lines.map((line) => (line[column] ?? '').length)))
    for (const line of lines)
      desk.say(
        line
          .map((text, column) => text.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd(),
      )
  },
}

type Found = { tenant: TenantFile; pictures: Awaited<ReturnType<typeof listOriginals>> }

/** Writes the pictures as they once came, and those of the tenant's art, into a folder beside the file. @returns the tenant that names them there. */
async function writePictures(desk: Desk, path: string, { tenant, pictures }: Found): Promise<TenantFile> {
  const folder = `${
    basename(path, extname(path))
      .replace(/[^A-Za-z0-9_-]/g, '_')
      .replace(/^-+/, '') || 'tenant'
  }-pictures`
  const written = new Map<string, string>()
  const write = (address: string, name: string, bytes: Uint8Array) => {
    mkdirSync(join(dirname(path), folder), { recursive: true })
    writeFileSync(join(dirname(path), folder, name), bytes, { flush: true })
    written.set(address, `${folder}/${name}`)
  }
  for (const one of pictures) write(picturePath(one), exportedName(one), one.original)
  const find = artFinder(desk.config)
  for (const address of artAddresses(tenant)) {
    const file = await find(tenant.tenant.id, address)
    if (file)
      write(
        address,
        address.slice(`/art/${tenant.tenant.id}/`.length).replaceAll('/', '-'),
        readFileSync(file),
      )
    else if (address.startsWith('/art/')) desk.note(`${address} is not there: the file names it as it was.`)
  }
  const named = withArt(tenant, (address) => written.get(withoutSize(address)) ?? address)
  return tenant.pages ? { ...named, pages: withPaths(tenant.pages, written) } : named
}

/** Where pictures of the tenant itself are said to be. */
function artAddresses(tenant: TenantFile): Set<string> {
  const addresses = new Set<string>()
  withArt(tenant, (address) => {
    addresses.add(address)
    return address
  })
  return addresses
}

const takenAddress = (
  name: string,
  { tenant }: TenantFile,
  { field, holder }: Extract<Imported, { ok: false }>,
): string =>
  `${name} tenant.${field}: ${tenant[field]} is the address of the tenant ${holder} already; nothing was written`

function knownShape(id: string): TenantId {
  try {
    return tenantId(id)
  } catch {
    throw new Refusal(`There is no tenant ${id}.`)
  }
}
