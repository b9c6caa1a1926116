import type { PageContext, PublicPage } from '#contract/page.ts'

/** What the document of a public page says of itself; no `title`: the page renders its own. */
type PublicHead = { title?: string; description: string; canonical: string }

/** The head of a page that search engines may list, from its metadata. */
export const publicHead = (
  { brand, language, origin }: PageContext,
  { path, title, description }: Pick<PublicPage, 'path' | 'title' | 'description'>,
): Required<PublicHead> => ({
  title: `${title} · ${brand.title}`,
  description,
  canonical: `${origin}${path}?lang=${language}`,
})

/** Search engines do not list the page: the `meta` of every page without one of its own (web/root.tsx). */
export const noindex = [{ name: 'robots', content: 'noindex' }]

/** The `meta` of a public page, whose loader returns its `head`; null: there is no such page. */
export const publicMeta = ({ loaderData }: { loaderData?: { head: PublicHead | null } | undefined }) => {
  if (!loaderData?.head) return noindex
  const { title, description, canonical } = loaderData.head
  return [
    ...(title === undefined ? [] : [{ title }]),
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: canonical },
  ]
}

/** The `meta` of a page that search engines do not list, whose loader returns its whole `title`. */
export const privateMeta = ({ loaderData }: { loaderData?: { title: string } | null | undefined }) => [
  ...(loaderData ? [{ title: loaderData.title }] : []),
  ...noindex,
]
