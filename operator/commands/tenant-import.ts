import { readFileSync } from 'node:fs'
import type { TenantFile } from '#contract/tenant-file/schema.ts'
import { listPictures } from '#server/content/picture-queries.ts'
import { tenantId } from '#server/database/db.ts'
import { importTenant, type Imported } from '../tenant-file/import.ts'
import { dryRunImport } from '../tenant-file/dry-run.ts'
import { addressesOf } from './address.ts'
import { CommandError, required, type Command, type CommandContext } from './command.ts'
import { withOwner, withOwnerAndJobs } from './owner.ts'
import { prepareFile, readTenantFile } from './tenant-source.ts'

export const tenantImport: Command = {
  name: ['tenant', 'import'],
  positionals: ['FILE'],
  options: { '--dry-run': '' },
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
Guests, visits and messages in the file are only for the demo, and ignored.
The addresses of the site are printed at the end. --dry-run shows the changes and writes nothing.`,
  async run(context, [given], { '--dry-run': dry }) {
    const name = required(given)
    const [path, yaml] = [context.pathOf(name), readFileSync(context.pathOf(name), 'utf8')]
    const source = { file: readTenantFile(context, yaml, name), yaml, name, path }
    await (dry === undefined ? importFile(context, source) : dryRun(context, source))
    const { file } = source
    if (file.guests || file.visits || file.messages)
      context.printStatus('Guests, visits and messages of the file are only for the demo: ignored.')
  },
}

type Source = { file: TenantFile; yaml: string; name: string; path: string }

async function importFile(context: CommandContext, source: Source): Promise<void> {
  const id = tenantId(source.file.tenant.id)
  const imported = await withOwnerAndJobs(context, async (db, jobs) => {
    const { file, pages, art } = await prepareFile(context, source, await db.read(id, listPictures))
    return db.write(id, (tx) => importTenant(tx, file, pages, art, jobs))
  })
  if (!imported.ok) throw hostTaken(source, imported)
  context.printLine(`${id}: ${imported.outcome}`)
  printAddresses(context, source)
}

async function dryRun(context: CommandContext, source: Source): Promise<void> {
  const id = tenantId(source.file.tenant.id)
  const { imported, changes } = await withOwner(context, async (db) =>
    dryRunImport(db, id, await prepareFile(context, source, await db.read(id, listPictures))),
  )
  if (!imported.ok) throw hostTaken(source, imported)
  if (imported.outcome === 'unchanged') return context.printLine(`${id}: unchanged`)
  for (const change of changes) context.printLine(change)
  context.printLine(`${id}: would be ${imported.outcome}; nothing was written`)
  if (imported.outcome === 'created') printAddresses(context, source)
}

function printAddresses({ config, printLine }: CommandContext, { file: { tenant } }: Source): void {
  for (const address of addressesOf(tenant, config)) printLine(`  ${address}`)
}

const hostTaken = (
  { name, file: { tenant } }: Source,
  { field, holder }: Extract<Imported, { ok: false }>,
): CommandError =>
  new CommandError(
    `${name} tenant.${field}: ${tenant[field]} is in use by the tenant ${holder}: choose another. Nothing ` +
      `was written`,
  )
