import { CallError } from '#contract/errors.ts'
import type { PageScope, Untranslated } from '#contract/page.ts'
import type { PageDocument } from '#contract/page-document.ts'
import { drawPage } from '#web/content/draw.server.tsx'
import { inWords } from '#web/in-words.server.ts'
import { breadcrumbData, businessData, postData, previewPicture } from '#web/structured-data.server.ts'
import { menuEntries } from '#web/ui/menu.ts'

/** A content page: `html` is all of it, `path` its canonical address, `about` what search engines are told of it. */
type ContentPage = {
  title: string
  about: string
  path: string
  html: string
  /** In the guest's language, which is not the tenant's. */ translated: boolean
  /** Why it is not. */ lacking: Untranslated | null
}

/** `status` says why there is no page: 404 where nobody wrote one, 500 where it could not be read (that is in the log). */
type Loaded = { page: ContentPage; status: 200 } | { page: null; status: 404 | 500 }

const missing = new Set(['not-found', 'request/invalid'])
const addressOf = (id: string) => (id === 'index' ? '/' : `/${id}`)

/** Reads the page `pageId`, or the one of that name below `parentId`. Does not throw: a page that cannot be read is shown as none. */
export async function loadPage(scope: PageScope, pageId: string, parentId?: string): Promise<Loaded> {
  const {
    call,
    brand: { tenantId },
    language,
    translation,
  } = scope
  const inWords = translation && !translation.original ? { language } : {}
  try {
    const page =
      parentId === undefined
        ? await call('getPage', { tenantId, pageId, ...inWords })
        : await call('getSubPage', { tenantId, parentId, pageId, ...inWords })
    return { page: await drawn(scope, page), status: 200 }
  } catch (error) {
    if (error instanceof CallError && missing.has(error.code)) return { page: null, status: 404 }
    scope.report(error)
    return { page: null, status: 500 }
  }
}

async function drawn(scope: PageScope, page: PageDocument): Promise<ContentPage> {
  const { brand, call, lacking, now, t, words } = scope
  const { id, parentId, title, description } = page
  const parentPath = parentId === null ? null : addressOf(parentId)
  const path = parentId === null ? addressOf(id) : `/${parentId}/${id}`
  const parent =
    parentId === null
      ? undefined
      : (await call('listPages', { tenantId: brand.tenantId })).documents.find((one) => one.id === parentId)
  const known = await words([brand.tagline, brand.description, parent?.title])
  const about =
    description || (inWords(known, (path === '/' ? brand.description : null) ?? brand.tagline) ?? brand.title)
  scope.announce({
    path,
    title: id === 'index' ? brand.title : title,
    description: about,
    kind: parentId === null ? 'website' : 'article',
    picture: previewPicture(page.picture),
    data:
      path === '/'
        ? [businessData(scope, known)]
        : [
            breadcrumbData(scope, [
              ...(parent ? [{ name: inWords(known, parent.title), path: `/${parent.id}` }] : []),
              { name: title, path },
            ]),
            ...(parentId ? [postData(scope, page, path)] : []),
          ],
  })
  const around = {
    t,
    lang: page.translated ? undefined : ownLanguage(scope),
    company: brand.companyname,
    year: new Date(now).getUTCFullYear(),
    path,
    menu: await menuOf(scope, page),
  }
  return {
    title,
    about,
    path,
    html: drawPage({ ...page, parentPath }, around),
    translated: page.translated ?? false,
    lacking: page.translated ? null : lacking(),
  }
}

/** The site's menu, where the page has a footer that repeats it. */
async function menuOf(scope: PageScope, { blocks }: PageDocument) {
  if (!blocks.some((block) => block.type === 'footer1' && block.navigation)) return []
  const { call, brand, guest, t, words } = scope
  const { documents } = await call('listPages', { tenantId: brand.tenantId })
  const known = await words(documents.map((one) => one.title))
  return menuEntries({
    signedIn: guest !== null,
    signIn: brand.signIn,
    bookable: brand.signIn,
    pages: documents,
  }).map(({ to, ...entry }) => ({
    to,
    label: 'key' in entry ? t(entry.key) : inWords(known, entry.title),
    lang:
      'title' in entry && !Object.hasOwn(known.found, entry.title.trim()) ? ownLanguage(scope) : undefined,
  }))
}

/** For a `lang` attribute: the tenant's language, where it is not the page's. */
const ownLanguage = ({ brand, language }: PageScope) =>
  brand.defaultLanguage === language ? undefined : brand.defaultLanguage
