import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Readable } from 'node:stream'
import type { Context, MiddlewareHandler } from 'hono'
import { acceptedEncodings } from './content-encoding.ts'
import type { Env } from '../context/context.ts'
import type { Config } from '../config/config.ts'
import { findOwnAvatar } from '../guest/avatar.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
}

/**
 * The built files of the front end: their names carry a hash of their content, so they may be cached
 * permanently.
 */
export const assetRoute: MiddlewareHandler<Env> = (c) =>
  packed(c, inside(join(root, 'build/client/assets'), c.req.path.slice('/assets/'.length)), {
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  })

/** A service worker of this build. Browsers revalidate it each time; it may fetch only from this site. */
const workerRoute =
  (file: string): MiddlewareHandler<Env> =>
  (c) =>
    packed(c, join(root, 'build/client', file), {
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; connect-src 'self'",
      vary: 'accept-encoding',
    })
export const serviceWorkerRoute = workerRoute('sw.js')
/** That of the salon's own site. */
export const staffWorkerRoute = workerRoute('staff-sw.js')

async function packed(
  c: Context<Env>,
  file: string | null,
  headers: Record<string, string>,
): Promise<Response> {
  for (const coding of acceptedEncodings(c.req.header('accept-encoding'))) {
    const small =
      file &&
      (await send(c.req.method, `${file}${{ br: '.br', gzip: '.gz' }[coding]}`, file, {
        ...headers,
        'content-encoding': coding,
      }))
    if (small) return small
  }
  return (file ? await send(c.req.method, file, file, headers) : null) ?? c.text('Not Found', 404)
}

type ArtPlace = Pick<Config, 'dataDir' | 'demo'>
const artFolders = ({ dataDir, demo }: ArtPlace) => [
  join(dataDir, 'art'),
  ...(demo ? [join(root, 'db/demo/art')] : []),
]

/** Where the file of a tenant's own picture is, by its address; null for any other address. */
export const artFinder =
  (config: ArtPlace) =>
  async (tenant: string, address: string): Promise<string | null> => {
    if (!address.startsWith(`/art/${tenant}/`)) return null
    for (const folder of artFolders(config)) {
      const file = inside(join(folder, tenant), address.slice(`/art/${tenant}/`.length))
      if (file && (await stat(file).catch(() => null))?.isFile()) return file
    }
    return null
  }

/** A tenant's own pictures: `/art/<tenant>/…` only on that tenant's host. An SVG has a policy of its own. */
export function artRoute(config: ArtPlace): MiddlewareHandler<Env> {
  const folders = artFolders(config)
  return async (c) => {
    const [owner = '', ...rest] = c.req.path.slice('/art/'.length).split('/')
    if (owner !== c.get('ctx').tenant.id) return c.text('Not Found', 404)
    for (const folder of folders) {
      const file = inside(join(folder, owner), rest.join('/'))
      const found =
        file &&
        (await send(c.req.method, file, file, {
          'cache-control': 'public, max-age=86400',
          'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        }))
      if (found) return found
    }
    return c.text('Not Found', 404)
  }
}

/**
 * A guest's picture, `?width=96` or whole, only for that guest. A new picture has a new URL, so the browser
 * may cache it.
 */
export const avatarRoute: MiddlewareHandler<Env> = async (c) => {
  const [guest, file] = [c.req.param('guest') ?? '', c.req.param('file') ?? '']
  const width = c.req.query('width')
  const webp = await findOwnAvatar(c.get('ctx'), guest, file, width === undefined ? null : Number(width))
  if (!webp) return c.text('Not Found', 404)
  return c.body(new Uint8Array(webp), 200, {
    'content-type': 'image/webp',
    'cache-control': 'private, max-age=31536000, immutable',
    vary: 'cookie',
  })
}

function inside(folder: string, path: string): string | null {
  const clean = normalize(path)
  return /^[A-Za-z0-9_][A-Za-z0-9_./-]*$/.test(clean) && !clean.includes('..') ? join(folder, clean) : null
}

async function send(
  method: string,
  path: string,
  name: string,
  headers: Record<string, string>,
): Promise<Response | null> {
  const found = await stat(path).catch(() => null)
  if (!found?.isFile()) return null
  // A file that nobody reads would stay open.
  const stream =
    method === 'HEAD' ? null : (Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>)
  return new Response(stream, {
    headers: {
      'content-type': types[extname(name)] ?? 'application/octet-stream',
      'content-length': String(found.size),
      ...headers,
    },
  })
}
