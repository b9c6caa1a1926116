import pino from 'pino'
import { createApp, openDoor, pageRoutes } from './app.ts'
import type { Config } from './config.ts'
import { closeStreams } from './live.ts'
import { openAuth } from './data/auth.ts'
import { openDb } from './data/db.ts'
import { openNews } from './data/news.ts'
import type { Deps } from './context.ts'
import { openJobs } from './jobs/open.ts'
import { answerKept } from './kept-pages.ts'
import { openServer } from './open-server.ts'
import { createPages, type Build } from './pages.ts'
import { rateLimit } from './middleware/rate-limit.ts'
import { openMailer } from './providers/email/open.ts'
import { loadTexts } from './text.ts'

export type Running = { port: number; stop(): Promise<void> }

/**
 * Serves one process over an open database: `url` logs in as the request role.
 * A stop ends the streams, lets running requests finish within ten seconds and then closes everything.
 */
export async function runServer(config: Config, url: string, secret: string): Promise<Running> {
  // A write for each line would cost as much as a page from the cache; what a kill -9 loses is a fifth of a second of lines.
  const output = pino.destination({ sync: false, minLength: 8_192, periodicFlush: 200 })
  const log = pino({ level: config.logLevel, base: null }, output)
  const now = () => Date.now()
  const db = openDb(url, config.databasePool)
  const texts = loadTexts()
  const news = await openNews(url)
  const auth = openAuth({ db, secret, now })
  const jobs = await openJobs({ url, db, mailer: openMailer(config), config, log, now, text: texts.translate, locales: texts.locales, secret, work: true })
  const deps: Deps = { config, db, now, log, secret, text: texts.translate, locales: texts.locales, auth, news, jobs, bookingLimit: rateLimit(config.bookingLimit, 3_600_000) }

  // Known only once the front end is built; typed by hand because the built file has no types.
  const build = (await import(new URL('../build/server/index.js', import.meta.url).href)) as Build
  const door = openDoor(deps)
  const pages = createPages({ build, app: (request, env) => app.fetch(request, env), messages: texts.messages, cacheBytes: config.pageCacheBytes })
  const app: ReturnType<typeof createApp> = createApp(deps, pages, door)
  const answered = answerKept({ deps, door, cache: pages.cache, routeOf: pageRoutes(pages.names) })
  const server = await openServer({ port: config.port, host: config.host, fetch: app.fetch, first: answered })

  return {
    port: server.port,
    async stop() {
      closeStreams()
      await server.close()
      await jobs.stop()
      await news.close()
      await db.close()
      output.flushSync()
    },
  }
}
