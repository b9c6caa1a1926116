import { data, redirect } from 'react-router'
import { priceListLink } from '#contract/links.ts'
import { isPriceListAlias } from '#domain/price-list-alias.ts'
import { Content } from '#web/content/page/content.tsx'
import { getPageContext } from '#web/request/page-context.ts'
import { publicHead, publicMeta } from '#web/request/page-meta.ts'
import { Failure } from '#web/ui/failure.tsx'
import { legacyUrl } from '#web/visit/selection.ts'
import type { Route } from './+types/page'
import { loadPage } from '#web/content/page/load-page.ts'

/** `/{pageId}` and `/{parentId}/{pageId}`: a content page of the tenant. */
export async function loader({ context, url, params }: Route.LoaderArgs) {
  const ctx = getPageContext(context)
  const { pageId, parentId } = params
  // In a client navigation a legacy link, `/appointments;step=services`, is a single segment.
  const to = parentId === undefined ? legacyUrl(pageId, url.searchParams) : null
  if (to) throw redirect(to)
  if (pageId === 'index' && parentId === undefined) throw redirect(`/${url.search}`, 301)
  const { page, status } = await loadPage(ctx, pageId, parentId)
  // Not permanent: the tenant may publish a page of this name.
  if (status === 404 && parentId === undefined && isPriceListAlias(pageId))
    throw redirect(priceListLink() + url.search)
  return data({ page, head: page && publicHead(ctx, page) }, { status })
}

export const meta = (args: Route.MetaArgs) => publicMeta(args)

export default function Page({ loaderData: { page } }: Route.ComponentProps) {
  return page ? (
    <Content html={page.html} />
  ) : (
    <Failure error={{ status: 404, statusText: '', internal: false, data: null }} />
  )
}
