import type { TextKey } from '#contract/text.ts'

/** What a person of the salon has just done, as the page that follows says it. */
export const didTexts = {
  booked: 'staffDay.didBook',
  moved: 'staffDay.didMove',
  addons: 'staffDay.didAddons',
  cancelled: 'staffDay.didCancel',
  asked: 'staffDay.didAsk',
  expected: 'staffDay.didExpect',
  arrived: 'staffDay.didArrive',
  started: 'staffDay.didStart',
  done: 'staffDay.didDone',
  noShow: 'staffDay.didNoShow',
  handedOver: 'staffDay.didHandOver',
  removedBlock: 'staffDay.didRemoveBlock',
  removedHours: 'staffDay.didRemoveHours',
} as const satisfies Record<string, TextKey>
type Did = keyof typeof didTexts

/** The messages of an address that are said where the change itself was. */
export const undidTexts = {
  undone: 'staffShell.undone',
  unchanged: 'staffShell.unchanged',
} as const satisfies Record<string, TextKey>

const names = ['did', 'undo', 'until', 'of', 'message']

function withQuery(path: string, query: Record<string, string>): string {
  const { pathname, searchParams } = new URL(path, 'http://here')
  for (const name of names) searchParams.delete(name)
  for (const [name, value] of Object.entries(query)) searchParams.set(name, value)
  const search = searchParams.toString()
  return search ? `${pathname}?${search}` : pathname
}

/** The changes that there are, as the form that takes them back has them; '' is none. */
export const joinChanges = (ids: readonly (string | null)[]): string =>
  ids.filter((id) => id !== null).join('.')

type Done = {
  did: Did
  /** The id of the visit, or ''. */ of: string
  changeIds: readonly (string | null)[]
  undoUntil: number
}

/**
 * The path of the page that follows a change: it says what was done, and takes it back until then (epoch ms).
 */
export function withDone(path: string, { did, of, changeIds, undoUntil }: Done): string {
  const undo = joinChanges(changeIds)
  // Nothing was changed: it was so before.
  if (undo === '') return withQuery(path, { message: 'unchanged' })
  return withQuery(path, { did, undo, until: String(undoUntil), of })
}

export const withMessage = (path: string, message: string): string => withQuery(path, { message })

/** What the query of a page says of a change. `until`: epoch ms; `of`: the id of the visit, or ''. */
export function readDone(search: URLSearchParams) {
  const did = search.get('did') ?? ''
  const until = Number(search.get('until'))
  return {
    did: Object.hasOwn(didTexts, did) ? (did as Did) : null,
    changes: search.get('undo') ?? '',
    until: Number.isFinite(until) ? until : 0,
    of: search.get('of') ?? '',
  }
}
