import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { errorCodes, type CallErrorPayload } from '#contract/errors.ts'
import type { Translate } from '#contract/text.ts'
import type { Dependencies, Env } from '../context/context.ts'
import { cookieNames, readCookie } from '../context/cookies.ts'
import { escapeHtml } from '#domain/escape-html.ts'
import { resolveRequestLanguage, type RequestGuards } from './request-context.ts'

const css = `
:root{color-scheme:light dark;font:18px/1.5 system-ui,sans-serif}
body{max-width:32rem;margin:0 auto;padding:15vh 1.25rem 2rem}
h1{font-size:1.75rem;line-height:1.2;margin:0 0 .75rem}
a{display:inline-block;padding:.6rem 0;margin-right:1.5rem;color:inherit}
`
const policy =
  `default-src 'none'; style-src ` +
  `'sha256-${createHash('sha256').update(css).digest('base64')}'; base-uri 'none'; form-action ` +
  `'none'; frame-ancestors 'none'`

/**
 * Where a browser shows what it is answered: not a call, a picture, a file, nor the data of a page that is
 * open already.
 */
const isPage = (path: string) => !/^\/(?:api|art|assets|avatar|dev)\/|\.(?:data|ics)$/.test(path)

/**
 * Before a page is rendered all failures are those of calls: at the address of a page each becomes a small
 * page, with its status and headers, that needs nothing else: no script, no database.
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
      company: tenant?.profile.companyname ?? null,
      error,
      wait: Number(c.res.headers.get('retry-after')),
      again: c.req.method === 'GET',
    })
    c.res = new Response(page, {
      status: c.res.status,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
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
  company: string | null
  error: CallErrorPayload
  /** Seconds. */ wait: number
  /** Whether the same address can be asked for once more. */ again: boolean
}

function errorPage({ t, locale, company, error: { code }, wait, again }: Failure): string {
  const words =
    code === 'request/too-many'
      ? t('error.tooMany', { count: wait })
      : t(code === 'server/unavailable' ? 'error.unavailable' : 'error.body')
  return `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${[t('error.title'), ...(company ? [escapeHtml(company)] : [])].join(' · ')}</title><style>${css}</style></head>
<body><main>${company ? `<p>${escapeHtml(company)}</p>` : ''}<h1>${t('error.title')}</h1><p>${words}</p><p>${again ? `<a href="">${t('error.retry')}</a>` : ''}<a href="/">${t('error.goHome')}</a></p></main></body></html>
`
}
