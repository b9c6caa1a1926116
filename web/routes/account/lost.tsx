import { useText } from '#web/text.tsx'
import { ButtonLink } from '#web/ui/button.tsx'

/** In the place of a list that could not be loaded: that it is so, and a retry. */
export function Lost() {
  const t = useText()
  return (
    <div
      role="alert"
      className="grid justify-items-start gap-4 rounded-xl border border-control bg-surface p-6"
    >
      <p>{t('account.lost')}</p>
      <ButtonLink to="/my-account" reloadDocument tone="secondary">
        {t('account.retry')}
      </ButtonLink>
    </div>
  )
}
