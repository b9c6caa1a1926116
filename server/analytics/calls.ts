import { randomUUID } from 'node:crypto'
import { parsePagePath, parseProductPath, findScreen, unknownScreen, type Screen } from './screen.ts'
import { isAnalyticsEnabled, recordEvent } from './analytics.ts'
import type { Handler, RequestContext } from '../context/context.ts'
import { cookieNames, setCookie } from '../context/cookies.ts'
import { recordProductView } from './product-view.ts'
import { findPage } from '../content/queries.ts'

const MAX_AGE_SECONDS = 180 * 86_400

/**
 * Stores the guest's analytics consent in cookies. A guest who agrees gets a random client id, which is
 * deleted when the consent is withdrawn.
 */
export const chooseAnalytics: Handler<'chooseAnalytics'> = async (ctx, { agreed }) => {
  if (!isAnalyticsEnabled(ctx)) return { agreed: null }
  const secure = ctx.deps.config.scheme === 'https'
  const { consent, client } = cookieNames(secure)
  const clientId = agreed ? (ctx.consent.clientId ?? randomUUID()) : null
  // Readable by scripts: pages are cached for all guests, so a script decides whether to show the consent
  // banner.
  ctx.cookies.push(setCookie(consent, agreed ? 'yes' : 'no', MAX_AGE_SECONDS, { secure, readable: true }))
  ctx.cookies.push(setCookie(client, clientId ?? '', clientId ? MAX_AGE_SECONDS : 0, { secure }))
  ctx.consent = { choice: agreed ? 'yes' : 'no', clientId }
  return { agreed }
}

/** Records a page view if the guest has consented. */
export const recordScreenView: Handler<'recordScreenView'> = async (ctx, { path }) => {
  if (!isAnalyticsEnabled(ctx) || ctx.consent.choice !== 'yes') return { recorded: false }
  const screen = findScreen(path) ?? (await contentScreen(ctx, path)) ?? unknownScreen
  const params = {
    page_location: `${ctx.tenant.origin}${screen.path}`,
    page_title: screen.title,
    language: ctx.language,
  }
  const recorded = await recordEvent(ctx, { name: 'page_view', params })
  const product = parseProductPath(path)
  if (recorded && product !== null) await recordProductView(ctx, product)
  return { recorded }
}

/** Content pages are public, so they are recorded by their own path and title. */
async function contentScreen({ deps, tenant }: RequestContext, path: string): Promise<Screen | null> {
  const named = parsePagePath(path)
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
