import pino from 'pino'
import type { Sent } from '#contract/text.ts'
import type { Config } from './config.ts'
import { openContentAnswers } from './content-answers.ts'
import type { Deps } from './context.ts'
import { openAuth } from './data/auth.ts'
import { openDb } from './data/db.ts'
import { openNews } from './data/news.ts'
import { openJobs } from './jobs/open.ts'
import { openLimits } from './limits.ts'
import { openOutside } from './outside.ts'
import { sweepCounters } from './rate-limit/rate-limiter.ts'
import { openMailer } from './providers/email/open.ts'
import { loadTexts } from './text.ts'

type Options = {
  /** Whether this process does the jobs, too. */ work?: boolean
  /** Past a pooler, for what needs a session of its own: LISTEN and the jobs. */ directUrl?: string
}

/** Opens what a process works with, as the settings say; `url` logs in as the request role. `close` lets running jobs finish first and writes the last lines of the log. */
export async function openDeps(
  config: Config,
  url: string,
  secret: string,
  { work = true, directUrl = url }: Options = {},
): Promise<{ deps: Deps; messages: Record<string, Sent>; close(): Promise<void> }> {
  // A write for each line would cost as much as a page from the cache, and so would waking a thread to write them; what a kill -9
  // loses is a fifth of a second of lines.
  const output = pino.destination({ sync: true, minLength: 8_192, periodicFlush: 200 })
  const log = pino({ level: config.logLevel, base: null }, output)
  const now = () => Date.now()
  const db = openDb(url, config.databasePool)
  const { translate: text, locales, messages } = loadTexts()
  const news = await openNews(directUrl, { through: db })
  const outside = openOutside({ config, db, log, now })
  const store = { db, now, secret }
  const stopSweeping = sweepCounters(store)
  const jobs = await openJobs({
    url: directUrl,
    db,
    ...outside,
    mailer: openMailer(config),
    config,
    log,
    now,
    text,
    locales,
    secret,
    work,
  })
  const deps: Deps = {
    ...outside,
    ...openLimits(config, store),
    config,
    db,
    now,
    log,
    secret,
    text,
    locales,
    news,
    jobs,
    auth: openAuth({ db, secret, now }),
    answers: openContentAnswers(),
  }
  return {
    deps,
    messages,
    async close() {
      await jobs.stop()
      await deps.translations.settled()
      stopSweeping()
      await deps.openStreams.close()
      await news.close()
      await db.close()
      output.flushSync()
    },
  }
}
