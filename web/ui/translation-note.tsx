import { useLocation, useMatches } from 'react-router'
import type { RootData } from '../root-data.ts'

/** Says that the tenant's words were translated, or could be, and leads to the other version of the page: a plain address. */
export function TranslationNote({ note }: { note: RootData['note'] }) {
  const { pathname, search } = useLocation()
  const translated = useMatches().some(({ loaderData }) => isTranslated(loaderData))
  if (!note || !(note.original || translated)) return null
  const query = new URLSearchParams(search)
  query.delete('original')
  if (!note.original) query.set('original', '1')
  return (
    <p className="wide flex flex-wrap items-center gap-x-3 pt-2 text-sm text-muted">
      {note.told} <a href={`${pathname}?${query}`} className="inline-flex min-h-11 items-center underline underline-offset-4">{note.link}</a>
    </p>
  )
}

const isTranslated = (data: unknown): boolean => {
  const { words, page } = (data ?? {}) as { words?: object; page?: { translated?: boolean } | null }
  return page?.translated === true || Object.keys(words ?? {}).length > 0
}
