import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { bookLink } from '#contract/links.ts'
import type { Dependencies, Env, RequestContext } from '#server/context/context.ts'
import { embedScript } from './embed-script.ts'

/** The script of the Book button for other sites; a tenant without booking has none. */
export function embedRoutes({ locales, text }: Pick<Dependencies, 'locales' | 'text'>): Hono<Env> {
  const texts = Object.fromEntries(
    locales.map((one) => [one, { book: text(one)('shell.book'), newTab: text(one)('shell.newTab') }]),
  )
  const buildScript = ({ tenant: { profile } }: RequestContext) =>
    embedScript({
      color: profile.brand.color,
      language: profile.default.language,
      texts,
      paths: { services: bookLink(), person: bookLink({}, 'person'), time: bookLink({}, 'time') },
    })
  return new Hono<Env>().get('/', (c) => {
    const ctx = c.get('ctx')
    if (!ctx.tenant.profile.signIn) return c.notFound()
    const script = buildScript(ctx)
    const etag = `"${createHash('sha256').update(script).digest('base64url').slice(0, 27)}"`
    const headers = {
      'cache-control': 'public, max-age=3600',
      'cross-origin-resource-policy': 'cross-origin',
      etag,
    }
    return c.req.header('if-none-match') === etag
      ? c.body(null, 304, headers)
      : c.body(script, 200, { 'content-type': 'text/javascript; charset=utf-8', ...headers })
  })
}
