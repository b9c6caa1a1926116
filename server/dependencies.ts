import pino from 'pino'
import type { CompiledMessages } from '#contract/text.ts'
import type { Config } from './config/config.ts'
import { createContentCache } from './cache/call-cache.ts'
import type { Dependencies } from './context/context.ts'
import { openAuth } from './identity/open-auth.ts'
import { openDb } from './database/db.ts'
import { openChangeEvents } from './database/change-events.ts'
import { jobHandlers } from './job-handlers.ts'
import { openJobs } from './jobs/open.ts'
import { createRateLimiters } from './rate-limit/limits.ts'
import { createProviders, type Simulators } from './providers/create-providers.ts'
import { sweepCounters } from './rate-limit/rate-limiter.ts'
import { openTranslation } from './providers/translation/open.ts'
import { openTranslations } from './translation/translations.ts'
import { openMailer } from './providers/email/open.ts'
import { loadTexts } from './context/load-texts.ts'

export type DependencyOptions = {
  /** Whether this process also runs the jobs. */ work?: boolean
  /** In place of providers, where the settings say so. */ simulators?: Partial<Simulators> &
    Pick<Dependencies, 'outbox'>
  /** Bypasses a pooler, for LISTEN and the jobs, which need a session of their own. */ directUrl?: string
}

/**
 * Opens the dependencies of a process. `url` logs in as the request role. `close` lets running jobs finish
 * first and flushes the log.
 */
export async function createDependencies(
  config: Config,
  url: string,
  secret: string,
  { work = true, directUrl = url, simulators = {} }: DependencyOptions = {},
): Promise<{ deps: Dependencies; messages: Record<string, CompiledMessages>; close(): Promise<void> }> {
  // Buffered: a write for each line, or a worker thread, costs as much as a cached page. A kill -9 loses at
  // most 200 ms of lines.
  const output = pino.destination({ sync: true, minLength: 8_192, periodicFlush: 200 })
  const log = pino({ level: config.logLevel, base: null }, output)
  const now = () => Date.now()
  const db = openDb(url, config.databasePool, { preparedStatements: config.preparedStatements })
  const { translate: text, locales, messages } = loadTexts()
  const changeEvents = await openChangeEvents(directUrl, { through: db })
  const providers = createProviders(config, secret, simulators)
  const store = { db, now, secret }
  const stopSweeping = sweepCounters(store)
  const queue = {
    url: directUrl,
    db,
    ...providers,
    mailer: openMailer(config, simulators.mailer),
    config,
    log,
    now,
    text,
    locales,
    secret,
  }
  const jobs = await openJobs(queue, work ? jobHandlers : null)
  // The database may have been restored from a backup, which has no jobs.
  if (work) await jobs.enqueueMissingJobs()
  const deps: Dependencies = {
    ...providers,
    ...createRateLimiters(config, store),
    config,
    db,
    now,
    log,
    secret,
    text,
    locales,
    changeEvents,
    jobs,
    auth: openAuth({ db, secret, now }),
    answers: createContentCache(),
    translations: openTranslations({
      config,
      db,
      log,
      now,
      provider: openTranslation(config, simulators.translation),
    }),
    outbox: simulators.outbox,
  }
  return {
    deps,
    messages,
    async close() {
      await jobs.stop()
      await deps.translations.drained()
      stopSweeping()
      await deps.openStreams.close()
      await changeEvents.close()
      await db.close()
      output.flushSync()
    },
  }
}
