import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { formatTenantFile } from '#contract/tenant-file/format.ts'
import type { TenantFile } from '#contract/tenant-file/schema.ts'
import { exportedName, withArt, withoutSize, withPaths } from '#server/content/prepare.ts'
import { picturePath } from '#domain/picture-url.ts'
import { listOriginals, listPictures } from '#server/content/picture-queries.ts'
import { exportTenant } from '#operator/tenant-file/export.ts'
import { recordExportedStock } from '#operator/tenant-file/shop-import.ts'
import { listTenants } from '#server/tenant/queries.ts'
import { artFinder } from '#server/http/static-files.ts'
import { required, UnknownTenant, type Command, type CommandContext } from '#operator/command-line/command.ts'
import { parseTenantId, withOwner } from '#operator/command-line/owner.ts'
import { replaceFile } from '#operator/command-line/write-file.ts'

export const tenantExport: Command = {
  name: ['tenant', 'export'],
  positionals: ['ID', '[FILE]'],
  summary: 'Export a tenant as its YAML file',
  details: `Writes to FILE or to stdout. Importing an exported file changes nothing.
With FILE, the original pictures are written into a folder beside it, so that another database can import
them. Guests, visits and messages are not included, nor the absences and hours of days that commands or the
desk have written: use a backup for them.`,
  async run(context, [id, file]) {
    const path = file && context.resolvePath(file)
    const found = await withOwner(context, (db) =>
      db.write(parseTenantId(required(id)), async (tx) => {
        await recordExportedStock(tx)
        const tenant = await exportTenant(tx)
        if (!tenant) throw new UnknownTenant(tx.tenantId)
        const pictures = path
          ? await listOriginals(
              tx,
              (await listPictures(tx)).map((one) => one.id),
            )
          : []
        return { tenant, pictures }
      }),
    )
    if (!path) return context.printLine(formatTenantFile(found.tenant).trimEnd())
    const yaml = formatTenantFile(await writePictures(context, path, found))
    replaceFile(path, yaml)
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
