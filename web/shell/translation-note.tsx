import { useLocation, useMatches } from 'react-router'
import type { Untranslated, Translations } from '#contract/page.ts'
import type { RootData } from '../site/root-data.ts'
import { useLive } from '../notification/live.ts'

/**
 * Notes that the tenant's texts are translated, untranslated or pending, and links to the other version of
 * the page, a plain URL. With scripts, pending translations appear automatically.
 */
export function TranslationNote({ note, words }: Pick<RootData, 'note' | 'words'>) {
  const { pathname, search } = useLocation()
  // Excludes the menu's texts, which are on pages without other tenant texts too.
  const parts = useMatches().flatMap(({ loaderData }) => wordsIn(loaderData))
  const anyTranslated = parts.some(({ machine }) => machine)
  const anyOwn = parts.some(({ own }) => own)
  const anyUntranslated = parts.some((part) => part.untranslated)
  const pending = [words, ...parts].some((part) => part.untranslated === 'awaited') && <PendingTranslations />
  if (!note || !(note.original || anyTranslated || anyUntranslated)) return pending
  const query = new URLSearchParams(search)
  query.delete('original')
  const message = anyUntranslated
    ? anyTranslated
      ? note.partly
      : note.none
    : anyOwn && !note.original
      ? note.mixed
      : note.whole
  if (!note.original) query.set('original', '1')
  return (
    <p className="wide min-h-13 py-1.5 text-sm text-muted">
      <span>{message}</span>{' '}
      {(note.original || anyTranslated) && (
        <a href={`${pathname}?${query}`} className="py-3 underline underline-offset-4">
          {note.link}
        </a>
      )}
      {pending}
    </p>
  )
}

/** Subscribes to translations until they arrive. */
function PendingTranslations() {
  useLive('words')
  return null
}

/** The translations that a loader returned: beside its data, or for a whole page. */
function wordsIn(data: unknown): Translations[] {
  const { words, page } = (data ?? {}) as {
    words?: Translations
    page?: {
      translated?: boolean
      ownWords?: 'all' | 'some' | null
      untranslated?: Untranslated | null
    } | null
  }
  return [
    ...(words ? [words] : []),
    ...(page
      ? [
          {
            found: {},
            own: Boolean(page.ownWords),
            machine: Boolean(page.translated) && page.ownWords !== 'all',
            untranslated: page.untranslated ?? null,
          },
        ]
      : []),
  ]
}
