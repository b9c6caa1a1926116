import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { useText } from '#web/ui/text.tsx'
import { ButtonLink, Spinner } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'

const LOGIN_MS = 1_000

/** The account was created: navigates to `next` after one second, or at once by the button. */
export function AccountCreated({ title, next }: { title: string; next: string }) {
  const t = useText()
  const navigate = useNavigate()
  const goToNext = useEffectEvent(() => void navigate(next, { replace: true }))
  useEffect(() => {
    const timer = setTimeout(() => goToNext(), LOGIN_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Page title={t('signUp.createdTitle')} width="form">
      <title>{title}</title>
      <div className="grid justify-items-start gap-6">
        <p role="status" className="flex items-center gap-3 text-lg">
          <Spinner />
          <span>{t('signUp.created')}</span>
        </p>
        <ButtonLink to={next} replace>
          {t('signUp.goOn')}
        </ButtonLink>
      </div>
    </Page>
  )
}
