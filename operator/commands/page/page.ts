import { statSync } from 'node:fs'
import { describeProblem } from '#contract/tenant-file/tenant-file.ts'
import { buildFiles, writeFolder } from '#operator/page-folder/write-folder.ts'
import { listPagePaths } from '#operator/page-folder/content-warnings.ts'
import { listFiles } from '#operator/page-folder/folder-files.ts'
import { describeProblems, readPageFolder } from '#operator/page-folder/page-folder.ts'
import { changePages, pageDifferences, type ChangedPages } from '#operator/tenant-file/page-change.ts'
import { exportPages, tenantLanguages } from '#operator/tenant-file/page-import.ts'
import { listOriginals, listPictures } from '#server/content/picture-queries.ts'
import { tenantExists } from '#operator/tenant-file/import.ts'
import { artFinder } from '#server/http/static-files.ts'
import { findTenantById } from '#server/tenant/queries.ts'
import { tenantFrom } from '#server/tenant/tenant.ts'
import {
  CommandError,
  required,
  UnknownTenant,
  type Command,
  type CommandContext,
} from '#operator/command-line/command.ts'
import { parseTenantId, withOwner } from '#operator/command-line/owner.ts'

const layout = `\
A page is a file: index.md is the front page, om-os.md the page /om-os, blog/bryn.md its sub-page /blog/bryn
of blog.md, and index.en.md the front page in English, one of tenant.languages. It begins with its settings, at least a title, followed by its text in Markdown:

  ---
  title: Om os
  description: Mød holdet bag salonen.
  order: 10
  blocks:
    - { type: hero2, title: Seks fagfolk, image: pictures/holdet.jpg, alt: Holdet foran døren }
    - body
    - { type: footer1, navigation: true }
  ---
  Vi har **åbent hver dag**. ![Døren](pictures/doer.jpg)

Without blocks the text is the whole page; the entry body is its place among blocks. Pictures are files beside
the page, or in other folders (../pictures/doer.jpg). Names that begin with _ or . are ignored.
docs/authoring.md describes every block.`

export const pageImport: Command = {
  name: ['page', 'import'],
  positionals: ['DIR'],
  options: { '--tenant': 'ID', '--prune': '', '--dry-run': '' },
  summary: 'Import pages from a folder of Markdown files',
  details: `${layout}

Errors are reported as FILE:line:column field: message, and nothing is written then. The import is one
transaction and idempotent. Pages that are not in the folder stay, unless --prune deletes them. The addresses
of new and changed pages are printed at the end. --dry-run shows the changes and writes nothing.`,
  async run(context, [given], { '--tenant': id = '', '--prune': prune, '--dry-run': dry }) {
    const folder = requireFolder(context, required(given))
    const tenant = parseTenantId(id)
    const changed = await withOwner(context, async (db) => {
      const row = await findTenantById(db, id)
      const found = await db.read(tenant, async (tx) => ({
        languages: await tenantLanguages(tx),
        known: await listPictures(tx),
        stored: prune === undefined ? listPagePaths(await exportPages(tx)) : [],
      }))
      const { languages } = found
      if (!languages || !row) throw new UnknownTenant(id)
      const art = artFinder(context.config)
      const read = await readPageFolder(folder, {
        ...found,
        tenant: id,
        languages,
        art: (address) => art(id, address),
      })
      if (!read.ok) throw new CommandError(`${describeProblems(read.problems)}\nNothing was written.`)
      if (read.warnings.length > 0) context.printStatus(formatWarnings(read.warnings.map(describeProblem)))
      if (read.prepared.pages.length === 0)
        throw new CommandError(`No pages found in ${required(given)}: add a file such as index.md.`)
      const result = await db
        .write(tenant, async (tx) => {
          const before = dry === undefined ? [] : await exportPages(tx)
          const pages = await changePages(tx, read.prepared, { prune: prune !== undefined })
          if (dry !== undefined) throw new DryRun(pages, pageDifferences(before, await exportPages(tx)))
          return pages
        })
        .catch((error: unknown) => {
          if (!(error instanceof DryRun)) throw error
          for (const line of error.differences) context.printLine(line)
          return error.result
        })
      return { ...result, origin: tenantFrom(row, context.config).origin }
    })
    if (!changed.ok)
      throw new CommandError(
        changed.reason === 'no-tenant'
          ? `Tenant ${id} was removed meanwhile: see bin/stamgast tenant list.`
          : 'Another import has deleted pictures of these pages: import them again.',
      )
    printChanges(context, id, changed, dry !== undefined)
    if (dry !== undefined) return
    for (const { path, change } of changed.changes)
      if (change === 'created' || change === 'changed')
        context.printLine(`  ${changed.origin}/${path === 'index' ? '' : path}`)
  },
}

/** Rolls back the transaction of a dry run and returns its result. */
class DryRun extends Error {
  readonly result: ChangedPages
  readonly differences: string[]
  constructor(result: ChangedPages, lines: string[]) {
    super('dry run')
    this.result = result
    this.differences = lines
  }
}

function printChanges(
  context: CommandContext,
  id: string,
  { changes, pictures }: Extract<ChangedPages, { ok: true }>,
  dry: boolean,
): void {
  const counted = changes.filter(({ change }) => change !== 'unchanged' && change !== 'missing')
  for (const { path, change } of counted) context.printLine(`${path}: ${dry ? 'would be ' : ''}${change}`)
  if (pictures > 0) context.printLine(`pictures: ${pictures} ${dry ? 'would be ' : ''}new`)
  const left = changes.filter(({ change }) => change === 'missing')
  if (left.length > 0)
    context.printStatus(
      `Not in the folder, and unchanged (--prune deletes them): ${left.map(({ path }) => path).join(', ')}.`,
    )
  context.printLine(
    counted.length === 0 && pictures === 0
      ? `${id}: unchanged`
      : `${id}: ${dry ? 'nothing was written' : 'changed'}`,
  )
}

export const pageExport: Command = {
  name: ['page', 'export'],
  positionals: ['DIR'],
  options: { '--tenant': 'ID' },
  summary: 'Export the pages of a tenant to a folder of Markdown files',
  details: `${layout}

Creates DIR if necessary, and writes the original pictures into its folder pictures. Files of the same name
are replaced, others stay; pages among them that the tenant does not have are listed. Importing the folder
changes nothing.`,
  async run(context, [given], { '--tenant': id = '' }) {
    const tenant = parseTenantId(id)
    const found = await withOwner(context, (db) =>
      db.read(tenant, async (tx) => {
        if (!(await tenantExists(tx))) throw new UnknownTenant(id)
        const pictures = await listPictures(tx)
        return {
          pages: await exportPages(tx),
          pictures: await listOriginals(
            tx,
            pictures.map((one) => one.id),
          ),
        }
      }),
    )
    if (found.pages.length === 0)
      throw new CommandError(`Tenant ${id} has no pages: import some with bin/stamgast page import.`)
    const files = buildFiles(found.pages, found.pictures)
    const folder = context.resolvePath(required(given))
    const out = await writeFolder(folder, files)
    if (out)
      throw new CommandError(
        `${required(given)}/${out} is a link that leaves the folder: remove it. Nothing was written.`,
      )
    const own = new Set(files.map(({ path }) => path))
    const others = (await listFiles(folder)).files.filter(({ path }) => /\.md$/i.test(path) && !own.has(path))
    if (others.length > 0)
      context.printStatus(`Not pages of ${id}, and unchanged: ${others.map(({ path }) => path).join(', ')}.`)
    const pages = found.pages.reduce((count, one) => count + 1 + one.pages.length, 0)
    context.printLine(`${required(given)}: ${pages} pages, ${found.pictures.length} pictures`)
  },
}

/** Warnings, one per line. */
export const formatWarnings = (lines: string[]): string => ['Warnings:', ...lines].join('\n')

/** The folder named on the command line. @throws CommandError */
export function requireFolder(context: CommandContext, given: string): string {
  const folder = context.resolvePath(given)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new CommandError(`Folder ${given} not found.`)
  return folder
}
