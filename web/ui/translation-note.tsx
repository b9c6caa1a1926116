import { useLocation, useMatches } from 'react-router'
import type { Untranslated, Words } from '#contract/page.ts'
import type { RootData } from '../root-data.ts'
import { useLive } from '../live.ts'

/**
 * Says that the tenant's words were translated, or could be, or are not yet, and leads to the other version of the page: a plain
 * address. Words that are on their way come by themselves where scripts run.
 */
export function TranslationNote({ note, words }: Pick<RootData, 'note' | 'words'>) {
  const { pathname, search } = useLocation()
  // Those of the menu stand above pages without any of the tenant's, too.
  const parts = useMatches().flatMap(({ loaderData }) => wordsIn(loaderData))
  const some = parts.some(({ found }) => Object.keys(found).length > 0)
  const lacking = parts.some((part) => part.lacking)
  const awaited = [words, ...parts].some((part) => part.lacking === 'awaited') && <Awaited />
  if (!note || !(note.original || some || lacking)) return awaited
  const query = new URLSearchParams(search)
  query.delete('original')
  if (!note.original) query.set('original', '1')
  return (
    <p className="wide flex min-h-13 flex-wrap items-center gap-x-3 py-1 text-sm text-muted">
      <span>{!lacking ? note.whole : some ? note.partly : note.none}</span>
      {(note.original || some) && (
        <a
          href={`${pathname}?${query}`}
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          {note.link}
        </a>
      )}
      {awaited}
    </p>
  )
}

/** Listens until the words are there. */
function Awaited() {
  useLive('words')
  return null
}

/** What a loader has sent of the tenant's words: beside its data, or as a whole page. */
function wordsIn(data: unknown): Words[] {
  const { words, page } = (data ?? {}) as {
    words?: Words
    page?: { translated?: boolean; lacking?: Untranslated | null } | null
  }
  return [
    ...(words ? [words] : []),
    ...(page ? [{ found: page.translated ? { page: '' } : {}, lacking: page.lacking ?? null }] : []),
  ]
}
