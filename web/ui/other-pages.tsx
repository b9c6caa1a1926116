import { ButtonLink } from './button.tsx'
import { useText } from './text.tsx'

/** The way to the other pages of a list that begins with the latest entry; texts `paging`. */
export function OtherPages({ earlier, latest }: { earlier: string | null; latest: string | null }) {
  const t = useText()
  if (!earlier && !latest) return null
  return (
    <div className="mt-6 flex flex-wrap gap-3">
      {earlier && (
        <ButtonLink to={earlier} tone="secondary">
          {t('paging.earlier')}
        </ButtonLink>
      )}
      {latest && (
        <ButtonLink to={latest} tone="quiet" className="px-1!">
          {t('paging.latest')}
        </ButtonLink>
      )}
    </div>
  )
}
