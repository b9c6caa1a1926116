import type { Logger } from 'pino'
import type { Locale } from '#domain/language.ts'
import { keepsPlaceholders } from '#domain/visit/cancel.ts'
import type { Config } from '../config.ts'
import type { Db, TenantId } from '../data/db.ts'
import {
  claimTranslations,
  listResting,
  listTranslations,
  releaseTranslations,
  saveTranslations,
  type Pair,
  type Wanted,
} from '../data/translation.ts'
import { announce } from '../data/news.ts'
import { outline } from '../outline.ts'
import {
  TranslationRefused,
  TranslationUnreached,
  type TranslationProvider,
} from '../providers/translation/port.ts'
import { hashOfText } from './units.ts'

const DAY = 86_400_000
/** What was asked for in vain is asked for again after so long. */
const REST_MS = 600_000
/** One client address may ask for so many texts of one tenant. */
export const TRANSLATIONS_AN_HOUR = 120
/** In one request: Google recommends no more than five thousand characters, and takes 128 texts. */
const most = { texts: 50, characters: 5_000 }

export type Between = { source: Locale; target: Locale }
type Fetched = {
  found: Map<string, string>
  /** The tenant's budget of the day was too small for all. */ over: boolean
  /** The provider has answered whatever it was asked now. */ answered: boolean
}

/** Translations of texts that are known to be a tenant's own, each asked for once. */
export type Translations = {
  /** Null where nothing is translated. */
  provider: Exclude<TranslationProvider['name'], 'off'> | null
  /** What is there already, by text; `waiting` those that were asked for lately without an answer, and when (epoch ms). */
  find(
    tenant: TenantId,
    between: Between,
    texts: readonly string[],
  ): Promise<{ found: Map<string, string>; waiting: Map<string, number> }>
  /** What is there, and what the provider makes of the others now. Its failures are logged, not thrown. */
  fetch(tenant: TenantId, between: Between, texts: readonly string[]): Promise<Fetched>
  /** `fetch` without waiting for it. */
  fetchSoon(tenant: TenantId, between: Between, texts: readonly string[]): void
  /** Once everything that was asked for soon is there. */
  settled(): Promise<void>
}

type Made = {
  config: Pick<Config, 'translationBudget'>
  db: Db
  log: Logger
  now: () => number
  provider: TranslationProvider
}

/** The cache of translations before a provider. */
export function openTranslations(made: Made): Translations {
  const { log, provider } = made
  const running = new Map<string, Promise<Fetched>>()

  /** Of two that want the same at once in this process the second waits for the first. */
  function once(tenant: TenantId, between: Between, texts: readonly string[]): Promise<Fetched> {
    const key = `${tenant} ${between.source} ${between.target} ${hashOfText(texts.join('\n'))}`
    const known = running.get(key)
    if (known) return known
    const work = fetchNow(made, tenant, between, texts).finally(() => running.delete(key))
    running.set(key, work)
    return work
  }

  return {
    provider: provider.name === 'off' ? null : provider.name,
    find: (tenant, between, texts) => find(made, tenant, between, texts),
    fetch: once,
    fetchSoon: (tenant, between, texts) => {
      once(tenant, between, texts).catch((error: unknown) =>
        log.error({ tenant, err: outline(error) }, 'translations not kept'),
      )
    },
    settled: async () => {
      await Promise.allSettled(running.values())
    },
  }
}

const pairOf = ({ provider }: Made, between: Between): Pair => ({ ...between, provider: provider.name })

const find: (
  made: Made,
  ...asked: Parameters<Translations['find']>
) => ReturnType<Translations['find']> = async (made, tenant, between, texts) => {
  const { db, now } = made
  const pair = pairOf(made, between)
  const byHash = new Map(texts.map((text) => [hashOfText(text), text]))
  if (byHash.size === 0) return { found: new Map(), waiting: new Map() }
  const hashes = [...byHash.keys()]
  const { rows, resting } = await db.read(tenant, async (tx) => {
    const known = await listTranslations(tx, pair, hashes)
    return {
      rows: known,
      resting:
        known.length === hashes.length ? [] : await listResting(tx, pair, hashes, new Date(now() - REST_MS)),
    }
  })
  return {
    found: new Map(rows.map(({ hash, words }) => [byHash.get(hash) ?? '', words])),
    waiting: new Map(resting.map(({ hash, askedAt }) => [byHash.get(hash) ?? '', askedAt.getTime()])),
  }
}

async function fetchNow(
  made: Made,
  tenant: TenantId,
  between: Between,
  texts: readonly string[],
): Promise<Fetched> {
  const { config, db, log, now } = made
  const pair = pairOf(made, between)
  const byHash = new Map(texts.map((text) => [hashOfText(text), text]))
  const wanted: Wanted[] = [...byHash].map(([hash, text]) => ({ hash, characters: text.length }))
  const at = now()
  const terms = {
    now: new Date(at),
    since: new Date(at - DAY),
    rested: new Date(at - REST_MS),
    budget: config.translationBudget,
  }
  const { claimed, over } = await db.write(tenant, (tx) => claimTranslations(tx, pair, wanted, terms))
  if (over.length > 0) log.warn({ tenant, texts: over.length }, 'translation budget used up')
  const batches = batchesOf(claimed)
  let answered = claimed.length > 0
  for (const [index, batch] of batches.entries()) {
    answered = await ask(made, { tenant, pair, batch, byHash })
    if (answered) continue
    // The next batch would fail as well.
    const rest = batches
      .slice(index + 1)
      .flat()
      .map((one) => one.hash)
    if (rest.length > 0) await db.write(tenant, (tx) => releaseTranslations(tx, pair, rest))
    break
  }
  return { found: (await find(made, tenant, between, texts)).found, over: over.length > 0, answered }
}

type Batch = { tenant: TenantId; pair: Pair; batch: Wanted[]; byHash: Map<string, string> }

/** Whether the provider has answered. No connection to the database is held while it is asked. */
async function ask({ db, log, provider }: Made, { tenant, pair, batch, byHash }: Batch): Promise<boolean> {
  try {
    const answers = await provider.translate({
      texts: batch.map(({ hash }) => byHash.get(hash) ?? ''),
      source: pair.source,
      target: pair.target,
    })
    const made = batch.map(({ hash }, index) => ({
      hash,
      words: storable(byHash.get(hash) ?? '', answers[index]),
    }))
    await db.write(tenant, async (tx) => {
      await saveTranslations(tx, pair, made)
      await announce(tx, 'words', pair.target)
    })
    return true
  } catch (error) {
    log.warn(
      {
        tenant,
        provider: provider.name,
        code: error instanceof TranslationRefused ? error.code : undefined,
        err: outline(error),
      },
      'not translated',
    )
    const unspent = error instanceof TranslationRefused || error instanceof TranslationUnreached
    if (unspent)
      await db.write(tenant, (tx) =>
        releaseTranslations(
          tx,
          pair,
          batch.map((one) => one.hash),
        ),
      )
    return false
  }
}

// PostgreSQL keeps neither U+0000 nor half a character. A translation that has lost a placeholder is none.
const storable = (text: string, answer: string | null | undefined): string | null =>
  answer && keepsPlaceholders(text, answer) ? answer.replaceAll('\u0000', '').toWellFormed() : null

function batchesOf(wanted: Wanted[]): Wanted[][] {
  const batches: Wanted[][] = []
  let room = 0
  for (const one of wanted) {
    const last = batches.at(-1)
    if (last && last.length < most.texts && one.characters <= room) last.push(one)
    else {
      batches.push([one])
      room = most.characters
    }
    room -= one.characters
  }
  return batches
}
