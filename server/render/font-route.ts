import type { MiddlewareHandler } from 'hono'
import type { Env } from '#server/context/context.ts'
import { fontFile } from './fonts.ts'

/** The web fonts, below `/assets/font/`: a URL contains the hash of its file. */
export const fontRoute: MiddlewareHandler<Env> = async (c, next) => {
  const bytes = fontFile(c.req.path)
  if (!bytes) return next()
  return c.body(bytes, 200, {
    'content-type': 'font/woff2',
    'cache-control': 'public, max-age=31536000, immutable',
  })
}
