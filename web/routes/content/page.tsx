import { data, redirect } from 'react-router'
import { Content } from '#web/content/content.tsx'
import { scopeOf } from '#web/scope.ts'
import { Failure } from '#web/ui/failure.tsx'
import { oldAddress } from '../book/selection.ts'
import type { Route } from './+types/page'
import { loadPage } from './load-page.ts'

/** `/{pageId}` and `/{parentId}/{pageId}`: a page that the tenant wrote. */
export async function loader({ context, url, params }: Route.LoaderArgs) {
  const scope = scopeOf(context)
  const { pageId, parentId } = params as { pageId: string; parentId?: string }
  // A link inside the site that still has the old form, `/appointments;step=services`, is one segment to the browser.
  const to = parentId === undefined ? oldAddress(pageId, url.searchParams) : null
  if (to) throw redirect(to)
  if (pageId === 'index' && parentId === undefined) throw redirect(`/${url.search}`, 301)
  const { page, status } = await loadPage(scope, pageId, parentId)
  return data({ page, title: scope.brand.title, origin: scope.origin, language: scope.language }, { status })
}

export const meta = ({ loaderData }: Route.MetaArgs) =>
  loaderData?.page
    ? [
        { title: `${loaderData.page.title} · ${loaderData.title}` },
        { name: 'description', content: loaderData.page.about },
        {
          tagName: 'link',
          rel: 'canonical',
          href: `${loaderData.origin}${loaderData.page.path}?lang=${loaderData.language}`,
        },
      ]
    : [{ name: 'robots', content: 'noindex' }]

export default function Page({ loaderData: { page } }: Route.ComponentProps) {
  return page ? (
    <Content html={page.html} />
  ) : (
    <Failure error={{ status: 404, statusText: '', internal: false, data: null }} />
  )
}
