import { readFileSync } from 'node:fs'
import type { TenantFile } from '#contract/tenant-file/schema.ts'
import { listPictures } from '#server/content/picture-queries.ts'
import { tenantId } from '#server/database/db.ts'
import type { Imported } from '#operator/tenant-file/import.ts'
import { importWithReport, type ImportReport } from '#operator/tenant-file/import-report.ts'
import { dryRunImport } from '#operator/tenant-file/dry-run.ts'
import { listAddresses } from './address.ts'
import { CommandError, required, type Command, type CommandContext } from '#operator/command-line/command.ts'
import { findTenantById } from '#server/tenant/queries.ts'
import { letterContext } from '#operator/command-line/letter.ts'
import { inviteFirst, listFirst, printInvited } from '../staff/invite.ts'
import { outsideText } from '../visit/outside-text.ts'
import { withOwner, withOwnerAndJobs } from '#operator/command-line/owner.ts'
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
orders in between count. Uses of promotions stay. Of fewer rooms or devices, visits in the others stay and are listed;
a resource that coming visits use cannot be removed.
Icon, logo, avatars, products and pages may name pictures beside the file (pictures/door.jpg): the import converts them
to AVIF and WebP and stores them in the database. The default icon is the first letter of the name.
Without pages in the file, the tenant's pages stay; an empty list deletes them.
Absences and hours of days that commands or the desk have written stay as they are; those of the file are
replaced. Coming visits for which the changed schedule has no place are listed and stay booked. Times that
changed hours open are offered to the waitlist.
People of staff are invited by mail while the salon's own site has nobody, and their secret links are printed:
see bin/stamgast staff add.
Guests, visits and messages in the file are only for the demo, and ignored.
The addresses of the site are printed at the end. --dry-run shows the changes and writes nothing.`,
  async run(context, [given], { '--dry-run': dry }) {
    const name = required(given)
    const [path, yaml] = [context.resolvePath(name), readFileSync(context.resolvePath(name), 'utf8')]
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
  const { imported, invited, kept, ...visits } = await withOwnerAndJobs(context, async (db, jobs) => {
    const prepared = await prepareFile(context, source, await db.read(id, listPictures))
    const report = await db.write(id, (tx) => importWithReport(tx, prepared, { now: Date.now(), jobs }))
    const row = report.imported.ok ? await findTenantById(db, id) : null
    const letters = row && letterContext(context, row, jobs)
    const invited = letters ? await db.write(id, (tx) => inviteFirst(letters, tx, source.file)) : []
    return { ...report, invited }
  })
  if (!imported.ok) throw refused(source, imported)
  context.printLine(`${id}: ${imported.outcome}`)
  const count = kept.absences.length + kept.dayHours.length
  if (count > 0)
    context.printLine(
      `stays: ${count} coming absences and hours of days that commands or the desk have written`,
    )
  printOutside(context, source, visits)
  printAddresses(context, source)
  printInvited(context, source.file.tenant.timeZone, invited)
}

async function dryRun(context: CommandContext, source: Source): Promise<void> {
  const id = tenantId(source.file.tenant.id)
  const { imported, changes, invites, kept, ...visits } = await withOwner(context, async (db) => {
    const prepared = await prepareFile(context, source, await db.read(id, listPictures))
    return {
      ...(await dryRunImport(db, id, prepared, Date.now())),
      invites: await db.read(id, (tx) => listFirst(tx, source.file)),
    }
  })
  if (!imported.ok) throw refused(source, imported)
  for (const change of changes) context.printLine(change)
  for (const line of keptLines(kept)) context.printLine(line)
  for (const { email, role } of invites) context.printLine(`would be invited: ${email}, ${role}`)
  printOutside(context, source, visits, 'They would stay booked.')
  if (imported.outcome === 'unchanged') return context.printLine(`${id}: unchanged`)
  context.printLine(`${id}: would be ${imported.outcome}; nothing was written`)
  if (imported.outcome === 'created') printAddresses(context, source)
}

function printOutside(
  { printLine }: CommandContext,
  { file: { tenant } }: Source,
  { outside, outsideBefore }: Pick<ImportReport, 'outside' | 'outsideBefore'>,
  note = `They stay booked: see bin/stamgast visit outside ${tenant.id}.`,
): void {
  for (const visit of outside) printLine(`outside: ${outsideText(tenant.timeZone, visit)}`)
  if (outside.length > 0) printLine(note)
  if (outsideBefore > 0)
    printLine(
      `outside since before: ${outsideBefore} coming visits, see bin/stamgast visit outside ${tenant.id}`,
    )
}

/** One line for each absence, then one for each day. */
const keptLines = ({ absences, dayHours }: ImportReport['kept']): string[] =>
  [
    ...absences.map(({ memberId, from, until, ...rest }) => ({
      text: `${memberId} absent ${from}–${until}`,
      ...rest,
    })),
    ...dayHours.map(({ date, hours, members, ...rest }) => ({
      text: `${members?.join(', ') ?? 'the salon'} ${date} ${
        hours.map(({ from, to }) => `${from}–${to}`).join(', ') || 'closed'
      }`,
      ...rest,
    })),
  ].map(({ text, reason, origin }) => `stays: ${text}${reason ? ` (${reason})` : ''}, by ${origin}`)

function printAddresses({ config, printLine }: CommandContext, { file: { tenant } }: Source): void {
  for (const address of listAddresses(tenant, config)) printLine(`  ${address}`)
}

function refused(
  { name, file: { tenant } }: Source,
  imported: Extract<Imported, { ok: false }>,
): CommandError {
  if (imported.field === 'resources')
    return new CommandError(
      `${name} resources: ${imported.id} is missing, but ${imported.visits} coming visits use it: move them, or keep ` +
        `it with a smaller count. Nothing was written`,
    )
  const { field, holder } = imported
  return new CommandError(
    `${name} tenant.${field}: ${tenant[field] ?? tenant.id} is in use by the tenant ${holder}: choose another. Nothing ` +
      `was written`,
  )
}
