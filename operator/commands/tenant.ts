import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { formatTenantFile } from '#contract/tenant-file/format.ts'
import type { TenantFile } from '#contract/tenant-file/schema.ts'
import { exportedName, withArt, withoutSize, withPaths } from '#server/content/prepare.ts'
import { picturePath } from '#server/markdown/picture-url.ts'
import { tenantId } from '#server/database/db.ts'
import { listOriginals, listPictures } from '#server/content/picture-queries.ts'
import { exportTenant } from '../tenant-file/export.ts'
import { recordExportedStock } from '../tenant-file/shop-import.ts'
import { importTenant, type Imported } from '../tenant-file/import.ts'
import { listTenants } from '#server/tenant/queries.ts'
import { artFinder } from '#server/http/static-files.ts'
import { CommandError, required, type Command, type CommandContext } from './command.ts'
import { tenantIdOf, withOwner, withOwnerAndJobs } from './owner.ts'
import { processArt, preparePictures, readTenantFile } from './tenant-source.ts'

export const tenantImport: Command = {
  name: ['tenant', 'import'],
  positionals: ['FILE'],
  summary: 'Import a tenant from its YAML file',
  details: `\
Errors of the file are reported as FILE:line:column field: message, and nothing is written then.
The import is one transaction and idempotent. Services, service types and members that the file no longer
contains are deleted, or deactivated if visits refer to them; goods, shipping types and promotions are only
deactivated. Stock is set where the file's number differs from the one last imported or exported, so that
orders in between count. Uses of promotions stay.
Icon, logo, avatars, products and pages may name pictures beside the file (pictures/door.jpg): the import converts them
to AVIF and WebP and stores them in the database. The default icon is the first letter of the name.
Without pages in the file, the tenant's pages stay; an empty list deletes them.
Times that changed hours open are offered to the waitlist.
Guests, visits and messages in the file are only for the demo, and ignored.`,
  async run(context, [given]) {
    const name = required(given)
    const [path, yaml] = [context.pathOf(name), readFileSync(context.pathOf(name), 'utf8')]
    const file = readTenantFile(context, yaml, name)
    const id = tenantId(file.tenant.id)
    const imported = await withOwnerAndJobs(context, async (db, jobs) => {
      const known = await db.read(id, listPictures)
      const art = await processArt(context, { yaml, name, path }, file, known)
      const pages = await preparePictures(context, { yaml, name, path }, file, known)
      return db.write(id, (tx) => importTenant(tx, art.file, pages, art, jobs))
    })
    if (!imported.ok) throw new CommandError(hostTakenMessage(name, file, imported))
    context.printLine(`${file.tenant.id}: ${imported.outcome}`)
    if (file.guests || file.visits || file.messages)
      context.printStatus('Guests, visits and messages of the file are only for the demo: ignored.')
  },
}

export const tenantExport: Command = {
  name: ['tenant', 'export'],
  positionals: ['ID', '[FILE]'],
  summary: 'Export a tenant as its YAML file',
  details: `Writes to FILE or to stdout. Importing an exported file changes nothing.
With FILE, the original pictures are written into a folder beside it, so that another database can import
them. Guests, visits and messages are not included: use a backup for them.`,
  async run(context, [id, file]) {
    const path = file && context.pathOf(file)
    const found = await withOwner(context, (db) =>
      db.write(tenantIdOf(required(id)), async (tx) => {
        await recordExportedStock(tx)
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
    if (!found) throw new CommandError(`Tenant ${required(id)} not found: see bin/stamgast tenant list.`)
    if (!path) return context.printLine(formatTenantFile(found.tenant).trimEnd())
    const yaml = formatTenantFile(await writePictures(context, path, found))
    writeFileSync(`${path}.tmp`, yaml, { flush: true })
    renameSync(`${path}.tmp`, path)
  },
}

export const tenantList: Command = {
  name: ['tenant', 'list'],
  positionals: [],
  summary: 'List the tenants with their hosts',
  details: 'One line each: id, firstpath, vanity host, title; - for an absent value.',
  async run(context) {
    const tenants = await withOwner(context, listTenants)
    const lines = tenants.map(({ id, firstpath, vanityHost, profile }) => [
      id,
      firstpath ?? '-',
      vanityHost ?? '-',
      profile.title,
    ])
    const widths = [0, 1, 2].map((column) => Math.max(0, ...lines.map((line) => (line[column] ?? '').length)))
    for (const line of lines)
      context.printLine(
        line
          .map((text, column) => text.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd(),
      )
  },
}

type Found = { tenant: TenantFile; pictures: Awaited<ReturnType<typeof listOriginals>> }

/**
 * Writes the original pictures and the tenant's art into a folder beside the file. @returns the tenant with
 * their names.
 */
async function writePictures(
  context: CommandContext,
  path: string,
  { tenant, pictures }: Found,
): Promise<TenantFile> {
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
  const find = artFinder(context.config)
  for (const address of artPaths(tenant)) {
    const file = await find(tenant.tenant.id, address)
    if (file)
      write(
        address,
        address.slice(`/art/${tenant.tenant.id}/`.length).replaceAll('/', '-'),
        readFileSync(file),
      )
    else if (address.startsWith('/art/'))
      context.printStatus(`${address} not found: the exported file still names it.`)
  }
  const named = withArt(tenant, (address) => written.get(withoutSize(address)) ?? address)
  return tenant.pages ? { ...named, pages: withPaths(tenant.pages, written) } : named
}

/** The pictures that the tenant itself names. */
function artPaths(tenant: TenantFile): Set<string> {
  const addresses = new Set<string>()
  withArt(tenant, (address) => {
    addresses.add(address)
    return address
  })
  return addresses
}

const hostTakenMessage = (
  name: string,
  { tenant }: TenantFile,
  { field, holder }: Extract<Imported, { ok: false }>,
): string =>
  `${name} tenant.${field}: ${tenant[field]} is in use by the tenant ${holder}: choose another. Nothing ` +
  `was written`
