import { ButtonLink } from '../button.tsx'
import { useText } from '../text.tsx'

/** Replaces a list that failed to load: a notice with a button that loads the page again. */
export function LoadError({ retry }: { retry: string }) {
  const t = useText()
  return (
    <div
      role="alert"
      className="grid justify-items-start gap-4 rounded-xl border border-control bg-surface p-6"
    >
      <p>{t('error.listLost')}</p>
      <ButtonLink to={retry} reloadDocument tone="secondary">
        {t('error.retry')}
      </ButtonLink>
    </div>
  )
}
