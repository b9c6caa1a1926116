import { isRouteErrorResponse, useLocation } from 'react-router'
import { useText } from '../text.tsx'
import { ButtonLink } from './button.tsx'
import { Page } from './page.tsx'

/** A page that could not be shown: what happened, that nothing is lost, and the way on. */
export function Failure({ error }: { error: unknown }) {
  const t = useText()
  const { pathname, search } = useLocation()
  if (isRouteErrorResponse(error) && error.status === 404) {
    return <Page title={t('error.notFoundTitle')} lead={t('error.notFound')} width="form"><ButtonLink to="/">{t('error.goHome')}</ButtonLink></Page>
  }
  return (
    <Page title={t('error.title')} lead={t('error.body')} width="form">
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={pathname + search} reloadDocument>{t('error.retry')}</ButtonLink>
        <ButtonLink to="/" tone="secondary">{t('error.goHome')}</ButtonLink>
      </div>
    </Page>
  )
}
