import { createApp, openDoor, pageRoutes } from './app.ts'
import { keepPoolsSmall } from './coding.ts'
import type { Config } from './config.ts'
import { keepHeapSmall } from './heap.ts'
import { answerKept } from './kept-pages.ts'
import { closeStreams } from './live.ts'
import { openDeps } from './open-deps.ts'
import { openServer } from './open-server.ts'
import { createPages, type Build } from './pages.ts'

export type Running = { port: number; stop(): Promise<void> }

/**
 * Serves one process over an open database: `url` logs in as the request role, and so does `directUrl`, past a pooler.
 * A stop ends the streams, lets running requests finish within ten seconds and then closes everything.
 */
export async function runServer(
  config: Config,
  url: string,
  secret: string,
  directUrl = url,
): Promise<Running> {
  keepPoolsSmall()
  keepHeapSmall()
  const { deps, messages, close } = await openDeps(config, url, secret, { directUrl })
  // Known only once the front end is built; typed by hand because the built file has no types.
  const build = (await import(new URL('../build/server/index.js', import.meta.url).href)) as Build
  const door = openDoor(deps)
  const pages = createPages({ build, messages, cacheBytes: config.pageCacheBytes })
  const app = createApp(deps, pages, door)
  const answered = answerKept({
    deps,
    door,
    cache: pages.cache,
    again: pages.again,
    routeOf: pageRoutes(pages.names),
  })
  const server = await openServer({ port: config.port, host: config.host, fetch: app.fetch, first: answered })
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
