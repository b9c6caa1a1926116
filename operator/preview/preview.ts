import { randomBytes } from 'node:crypto'
import { createApp, createRequestGuards } from '#server/app.ts'
import type { Config } from '#server/config/config.ts'
import type { Dependencies, Env } from '#server/context/context.ts'
import type { TenantId } from '#server/database/db.ts'
import { listPictures } from '#server/content/picture-queries.ts'
import { findTenantById } from '#server/tenant/queries.ts'
import { canonicalHost } from '#server/tenant/host.ts'
import { createDependencies } from '#server/dependencies.ts'
import { loadSimulators } from '../launch/simulators.ts'
import { openServer } from '#server/http/listen.ts'
import { createPages, type Build } from '#server/render/render-page.ts'
import { artFinder } from '#server/http/static-files.ts'
import { tenantFrom } from '#server/tenant/tenant.ts'
import { tenantLanguages } from '../tenant-file/page-import.ts'
import { openFolderDraft, type FolderDraft, type FolderState } from './folder-draft.ts'
import { EVENTS, previewScript, SCRIPT } from './preview-script.ts'

type PreviewOptions = {
  config: Config
  /** The request role's connection. */
  url: string
  tenant: TenantId
  folder: string
  /** 0 for any free port. */
  port: number
  onChange: (state: FolderState, pages: number) => void
}
type Preview = { port: number; stop(): Promise<void> }
type Previewed = { ok: true; preview: Preview } | { ok: false; reason: 'no-tenant' }

/**
 * Serves a tenant's site only on this machine, with the pages of a folder instead of the stored ones.
 * Read-only: the preview rejects forms, and the database rejects writes.
 */
export async function openPreview({
  config: serverConfig,
  url,
  tenant: tenantId,
  folder,
  port: chosenPort,
  onChange,
}: PreviewOptions): Promise<Previewed> {
  // Browsers resolve names below localhost to this machine. The page cache is off: the next page may differ.
  const config: Config = {
    ...serverConfig,
    host: '127.0.0.1',
    scheme: 'http',
    pageCacheBytes: 0,
    staging: false,
    trustedProxies: 0,
    rateLimit: 1_000_000,
    logLevel: 'error',
  }
  const secret = randomBytes(32).toString('hex')
  const opened = await createDependencies(config, readOnly(url), secret, {
    work: false,
    simulators: await loadSimulators(config, secret),
  })
  const closing: (() => Promise<void>)[] = [opened.close]
  const close = async () => {
    for (const one of closing.toReversed()) await one()
  }
  try {
    const { db } = opened.deps
    if (!(await findTenantById(db, tenantId))) {
      await close()
      return { ok: false, reason: 'no-tenant' }
    }
    const art = artFinder(config)
    const streams = createStreams()
    const draft = await openFolderDraft(folder, {
      tenant: tenantId,
      read: async () => ({
        art: (address) => art(tenantId, address),
        known: await db.read(tenantId, listPictures),
        languages: (await db.read(tenantId, tenantLanguages)) ?? [],
      }),
      onChange: (state, pages) => {
        streams.tell(state)
        onChange(state, pages)
      },
    })
    closing.push(draft.stop)
    const shown = { port: chosenPort }
    const site = await openSite({ deps: { ...opened.deps, draft }, opened, id: tenantId, draft, shown })
    const server = await openServer({
      port: chosenPort,
      host: config.host,
      first: () => false,
      fetch: (request, env) => answer(request, env, { site, draft, streams }),
    })
    shown.port = server.port
    closing.push(server.close, () => Promise.resolve(streams.close()))
    return { ok: true, preview: { port: server.port, stop: close } }
  } catch (error) {
    await close()
    throw error
  }
}

/** A connection URL to the same database that rejects every write. */
export function readOnly(url: string): string {
  const changed = new URL(url)
  changed.searchParams.set('options', '-c default_transaction_read_only=on')
  return changed.href
}

type Site = (request: Request, env: Env['Bindings']) => Response | Promise<Response>
type Opened = Awaited<ReturnType<typeof createDependencies>>

/** The whole application for one tenant, on any host. */
async function openSite({
  deps,
  opened,
  id,
  draft,
  shown,
}: {
  deps: Dependencies
  opened: Opened
  id: TenantId
  draft: FolderDraft
  shown: { port: number }
}): Promise<Site> {
  // Known only after the build of the front end; typed by hand because the built file has no types.
  const build = (await import(new URL('../../build/server/index.js', import.meta.url).href)) as Build
  const find = async () => {
    const row = await findTenantById(deps.db, id)
    if (!row) throw new Error('the tenant was removed')
    // Caches by the folder's version and the tenant's content version: both only grow.
    return {
      ...tenantFrom(row, deps.config),
      origin: `http://localhost:${shown.port}`,
      contentVersion: row.contentVersion + draft.state().version,
    }
  }
  const pages = createPages({ build, messages: opened.messages, cacheBytes: 0 })
  const app = createApp(deps, pages, {
    ...createRequestGuards(deps),
    find: Object.assign(find, { known: () => null }),
  })
  return (request, env) => app.fetch(request, env)
}

type Streams = ReturnType<typeof createStreams>

const line = (state: FolderState) => `data: ${JSON.stringify(state)}\n\n`

/** The open event streams. */
function createStreams() {
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
  // DNS rebinding: another site's name that resolves to this machine could otherwise read unpublished pages.
  if (!isThisMachine(request.headers.get('host')))
    return textResponse('This preview is only for this machine.', 403)
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return textResponse('The preview is read-only: forms cannot be sent.', 405)
  const { pathname } = new URL(request.url)
  if (pathname === SCRIPT)
    return new Response(previewScript, {
      headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' },
    })
  if (pathname === EVENTS) return streams.add(draft.state())
  // A service worker would keep the site after the preview has ended.
  if (pathname === '/sw.js') return textResponse('The preview has no service worker.', 404)
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

const textResponse = (text: string, status: number) =>
  new Response(`${text}\n`, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })

function isThisMachine(header: string | null): boolean {
  const host = canonicalHost(header ?? undefined)
  return host === '127.0.0.1' || host === 'localhost' || (host?.endsWith('.localhost') ?? false)
}
