import type { ReactNode } from 'react'
import { isRouteErrorResponse, useLocation } from 'react-router'
import { landingLink, lockLink, loginLink, startLink } from '#contract/links.ts'
import { isChangeAnswered } from '#web/request/answered-change.ts'
import { useReturned, useRootData } from '../site/use-root-data.ts'
import { useText } from './text.tsx'
import { ButtonLink } from './button.tsx'
import { Page } from './page.tsx'
import { WaysOn } from './ways-on.tsx'

/**
 * The error page: what happened, whether the last form has been received, and what to do next. Shows "not
 * found" for a 404.
 */
export function Failure({ error }: { error: unknown }) {
  const t = useText()
  const { pathname, search } = useLocation()
  const returned = useReturned()
  const { work } = useRootData()
  const home = work ? startLink() : landingLink()
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <Screen title={t('error.notFoundTitle')} lead={t('error.notFound')}>
        <ButtonLink to={home}>{t('error.goHome')}</ButtonLink>
      </Screen>
    )
  }
  // The shell says why, and what was typed.
  if (returned)
    return (
      <Screen title={returned.title} lead="">
        <div className="flex flex-wrap gap-3">
          {returned.signIn && (
            <ButtonLink to={(work ? lockLink : loginLink)({ to: pathname + search })} reloadDocument>
              {returned.signIn}
            </ButtonLink>
          )}
          <ButtonLink to={home} tone="secondary" reloadDocument>
            {t('error.goHome')}
          </ButtonLink>
        </div>
      </Screen>
    )
  return (
    <Screen title={t('error.title')} lead={t(isChangeAnswered() ? 'error.received' : 'error.body')}>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={pathname + search} reloadDocument>
          {t('error.retry')}
        </ButtonLink>
        <ButtonLink to={home} tone="secondary">
          {t('error.goHome')}
        </ButtonLink>
      </div>
    </Screen>
  )
}

/** Sets the document title itself, since no loader did. */
function Screen({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  const { brand, work } = useRootData()
  return (
    <Page title={title} lead={lead} width="form">
      <title>{`${title} · ${brand.title}`}</title>
      {children}
      {!work && <WaysOn />}
    </Page>
  )
}
