import { intlLocale } from '#contract/text.ts'
import type { Scope } from '../context.ts'
import type { Tx } from '../data/db.ts'
import { findPage, listPages, listSubPages, type PageRow, type PageSummary } from '../data/page.ts'
import type { Draft } from './draft.ts'

/** Where pages are read from, in the order that lists show them. */
type PageSource = {
  /** The top-level pages but the index. */
  list(): Promise<PageSummary[]>
  listBelow(parentId: string): Promise<PageRow[]>
  /** @param parentId '' for a top-level page. */
  find(parentId: string, id: string): Promise<PageRow | null>
}

/** Reads pages of one moment: the stored ones, or those of a draft. */
export function readPages<T>(
  { deps, tenant }: Pick<Scope, 'deps' | 'tenant'>,
  work: (pages: PageSource) => Promise<T>,
): Promise<T> {
  const { language } = tenant.profile.default
  const rows = deps.draft?.rows()
  return rows
    ? work(inOrder(drafted(rows), language))
    : deps.db.read(tenant.id, (tx) => work(inOrder(stored(tx), language)))
}

type Listed = Pick<PageRow, 'id' | 'title' | 'order'>

/** Titles follow the alphabet of the tenant's language, of which the database knows nothing: it serves them all. */
function inOrder({ list, listBelow, find }: PageSource, language: string): PageSource {
  const { compare } = new Intl.Collator(intlLocale(language))
  const byTitle = (one: Listed, other: Listed) => compare(one.title, other.title) || compare(one.id, other.id)
  return {
    list: async () => (await list()).toSorted((one, other) => one.order - other.order || byTitle(one, other)),
    listBelow: async (parentId) => (await listBelow(parentId)).toSorted(byTitle),
    find,
  }
}

const stored = (tx: Tx): PageSource => ({
  list: () => listPages(tx),
  listBelow: (parentId) => listSubPages(tx, parentId),
  find: (parentId, id) => findPage(tx, parentId, id),
})

function drafted(rows: NonNullable<ReturnType<Draft['rows']>>): PageSource {
  const whole = (row: (typeof rows)[number]): PageRow => ({
    ...row,
    hasSubPages: row.parentId === '' && rows.some(({ parentId }) => parentId === row.id),
  })
  const below = (parent: string) => rows.filter(({ parentId }) => parentId === parent).map(whole)
  return {
    list: () => Promise.resolve(below('').filter(({ id }) => id !== 'index')),
    listBelow: (parentId) => Promise.resolve(parentId === '' ? [] : below(parentId)),
    find: (parentId, id) => Promise.resolve(below(parentId).find((row) => row.id === id) ?? null),
  }
}
