import { redirect, redirectDocument, type RouterContextProvider } from 'react-router'
import { safeReturnPath } from '#domain/safe-path.ts'
import type { PageContext } from '#contract/page.ts'
import { homeLink, loginLink, onboardingLink } from '#contract/links.ts'
import { getPageContext } from './page-context.ts'

/** `url` is the request URL without the router's own additions; each loader and action has one. */
type RouteArgs = { request: Request; url?: URL; context: Readonly<RouterContextProvider> }
export type GuestContext = PageContext & { guest: NonNullable<PageContext['guest']> }

/**
 * For pages of signed-out guests.
 * @throws a redirect to the return path when signed in, 404 when the tenant has no sign-in.
 */
export function requireSignedOut(args: RouteArgs): PageContext {
  const ctx = requireSignInOffered(args.context)
  if (ctx.guest) throw redirectBack({ url: args.url ?? new URL(args.request.url) })
  return ctx
}

/**
 * For pages of signed-in guests.
 * @throws a redirect to sign-in that leads back, 404 when the tenant has no sign-in.
 */
export function requireGuest({ request, url = new URL(request.url), context }: RouteArgs): GuestContext {
  const ctx = requireSignInOffered(context)
  const message = ctx.sessionEnded ? 'session-ended' : undefined
  if (!ctx.guest) throw redirect(loginLink({ to: publicPath(url), message }))
  return { ...ctx, guest: ctx.guest }
}

/**
 * For pages that need the guest's name and mobile number.
 * @throws as `requireGuest`, or a redirect to onboarding that leads back. A `message` parameter moves to the
 * onboarding URL, which shows it.
 */
export function requireDetails(args: RouteArgs): GuestContext {
  const ctx = requireGuest(args)
  if (ctx.guest.detailsPresent) return ctx
  const url = new URL(args.url ?? args.request.url)
  const message = url.searchParams.get('message')
  url.searchParams.delete('message')
  throw redirect(
    onboardingLink({
      to: publicPath(message === null ? (args.url ?? url) : url),
      message: message ?? undefined,
    }),
  )
}

/** The `to` parameter if it is a path of this site, else /home. */
export const returnPath = ({ url }: { url: URL }): string =>
  safeReturnPath(url.searchParams.get('to'), homeLink())

/**
 * Redirects to the return path. Only the server parses matrix parameters, so such a path reloads the
 * document.
 */
export function redirectBack(args: { url: URL }): Response {
  const to = returnPath(args)
  return to.includes(';') ? redirectDocument(to) : redirect(to)
}

/**
 * The submitted form data.
 * @throws 400 if the body cannot be parsed.
 */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch {
    throw emptyResponse(400)
  }
}

/** @throws 404 when the tenant has no sign-in. */
export function requireSignInOffered(context: RouteArgs['context']): PageContext {
  const ctx = getPageContext(context)
  if (!ctx.brand.signIn) throw emptyResponse(404)
  return ctx
}

/** @throws 404 when the tenant has no shop. */
export function requireShop(context: RouteArgs['context']): PageContext {
  const ctx = getPageContext(context)
  if (!ctx.brand.shop) throw emptyResponse(404)
  return ctx
}

/** A bare Response, since routes without a component throw it as well. */
const emptyResponse = (status: number) => new Response(null, { status })

/** The public path and query. The router turns matrix parameters into a segment of their own. */
function publicPath({ pathname, search }: URL): string {
  return pathname.replace(/^\/([a-z]+)\/;/, '/$1;') + search
}

/**
 * Ends the session and redirects to sign-in, for actions that require a recent sign-in. The guest returns to
 * `to` (a path of this site), where the form values in `typed` are restored.
 */
export async function reauthenticate(
  { call, saveFormValues }: PageContext,
  to: string,
  typed?: { form: string; values: unknown },
): Promise<Response> {
  await call('signOut', {})
  if (typed) saveFormValues(typed.form, typed.values)
  return redirect(loginLink({ to, message: 'sign-in-again' }))
}
