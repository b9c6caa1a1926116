import type { PageContext, Untranslated } from '#contract/page.ts'
import type { PageDocument } from '#contract/content/page-document.ts'
import { renderPage } from './render-page.server.tsx'
import { isNotFound } from '#web/request/call-errors.ts'
import { translateForAttribute } from '#web/request/translate-for-attribute.server.ts'
import {
  breadcrumbData,
  businessData,
  postData,
  previewPicture,
} from '#web/request/structured-data.server.ts'
import { loadSiteData } from '../site-data.server.ts'
import { menuEntries } from '#web/site/menu.ts'

/**
 * A content page: `html` is the whole body, `path` its canonical path, `description` the one for search
 * engines.
 */
type ContentPage = {
  title: string
  description: string
  path: string
  html: string
  /** The page is in the guest's language, `ownWords` of it in the tenant's own. */ translated: boolean
  ownWords: 'all' | 'some' | null
  /** Why a text of it is not. */ untranslated: Untranslated | null
}

/** 404: no such page. 500: it could not be read; the error is logged. */
type Loaded = { page: ContentPage; status: 200 } | { page: null; status: 404 | 500 }

const toPath = (id: string) => (id === 'index' ? '/' : `/${id}`)

/** Loads the page `pageId`, or the sub-page of `parentId`. Never throws: errors become a status. */
export async function loadPage(ctx: PageContext, pageId: string, parentId?: string): Promise<Loaded> {
  const { call, language, translation } = ctx
  const languageInput = ownLanguage(ctx) && !translation?.original ? { language } : {}
  try {
    const page =
      parentId === undefined
        ? await call('getPage', { pageId, ...languageInput })
        : await call('getSubPage', { parentId, pageId, ...languageInput })
    return { page: await toContentPage(ctx, page), status: 200 }
  } catch (error) {
    if (isNotFound(error)) return { page: null, status: 404 }
    ctx.logError(error)
    return { page: null, status: 500 }
  }
}

async function toContentPage(ctx: PageContext, page: PageDocument): Promise<ContentPage> {
  const { brand, call, dateLanguage, untranslated, now, t, translate } = ctx
  const { id, parentId, title } = page
  const parentPath = parentId === null ? null : toPath(parentId)
  const path = parentId === null ? toPath(id) : `/${parentId}/${id}`
  const parent =
    parentId === null ? undefined : (await call('listPages', {})).documents.find((one) => one.id === parentId)
  const known = await translate([brand.tagline, brand.description, parent?.title])
  const description =
    page.description ||
    (translateForAttribute(known, (path === '/' ? brand.description : null) ?? brand.tagline) ?? brand.title)
  ctx.setMetadata({
    path,
    title: id === 'index' ? brand.title : title,
    description,
    kind: parentId === null ? 'website' : 'article',
    picture: previewPicture(page.picture),
    data:
      path === '/'
        ? [businessData(ctx, known)]
        : [
            breadcrumbData(ctx, [
              ...(parent
                ? [{ name: translateForAttribute(known, parent.title), path: `/${parent.id}` }]
                : []),
              { name: title, path },
            ]),
            ...(parentId ? [postData(ctx, page, path)] : []),
          ],
  })
  const context = {
    t,
    dateLanguage,
    lang: page.translated ? undefined : ownLanguage(ctx),
    company: brand.companyname,
    year: new Date(now).getUTCFullYear(),
    path,
    site: await loadSiteData(ctx, page, ownLanguage(ctx)),
    menu: await loadMenu(ctx, page),
  }
  return {
    title,
    description,
    path,
    html: renderPage({ ...page, parentPath }, context),
    translated: page.translated ?? false,
    ownWords: page.ownWords ?? null,
    untranslated: page.translated && page.ownWords !== 'some' ? null : untranslated(),
  }
}

/** The site's menu if the page has a footer that repeats it; else empty. */
async function loadMenu(ctx: PageContext, { blocks }: PageDocument) {
  if (!blocks.some((block) => block.type === 'footer1' && block.navigation)) return []
  const { call, brand, guest, t, translate } = ctx
  const { documents } = await call('listPages', {})
  const known = await translate(documents.map((one) => one.title))
  return menuEntries({
    signedIn: guest !== null,
    signIn: brand.signIn,
    bookable: brand.signIn,
    shop: brand.shop,
    pages: documents,
  }).map(({ to, ...entry }) => ({
    to,
    label: 'key' in entry ? t(entry.key) : translateForAttribute(known, entry.title),
    lang: 'title' in entry && !Object.hasOwn(known.found, entry.title.trim()) ? ownLanguage(ctx) : undefined,
  }))
}

/** For a `lang` attribute: the tenant's language if the page has another one. */
const ownLanguage = ({ brand, language }: PageContext) =>
  brand.defaultLanguage === language ? undefined : brand.defaultLanguage
