import type { MiddlewareHandler } from 'hono'
import { errorCodes, type CallErrorPayload } from '#contract/errors.ts'
import { bookLink, landingLink, priceListLink, startLink } from '#contract/links.ts'
import type { Translate } from '#contract/text.ts'
import type { Dependencies, Env, Site, Tenant } from '../context/context.ts'
import { cookieNames, readCookie } from '../context/cookies.ts'
import { escapeHtml } from '#domain/escape-html.ts'
import { resolveRequestLanguage, siteOfRequest, type RequestGuards } from '../http/request-context.ts'
import { formatPhone } from '../tenant/tenant.ts'
import { plainPage } from './plain-page.ts'

/**
 * Where a browser shows what it is answered: not a call, a picture, a file, nor the data of a page that is
 * open already.
 */
const isPage = (path: string) => !/^\/(?:api|art|assets|avatar|dev)\/|\.(?:data|ics)$/.test(path)

/**
 * Before a page is rendered all failures are those of calls: at the address of a page each becomes a small
 * page, with its status and headers, that needs nothing else: no script, no database. It has the look of the
 * tenant and the ways on where the tenant is in memory.
 */
export function htmlErrorPages(deps: Dependencies, { find }: RequestGuards): MiddlewareHandler<Env> {
  return async (c, next) => {
    await next()
    if (c.res.status < 400 || !isPage(c.req.path)) return
    const error = await readCallError(c.res)
    if (!error) return
    const tenant = c.get('tenant') ?? find.known(c.req.header('host') ?? '')
    const cookie = readCookie(
      c.req.header('cookie') ?? null,
      cookieNames(deps.config.scheme === 'https').language,
    )
    const locale =
      c.get('ctx')?.language ??
      resolveRequestLanguage(deps, {
        url: c.req.url,
        cookie,
        acceptLanguage: c.req.header('accept-language') ?? null,
        tenant,
      }).locale
    const page = errorPage({
      t: deps.text(locale),
      locale,
      tenant,
      site: siteOfRequest(c.req.raw, deps.config),
      error,
      wait: Number(c.res.headers.get('retry-after')),
      again: c.req.method === 'GET',
    })
    c.res = new Response(page.html, {
      status: c.res.status,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': page.policy,
        vary: 'accept-language, cookie',
      },
    })
  }
}

async function readCallError(answer: Response): Promise<CallErrorPayload | null> {
  if (!answer.headers.get('content-type')?.startsWith('application/json')) return null
  const body = (await answer
    .clone()
    .json()
    .catch(() => null)) as { error?: CallErrorPayload } | null
  const error = body?.error
  return error && Object.hasOwn(errorCodes, error.code) ? error : null
}

type Failure = {
  t: Translate
  locale: string
  tenant: Tenant | null
  site: Site
  error: CallErrorPayload
  /** Seconds. */ wait: number
  /** Whether the same address can be asked for once more. */ again: boolean
}

function errorPage({ t, locale, tenant, site, error: { code }, wait, again }: Failure) {
  const say = (...of: Parameters<Translate>) => escapeHtml(t(...of))
  const isUnknown = code === 'not-found'
  const title = t(isUnknown ? 'error.notFoundTitle' : 'error.title')
  const words =
    code === 'request/too-many'
      ? say('error.tooMany', { count: wait })
      : say(isUnknown ? 'error.notFound' : code === 'server/unavailable' ? 'error.unavailable' : 'error.body')
  const home = site === 'staff' ? startLink() : landingLink()
  const retry = again && !isUnknown ? `<a class="button" href="">${say('error.retry')}</a>` : ''
  return plainPage({
    tenant,
    language: locale,
    title,
    header: tenant ? `<a href="${home}">${brandMark(tenant)}</a>` : '',
    main: `<h1>${escapeHtml(title)}</h1>
<p class="lead">${words}</p>
<p class="actions">${retry}<a href="${home}">${say('error.goHome')}</a></p>
${tenant && site === 'guest' ? waysOn(tenant, say) : ''}`,
    images: "'self' data:",
  })
}

/** As in the toolbar: the logo, or the icon with the name. A picture that does not load leaves the name. */
function brandMark({ profile: { companyname }, mark, icon }: Tenant): string {
  const name = escapeHtml(companyname)
  if (!mark) return `<img src="${escapeHtml(icon)}" alt="" width="32" height="32"><span>${name}</span>`
  const dark = mark.dark
    ? `<source media="(prefers-color-scheme: dark)" srcset="${escapeHtml(mark.dark)}">`
    : ''
  return (
    `<picture>${dark}<img src="${escapeHtml(mark.src)}" alt="${mark.wide ? name : ''}" ` +
    `width="${mark.width}" height="40"${mark.onWhite ? ' class="on-white"' : ''}></picture>${mark.wide ? '' : `<span>${name}</span>`}`
  )
}

/** The booking, the prices and the telephone. */
function waysOn(tenant: Tenant, say: (...of: Parameters<Translate>) => string): string {
  const phone = formatPhone(tenant)
  const links = [
    ...(tenant.profile.signIn
      ? [
          [bookLink(), say('shell.book')],
          [priceListLink(), say('landing.prices')],
        ]
      : []),
    ...(phone ? [[`tel:${escapeHtml(phone.tel)}`, say('offline.call', { phone: phone.text })]] : []),
  ]
  return links.length === 0
    ? ''
    : `<nav class="actions">${links.map(([to, text]) => `<a href="${to}">${text}</a>`).join('')}</nav>`
}
