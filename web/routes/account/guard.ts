import { redirect, redirectDocument, type RouterContextProvider } from 'react-router'
import { safeReturnPath } from '#domain/safe-path.ts'
import type { PageScope } from '#contract/page.ts'
import { scopeOf } from '#web/scope.ts'

/** `url` is the address without what the router adds to it; every loader and action has one. */
type Asked = { request: Request; url?: URL; context: Readonly<RouterContextProvider> }
export type GuestScope = PageScope & { guest: NonNullable<PageScope['guest']> }

/** Pages for guests who are not signed in: the others go where they were going. A tenant without sign-in has no such page. */
export function alreadySignedIn(asked: Asked): PageScope {
  const scope = withSignIn(asked.context)
  if (scope.guest) throw goBack({ url: asked.url ?? new URL(asked.request.url) })
  return scope
}

/** Pages that need a signed-in guest: the others sign in and come back. */
export function requireGuest({ request, url = new URL(request.url), context }: Asked): GuestScope {
  const scope = withSignIn(context)
  if (!scope.guest) throw redirect(`/login?to=${encodeURIComponent(pathOf(url))}`)
  return { ...scope, guest: scope.guest }
}

/** Pages that need name and mobile as well: whoever lacks them gives them first and comes back. A message is told on the way. */
export function requireDetails(asked: Asked): GuestScope {
  const scope = requireGuest(asked)
  if (scope.guest.detailsPresent) return scope
  const url = new URL(asked.url ?? asked.request.url)
  const message = url.searchParams.get('message')
  url.searchParams.delete('message')
  throw redirect(
    `/onboarding?to=${encodeURIComponent(pathOf(message === null ? (asked.url ?? url) : url))}${message === null ? '' : `&message=${encodeURIComponent(message)}`}`,
  )
}

/** Where a guest goes once they are through: the `to` of the address if it is a path of this site, else home. */
export const returnPath = ({ url }: { url: URL }): string =>
  safeReturnPath(url.searchParams.get('to'), '/home')

/** Back to where the guest was going. Matrix parameters are for the server to read, so such an address is loaded whole. */
export function goBack(asked: { url: URL }): Response {
  const to = returnPath(asked)
  return to.includes(';') ? redirectDocument(to) : redirect(to)
}

/** The fields that a form has sent. */
export async function formOf(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch {
    throw refusal(400)
  }
}

function withSignIn(context: Asked['context']): PageScope {
  const scope = scopeOf(context)
  if (!scope.brand.signIn) throw refusal(404)
  return scope
}

/** A whole answer, which routes without a page of their own can give as well. */
const refusal = (status: number) => new Response(null, { status })

/** The address as the guest knows it: matrix parameters stand in a segment of their own only inside the router. */
function pathOf({ pathname, search }: URL): string {
  return pathname.replace(/^\/([a-z]+)\/;/, '/$1;') + search
}
