import { statSync } from 'node:fs'
import { describeProblem } from '#contract/tenant-file.ts'
import { filesOf, writeFolder } from '#server/authoring/write-folder.ts'
import { listFiles } from '#server/authoring/folder-files.ts'
import { describeProblems, readPageFolder } from '#server/authoring/page-folder.ts'
import { openDb, tenantId, type Db, type TenantId } from '#server/data/db.ts'
import { changePages, type ChangedPages } from '#server/data/page-change.ts'
import { exportPages } from '#server/data/page-import.ts'
import { listOriginals, listPictures } from '#server/data/picture.ts'
import { isKnown } from '#server/data/tenant-import.ts'
import { artFinder } from '#server/static.ts'
import { Refusal, required, type Command, type Desk } from './command.ts'

const layout = `A page is a file: index.md is the front page, om-os.md the page /om-os, blog/bryn.md the page /blog/bryn below blog.md.
It begins with its settings, a title at least; below them stands its text in Markdown:

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

Without blocks the text is the whole page; body says where it stands among them. Pictures are files beside the page, in
folders below it or next to it (../pictures/doer.jpg). Names that begin with _ or . are left out. docs/authoring.md tells
of every block.`

export const pageImport: Command = {
  words: ['page', 'import'],
  takes: ['DIR'],
  options: { '--tenant': 'ID', '--prune': '', '--dry-run': '' },
  summary: 'make or change pages as a folder of Markdown says',
  details: `${layout}

Every fault is told as FILE:line:column field: what is wrong, and nothing is written then. The import is one transaction and
can be repeated: the same folder again changes nothing. Pages that are not in the folder stay, unless --prune removes them.
--dry-run tells what would happen and writes nothing.`,
  async run(desk, [given], { '--tenant': id = '', '--prune': prune, '--dry-run': dry }) {
    const folder = folderOf(desk, required(given))
    const tenant = knownShape(id)
    const changed = await asOwner(desk, async (db) => {
      const known = await db.read(tenant, async (tx) => ((await isKnown(tx)) ? listPictures(tx) : null))
      if (!known) throw new Refusal(`There is no tenant ${id}.`)
      const art = artFinder(desk.config)
      const read = await readPageFolder(folder, { tenant: id, art: (address) => art(id, address), known })
      if (!read.ok) throw new Refusal(`${describeProblems(read.problems)}\nNothing was written.`)
      if (read.advice.length > 0) desk.note(adviceOf(read.advice.map(describeProblem)))
      if (read.prepared.pages.length === 0)
        throw new Refusal(`There are no pages in ${required(given)}: a page is a file such as index.md.`)
      return db
        .write(tenant, async (tx) => {
          const result = await changePages(tx, read.prepared, { prune: prune !== undefined })
          if (dry !== undefined) throw new Tried(result)
          return result
        })
        .catch((error: unknown) => {
          if (error instanceof Tried) return error.result
          throw error
        })
    })
    if (!changed.ok)
      throw new Refusal(
        changed.reason === 'no-tenant'
          ? `There is no tenant ${id}.`
          : 'Another import has just removed pictures that these pages show: import them again.',
      )
    tell(desk, id, changed, dry !== undefined)
  },
}

/** Undoes a trial: what would have been done is all that is wanted of it. */
class Tried extends Error {
  readonly result: ChangedPages
  constructor(result: ChangedPages) {
    super('undone')
    this.result = result
  }
}

function tell(
  desk: Desk,
  id: string,
  { changes, pictures }: Extract<ChangedPages, { ok: true }>,
  dry: boolean,
): void {
  const counted = changes.filter(({ change }) => change !== 'unchanged' && change !== 'missing')
  for (const { path, change } of counted) desk.say(`${path}: ${dry ? 'would be ' : ''}${change}`)
  if (pictures > 0) desk.say(`pictures: ${pictures} ${dry ? 'would be ' : ''}new`)
  const left = changes.filter(({ change }) => change === 'missing')
  if (left.length > 0)
    desk.note(
      `Not in the folder and left as they are; --prune removes them: ${left.map(({ path }) => path).join(', ')}.`,
    )
  desk.say(
    counted.length === 0 && pictures === 0
      ? `${id}: unchanged`
      : `${id}: ${dry ? 'nothing was written' : 'changed'}`,
  )
}

export const pageExport: Command = {
  words: ['page', 'export'],
  takes: ['DIR'],
  options: { '--tenant': 'ID' },
  summary: 'write the pages of a tenant as a folder of Markdown',
  details: `${layout}

Makes DIR where it is not there, and writes the pictures as they were once imported into its folder pictures. Files of the same
name are replaced, others stay; pages among them that the tenant does not have are named. Importing the folder changes nothing.`,
  async run(desk, [given], { '--tenant': id = '' }) {
    const tenant = knownShape(id)
    const found = await asOwner(desk, (db) =>
      db.read(tenant, async (tx) =>
        (await isKnown(tx))
          ? {
              pages: await exportPages(tx),
              pictures: await listOriginals(
                tx,
                (await listPictures(tx)).map((one) => one.id),
              ),
            }
          : null,
      ),
    )
    if (!found) throw new Refusal(`There is no tenant ${id}.`)
    if (found.pages.length === 0) throw new Refusal(`The tenant ${id} has no pages.`)
    const files = filesOf(found.pages, found.pictures)
    const folder = desk.pathOf(required(given))
    const out = await writeFolder(folder, files)
    if (out) throw new Refusal(`${required(given)}/${out} is no folder of its own: nothing was written.`)
    const own = new Set(files.map(({ path }) => path))
    const others = (await listFiles(folder)).files.filter(({ path }) => /\.md$/i.test(path) && !own.has(path))
    if (others.length > 0)
      desk.note(`No pages of ${id}, and left as they are: ${others.map(({ path }) => path).join(', ')}.`)
    desk.say(
      `${required(given)}: ${files.length - found.pictures.length} pages, ${found.pictures.length} pictures`,
    )
  },
}

/** What may be so and is hardly meant, a line each. */
export const adviceOf = (lines: string[]): string => ['No fault, and worth a look:', ...lines].join('\n')

/** The folder that was named. */
export function folderOf(desk: Desk, given: string): string {
  const folder = desk.pathOf(given)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new Refusal(`There is no folder ${given}.`)
  return folder
}

/** A tenant's id, before anybody knows whether there is one. */
export function knownShape(id: string): TenantId {
  try {
    return tenantId(id)
  } catch {
    throw new Refusal(`There is no tenant ${id}.`)
  }
}

const asOwner = <T>(desk: Desk, work: (db: Db) => Promise<T>): Promise<T> =>
  desk.withDatabase(async ({ ownerUrl }) => {
    const db = openDb(ownerUrl, 1, { patient: true })
    return work(db).finally(() => db.close())
  })
