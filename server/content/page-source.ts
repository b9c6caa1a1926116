import { intlLocale } from '#domain/language.ts'
import type { RequestContext, Draft } from '../context/context.ts'
import type { Tx } from '../database/db.ts'
import { findPage, listPages, listSubPages, type PageRow, type PageSummary } from './queries.ts'

/** A source of pages: the database or a draft. */
type PageSource = {
  /** The top-level pages except the index. */
  list(): Promise<PageSummary[]>
  listBelow(parentId: string): Promise<PageRow[]>
  /** @param parentId '' for a top-level page. */
  find(parentId: string, id: string): Promise<PageRow | null>
}

/**
 * Runs `work` with a consistent view of the pages: those of the draft, if any, else those of the database.
 */
export function readPages<T>(
  { deps, tenant }: Pick<RequestContext, 'deps' | 'tenant'>,
  work: (pages: PageSource) => Promise<T>,
): Promise<T> {
  const { language } = tenant.profile.default
  const rows = deps.draft?.rows()
  return rows
    ? work(sortedSource(draftSource(rows), language))
    : deps.db.read(tenant.id, (tx) => work(sortedSource(storedSource(tx), language)))
}

type Listed = Pick<PageRow, 'id' | 'title' | 'order'>

/** Sorts titles by the tenant's language. The database has one collation for all tenants and cannot. */
function sortedSource({ list, listBelow, find }: PageSource, language: string): PageSource {
  const { compare } = new Intl.Collator(intlLocale(language))
  const byTitle = (one: Listed, other: Listed) => compare(one.title, other.title) || compare(one.id, other.id)
  return {
    list: async () => (await list()).toSorted((one, other) => one.order - other.order || byTitle(one, other)),
    listBelow: async (parentId) => (await listBelow(parentId)).toSorted(byTitle),
    find,
  }
}

const storedSource = (tx: Tx): PageSource => ({
  list: () => listPages(tx),
  listBelow: (parentId) => listSubPages(tx, parentId),
  find: (parentId, id) => findPage(tx, parentId, id),
})

function draftSource(rows: NonNullable<ReturnType<Draft['rows']>>): PageSource {
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
