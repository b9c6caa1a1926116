import { redirect, type RouterContextProvider } from 'react-router'
import { CallError } from '#contract/errors.ts'
import { lockLink, welcomeLink } from '#contract/links.ts'
import type { PageContext } from '#contract/page.ts'
import type { Shut } from '#domain/staff/rights.ts'
import { getPageContext } from '../request/page-context.ts'

type RouteArgs = { request: Request; url?: URL; context: Readonly<RouterContextProvider> }
export type StaffContext = PageContext & { staff: NonNullable<PageContext['staff']> }

/**
 * For pages of who works here.
 * @throws a redirect to where a person signs in, or unlocks the desk device, that leads back.
 */
export function requirePerson({ request, url = new URL(request.url), context }: RouteArgs): StaffContext {
  const ctx = getPageContext(context)
  if (ctx.staff) return { ...ctx, staff: ctx.staff }
  const back = { to: url.pathname + url.search }
  throw redirect(ctx.desk ? lockLink(back) : welcomeLink(back))
}

/** What a page shows where the right that it needs is shut in this session. */
export type ShutPage = { shut: Shut }

/**
 * To `catch` a call with: what the page shows instead where the right is shut.
 * @throws 404 where the person does not have it.
 */
export function shutPage(error: unknown): ShutPage {
  if (!(error instanceof CallError)) throw error
  if (error.code === 'auth/requires-recent-login') return { shut: 'confirm' }
  if (error.code === 'staff/passkey-required') return { shut: 'passkey' }
  if (error.code === 'auth/forbidden') throw new Response(null, { status: 404 })
  throw error
}
