import pino from 'pino'
import type { Sent } from '#contract/text.ts'
import type { Config } from './config.ts'
import type { Deps } from './context.ts'
import { openAuth } from './data/auth.ts'
import { openDb } from './data/db.ts'
import { openNews } from './data/news.ts'
import { openJobs } from './jobs/open.ts'
import { messageLimit } from './message-limit.ts'
import { rateLimit } from './middleware/rate-limit.ts'
import { openMailer } from './providers/email/open.ts'
import { openIdentities } from './providers/identity/open.ts'
import { openSms } from './providers/sms/open.ts'
import { loadTexts } from './text.ts'

/** Opens what a process works with, as the settings say. `close` lets running jobs finish first and writes the last lines of the log. */
export async function openDeps(config: Config, url: string, secret: string): Promise<{ deps: Deps; messages: Record<string, Sent>; close(): Promise<void> }> {
  // A write for each line would cost as much as a page from the cache; what a kill -9 loses is a fifth of a second of lines.
  const output = pino.destination({ sync: false, minLength: 8_192, periodicFlush: 200 })
  const log = pino({ level: config.logLevel, base: null }, output)
  const now = () => Date.now()
  const db = openDb(url, config.databasePool)
  const { translate: text, locales, messages } = loadTexts()
  const news = await openNews(url)
  const sms = openSms(config)
  const jobs = await openJobs({ url, db, mailer: openMailer(config), sms, config, log, now, text, locales, secret, work: true })
  const deps: Deps = {
    config, db, now, log, secret, text, locales, news, jobs, sms,
    auth: openAuth({ db, secret, now }),
    identities: openIdentities(config.identity),
    bookingLimit: rateLimit(config.bookingLimit, 3_600_000),
    messageLimit: messageLimit(),
  }
  return {
    deps,
    messages,
    async close() {
      await jobs.stop()
      await news.close()
      await db.close()
      output.flushSync()
    },
  }
}
