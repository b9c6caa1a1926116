import type { IncomingMessage, ServerResponse } from 'node:http'
import { createApp, createRequestGuards, pageRoutes } from './app.ts'
import type { Config } from './config/config.ts'
import { serveFromPageCache } from './render/page-cache.ts'
import { closeStreams } from './http/event-stream.ts'
import type { Pages } from './context/context.ts'
import { createDependencies, type DependencyOptions } from './dependencies.ts'
import { openServer } from './http/listen.ts'
import { createPages, type Build } from './render/render-page.ts'

export type Running = { port: number; stop(): Promise<void> }
/** In development: the front end from its sources instead of the build. */
export type FrontEnd = {
  build(): Promise<Build>
  /** Answers requests for modules. @returns false if the request is not one. */
  first(incoming: IncomingMessage, outgoing: ServerResponse): boolean
}

type ServerOptions = Pick<DependencyOptions, 'directUrl' | 'simulators'> & { development?: FrontEnd }

/**
 * Serves one process over an open database: `url` logs in as the request role, and so does `directUrl`, past
 * a pooler. A stop ends the streams, lets running requests finish within ten seconds and then closes
 * everything.
 */
export async function runServer(
  config: Config,
  url: string,
  secret: string,
  { development, ...options }: ServerOptions = {},
): Promise<Running> {
  const { deps, messages, close } = await createDependencies(config, url, secret, options)
  const guards = createRequestGuards(deps)
  const { fetch, first } = development
    ? fromSources(development, { deps, messages, guards })
    : await fromBuild({ deps, messages, guards })
  const server = await openServer({ port: config.port, host: config.host, fetch, first }).catch(
    async (error: unknown) => {
      await close()
      throw error
    },
  )
  return {
    port: server.port,
    async stop() {
      // A stream that was being opened when the stop began opens after the first round.
      closeStreams()
      const rounds = setInterval(closeStreams, 100)
      await server.close()
      clearInterval(rounds)
      await close()
    },
  }
}

type Opened = Pick<Awaited<ReturnType<typeof createDependencies>>, 'deps' | 'messages'> & {
  guards: ReturnType<typeof createRequestGuards>
}

async function fromBuild({ deps, messages, guards }: Opened) {
  // Known only once the front end is built; typed by hand because the built file has no types.
  const build = (await import(
    /* @vite-ignore */ new URL('../build/server/index.js', import.meta.url).href
  )) as Build
  const pages = createPages({ build, messages, cacheBytes: deps.config.pageCacheBytes })
  const routeOf = pageRoutes(pages.names)
  return {
    fetch: createApp(deps, pages, guards).fetch,
    first: serveFromPageCache({ deps, guards, cache: pages.cache, routeOf }),
  }
}

function fromSources({ build, first }: FrontEnd, { deps, messages, guards }: Opened) {
  const pages: Pages = async (...request) =>
    createPages({ build: await build(), messages, cacheBytes: 0 })(...request)
  const app = createApp(deps, pages, guards)
  return {
    async fetch(request: Request, bindings: object) {
      const { body, status, headers } = await app.fetch(request, bindings)
      const open = new Headers(headers)
      // Vite's client has inline scripts and styles and a WebSocket on a port of its own.
      open.delete('content-security-policy')
      return new Response(body, { status, headers: open })
    },
    first,
  }
}
