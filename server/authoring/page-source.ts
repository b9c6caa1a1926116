import type { Scope } from '../context.ts'
import { findPage, listPages, listSubPages, type PageRow, type PageSummary } from '../data/page.ts'
import type { Draft } from './draft.ts'

/** Where pages are read from, in the order that lists show them. */
export type PageSource = {
  /** The top-level pages but the index. */
  list(): Promise<PageSummary[]>
  listBelow(parentId: string): Promise<PageRow[]>
  /** @param parentId '' for a top-level page. */
  find(parentId: string, id: string): Promise<PageRow | null>
}

/** Reads pages of one moment: the stored ones, or those of a draft. */
export function readPages<T>({ deps, tenant }: Pick<Scope, 'deps' | 'tenant'>, work: (pages: PageSource) => Promise<T>): Promise<T> {
  const rows = deps.draft?.rows()
  if (rows) return work(drafted(rows))
  return deps.db.read(tenant.id, (tx) => work({ list: () => listPages(tx), listBelow: (parentId) => listSubPages(tx, parentId), find: (parentId, id) => findPage(tx, parentId, id) }))
}

const byTitle = (one: PageRow, other: PageRow) => one.title.localeCompare(other.title) || one.id.localeCompare(other.id)

function drafted(rows: NonNullable<ReturnType<Draft['rows']>>): PageSource {
  const whole = (row: (typeof rows)[number]): PageRow => ({ ...row, hasSubPages: row.parentId === '' && rows.some(({ parentId }) => parentId === row.id) })
  const below = (parent: string) => rows.filter(({ parentId }) => parentId === parent).map(whole)
  return {
    list: () => Promise.resolve(below('').filter(({ id }) => id !== 'index').toSorted((one, other) => one.order - other.order || byTitle(one, other))),
    listBelow: (parentId) => Promise.resolve(parentId === '' ? [] : below(parentId).toSorted(byTitle)),
    find: (parentId, id) => Promise.resolve(below(parentId).find((row) => row.id === id) ?? null),
  }
}
