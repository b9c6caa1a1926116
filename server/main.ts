import { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import pino from 'pino'
import type { ServerBuild } from 'react-router'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { closeStreams } from './live.ts'
import { openAuth } from './data/auth.ts'
import { openDb } from './data/db.ts'
import { openNews } from './data/news.ts'
import type { Deps } from './context.ts'
import { openJobs } from './jobs/open.ts'
import { createPages, type Build } from './pages.ts'
import { rateLimit } from './middleware/rate-limit.ts'
import { openMailer } from './providers/email/open.ts'
import { loadTexts } from './text.ts'

export type Running = { port: number; stop(): Promise<void> }

const STOP_MS = 10_000
const QUIET_MS = 100
const MOST_QUIET_ROUNDS = 10

/**
 * Serves one process over an open database: `url` logs in as the request role.
 * A stop ends the streams, lets running requests finish within ten seconds and then closes everything.
 */
export async function runServer(config: Config, url: string, secret: string): Promise<Running> {
  // A write for each line would cost as much as a page from the cache; what a kill -9 loses is a fifth of a second of lines.
  const output = pino.destination({ sync: false, minLength: 8_192, periodicFlush: 200 })
  const log = pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime }, output)
  const now = () => Date.now()
  const db = openDb(url, config.databasePool)
  const texts = loadTexts()
  const news = await openNews(url)
  const auth = openAuth({ db, secret, now })
  const jobs = await openJobs({ url, db, mailer: openMailer(config), config, log, now, text: texts.translate, locales: texts.locales, secret, work: true })
  const deps: Deps = { config, db, now, log, secret, text: texts.translate, locales: texts.locales, auth, news, jobs, bookingLimit: rateLimit(config.bookingLimit, 3_600_000) }

  // Known only once the front end is built; typed by hand because the built file has no types.
  const build = (await import(new URL('../build/server/index.js', import.meta.url).href)) as ServerBuild as Build
  const app: ReturnType<typeof createApp> = createApp(deps, createPages({ build, app: (request, env) => app.fetch(request, env), messages: texts.messages, cacheBytes: config.pageCacheBytes }))
  const server = serve({ fetch: app.fetch, port: config.port, hostname: config.host, serverOptions: { maxHeaderSize: 16_384, headersTimeout: 10_000, requestTimeout: 30_000 } })
  await new Promise<void>((resolve, reject) => { server.once('listening', resolve); server.once('error', reject) })
  const address = server.address()

  return {
    port: typeof address === 'object' && address ? address.port : config.port,
    async stop() {
      closeStreams()
      await closeServer(server)
      await jobs.stop()
      await news.close()
      await db.close()
      output.flushSync()
    },
  }
}

/** Lets running requests finish, within ten seconds. */
async function closeServer(server: ReturnType<typeof serve>): Promise<void> {
  if (!(server instanceof Server)) throw new Error('the server speaks another protocol than HTTP/1.1')
  // A connection whose answer has ended would otherwise stay open for seconds, in case a next request came.
  server.keepAliveTimeout = 1
  server.keepAliveTimeoutBuffer = 0
  await acceptWaiting(server)
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  await Promise.race([closed, sleep(STOP_MS, undefined, { ref: false })])
}

/** The kernel resets connections that it has accepted and we have not: goes on until none has come for a tenth of a second, for a second at most. */
async function acceptWaiting(server: Server): Promise<void> {
  let came = 0
  const count = () => { came += 1 }
  server.on('connection', count)
  for (let round = 0, before = -1; came !== before && round < MOST_QUIET_ROUNDS; round += 1) {
    before = came
    await sleep(QUIET_MS)
  }
  server.off('connection', count)
}
