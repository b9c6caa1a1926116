import { randomBytes } from 'node:crypto'
import { createApp, openDoor } from '../app.ts'
import type { Config } from '../config.ts'
import type { Deps, Env } from '../context.ts'
import type { TenantId } from '../data/db.ts'
import { listPictures } from '../data/picture.ts'
import { findTenantById } from '../data/tenant.ts'
import { canonicalHost } from '../host.ts'
import { openDeps } from '../open-deps.ts'
import { openServer } from '../open-server.ts'
import { createPages, type Build } from '../pages.ts'
import { artFinder } from '../static.ts'
import { tenantFrom } from '../tenant-row.ts'
import { openFolderDraft, type FolderDraft, type FolderState } from './folder-draft.ts'
import { EVENTS, previewScript, SCRIPT } from './preview-script.ts'

type PreviewOptions = {
  config: Config
  /** Logs in as the request role. */ url: string
  tenant: TenantId
  folder: string
  /** 0 for one that is free. */ port: number
  onChange: (state: FolderState, pages: number) => void
}
type Preview = { port: number; stop(): Promise<void> }
type Previewed = { ok: true; preview: Preview } | { ok: false; reason: 'no-tenant' }

/**
 * Serves a tenant's site on this machine alone, with the pages of a folder instead of the stored ones. It only shows: forms are
 * refused, and so is every write by the database itself.
 */
export async function openPreview({
  config: given,
  url,
  tenant: id,
  folder,
  port: wanted,
  onChange,
}: PreviewOptions): Promise<Previewed> {
  // Every browser takes a name below localhost for this machine, and a finished page must not be kept: the next may differ.
  const config: Config = {
    ...given,
    host: '127.0.0.1',
    scheme: 'http',
    pageCacheBytes: 0,
    staging: false,
    trustedProxies: 0,
    rateLimit: 1_000_000,
    logLevel: 'error',
  }
  const opened = await openDeps(config, readOnly(url), randomBytes(32).toString('hex'), { work: false })
  const closing: (() => Promise<void>)[] = [opened.close]
  const close = async () => {
    for (const one of closing.toReversed()) await one()
  }
  try {
    const { db } = opened.deps
    if (!(await findTenantById(db, id))) {
      await close()
      return { ok: false, reason: 'no-tenant' }
    }
    const art = artFinder(config)
    const streams = streamsOf()
    const draft = await openFolderDraft(folder, {
      tenant: id,
      read: async () => ({ art: (address) => art(id, address), known: await db.read(id, listPictures) }),
      onChange: (state, pages) => {
        streams.tell(state)
        onChange(state, pages)
      },
    })
    closing.push(draft.stop)
    const shown = { port: wanted }
    const site = await siteOf({ deps: { ...opened.deps, draft }, opened, id, draft, shown })
    const server = await openServer({
      port: wanted,
      host: config.host,
      first: () => false,
      fetch: (request, env) => answer(request, env as Env['Bindings'], { site, draft, streams }),
    })
    shown.port = server.port
    closing.push(server.close, () => Promise.resolve(streams.close()))
    return { ok: true, preview: { port: server.port, stop: close } }
  } catch (error) {
    await close()
    throw error
  }
}

/** The same database, which refuses every write. */
export function readOnly(url: string): string {
  const changed = new URL(url)
  changed.searchParams.set('options', '-c default_transaction_read_only=on')
  return changed.href
}

type Site = (request: Request, env: Env['Bindings']) => Response | Promise<Response>
type Opened = Awaited<ReturnType<typeof openDeps>>

/** The whole application for one tenant, whatever its host is called here. */
async function siteOf({
  deps,
  opened,
  id,
  draft,
  shown,
}: {
  deps: Deps
  opened: Opened
  id: TenantId
  draft: FolderDraft
  shown: { port: number }
}): Promise<Site> {
  // Known only once the front end is built; typed by hand because the built file has no types.
  const build = (await import(new URL('../../build/server/index.js', import.meta.url).href)) as Build
  const find = async () => {
    const row = await findTenantById(deps.db, id)
    if (!row) throw new Error('the tenant was removed')
    // What is kept is good for one version of the folder, and of what the tenant has besides: both only grow.
    return {
      ...tenantFrom(row, deps.config),
      origin: `http://localhost:${shown.port}`,
      contentVersion: row.contentVersion + draft.state().version,
    }
  }
  const pages = createPages({ build, messages: opened.messages, cacheBytes: 0 })
  const app = createApp(deps, pages, { ...openDoor(deps), find: Object.assign(find, { known: () => null }) })
  return (request, env) => app.fetch(request, env)
}

type Streams = ReturnType<typeof streamsOf>

const line = ({ version, faults }: FolderState) => `data: ${JSON.stringify({ version, faults })}\n\n`

/** The browsers that wait to be told of changes. */
function streamsOf() {
  const open = new Set<ReadableStreamDefaultController<string>>()
  return {
    tell: (state: FolderState) => {
      for (const one of open) one.enqueue(line(state))
    },
    add: (state: FolderState): Response => {
      let own: ReadableStreamDefaultController<string> | null = null
      const stream = new ReadableStream<string>({
        start: (controller) => {
          own = controller
          open.add(controller)
          controller.enqueue(line(state))
        },
        cancel: () => {
          if (own) open.delete(own)
        },
      })
      return new Response(stream.pipeThrough(new TextEncoderStream()), {
        headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
      })
    },
    close: () => {
      for (const one of open) one.close()
      open.clear()
    },
  }
}

async function answer(
  request: Request,
  env: Env['Bindings'],
  { site, draft, streams }: { site: Site; draft: FolderDraft; streams: Streams },
): Promise<Response> {
  // A page of somebody else whose name leads to this machine could otherwise read what is not published yet.
  if (!isThisMachine(request.headers.get('host'))) return said('This preview is for this machine alone.', 403)
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return said('The preview only shows: nothing can be sent from it.', 405)
  const { pathname } = new URL(request.url)
  if (pathname === SCRIPT)
    return new Response(previewScript, {
      headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' },
    })
  if (pathname === EVENTS) return streams.add(draft.state())
  // It would keep the site for when the preview has ended.
  if (pathname === '/sw.js') return said('The preview has no service worker.', 404)
  const headers = new Headers(request.headers)
  headers.delete('accept-encoding')
  const shown = await site(new Request(request, { headers }), env)
  if (!shown.headers.get('content-type')?.startsWith('text/html')) return shown
  const html = await shown.text()
  return new Response(html.replace(/<\/body>(?![^]*<\/body>)/, `<script src="${SCRIPT}"></script></body>`), {
    status: shown.status,
    headers: shown.headers,
  })
}

const said = (text: string, status: number) =>
  new Response(`${text}\n`, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })

function isThisMachine(header: string | null): boolean {
  const host = canonicalHost(header ?? undefined)
  return host === '127.0.0.1' || host === 'localhost' || (host?.endsWith('.localhost') ?? false)
}
