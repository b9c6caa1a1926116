import { randomUUID } from 'node:crypto'
import { pageOf, screenOf, unknownScreen, type Screen } from '#domain/screen.ts'
import { isCounted, recordEvent } from '../analytics.ts'
import type { Handler, Scope } from '../context.ts'
import { cookieNames, setCookie } from '../cookies.ts'
import { findPage } from '../data/page.ts'
import { ownTenant } from './tenant.ts'

const KEPT_SECONDS = 180 * 86_400

/**
 * Keeps the guest's choice in this browser. Whoever agrees gets a number drawn by lot, by which their browser is counted; it goes
 * with the consent. @throws CallError `not-found` for another tenant.
 */
export const chooseAnalytics: Handler<'chooseAnalytics'> = async (scope, { tenantId, agreed }) => {
  ownTenant(scope, tenantId)
  if (!isCounted(scope)) return { agreed: null }
  const secure = scope.deps.config.scheme === 'https'
  const { consent, client } = cookieNames(secure)
  const clientId = agreed ? (scope.consent.clientId ?? randomUUID()) : null
  // Pages are the same for everybody: a script looks at the choice to know whether to ask.
  scope.cookies.push(setCookie(consent, agreed ? 'yes' : 'no', KEPT_SECONDS, secure, { readable: true }))
  scope.cookies.push(setCookie(client, clientId ?? '', clientId ? KEPT_SECONDS : 0, secure))
  scope.consent = { choice: agreed ? 'yes' : 'no', clientId }
  return { agreed }
}

/** Counts that a page is looked at, with the guest's consent alone. @throws CallError `not-found` for another tenant. */
export const recordScreenView: Handler<'recordScreenView'> = async (scope, { tenantId, path }) => {
  ownTenant(scope, tenantId)
  if (!isCounted(scope) || scope.consent.choice !== 'yes') return { recorded: false }
  const screen = screenOf(path) ?? (await contentScreen(scope, path)) ?? unknownScreen
  const params = {
    page_location: `${scope.tenant.origin}${screen.path}`,
    page_title: screen.title,
    language: scope.language,
  }
  return { recorded: await recordEvent(scope, { name: 'page_view', params }) }
}

/** The tenant's own pages are everybody's to read, so they are counted by their names. */
async function contentScreen({ deps, tenant }: Scope, path: string): Promise<Screen | null> {
  const named = pageOf(path)
  const page = named && (await deps.db.read(tenant.id, (tx) => findPage(tx, named.parentId, named.id)))
  return named && page
    ? {
        path: [named.parentId, named.id]
          .filter(Boolean)
          .map((part) => `/${part}`)
          .join(''),
        title: page.title,
      }
    : null
}
