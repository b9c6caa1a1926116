import type { Logger } from 'pino'
import { DAY_MS } from '#domain/day.ts'
import { hasSamePlaceholders } from '#domain/visit/cancel.ts'
import type { Config } from '../config/config.ts'
import type { Db, TenantId } from '../database/db.ts'
import {
  claimTranslations,
  listCoolingDown,
  releaseTranslations,
  saveTranslations,
  type Pair,
  type PendingText,
} from './queries.ts'
import { publishChange } from '../database/change-events.ts'
import { serializeError } from '../logging/serialize-error.ts'
import {
  TranslationRejected,
  TranslationUnreachable,
  type TranslationProvider,
} from '../providers/translation/port.ts'
import { sha256 } from '../secret/hash.ts'
import { findStored } from './stored.ts'
import type { LanguagePair, Fetched, Translations } from '../context/translations.ts'

/** Time until a failed request is retried. */
const RETRY_COOLDOWN_MS = 600_000
/** Limits of one request: Google recommends at most 5000 characters and accepts 128 texts. */
const maxPerRequest = { texts: 50, characters: 5_000 }

type TranslationDeps = {
  config: Pick<Config, 'translationBudget'>
  db: Db
  log: Logger
  now: () => number
  provider: TranslationProvider
}

/** Creates the database cache of translations in front of a provider. */
export function openTranslations(deps: TranslationDeps): Translations {
  const { log, provider } = deps
  const running = new Map<string, Promise<Fetched>>()

  /** Concurrent requests of this process for the same texts share one fetch. */
  function fetchOnce(tenant: TenantId, between: LanguagePair, texts: readonly string[]): Promise<Fetched> {
    const key = `${tenant} ${between.source} ${between.target} ${sha256(texts.join('\n'))}`
    const known = running.get(key)
    if (known) return known
    const work = fetchNow(deps, tenant, between, texts).finally(() => running.delete(key))
    running.set(key, work)
    return work
  }

  return {
    provider: provider.name === 'off' ? null : provider.name,
    find: (tenant, between, texts) => find(deps, tenant, between, texts),
    fetch: fetchOnce,
    enqueueFetch: (tenant, between, texts) => {
      fetchOnce(tenant, between, texts).catch((error: unknown) =>
        log.error({ tenant, err: serializeError(error) }, 'translation fetch failed'),
      )
    },
    drained: async () => {
      await Promise.allSettled(running.values())
    },
  }
}

const toPair = ({ provider }: TranslationDeps, between: LanguagePair): Pair => ({
  ...between,
  provider: provider.name,
})

const find: (
  deps: TranslationDeps,
  ...args: Parameters<Translations['find']>
) => ReturnType<Translations['find']> = async (deps, tenant, between, texts) => {
  const { db, now } = deps
  const pair = toPair(deps, between)
  const byHash = new Map(texts.map((text) => [sha256(text), text]))
  if (byHash.size === 0) return { found: new Map(), waiting: new Map() }
  const hashes = [...byHash.keys()]
  const { found, coolingDown } = await db.read(tenant, async (tx) => {
    const known = await findStored(tx, pair, [...byHash.values()])
    return {
      found: known,
      coolingDown:
        known.size === hashes.length
          ? []
          : await listCoolingDown(tx, pair, hashes, new Date(now() - RETRY_COOLDOWN_MS)),
    }
  })
  return {
    found,
    waiting: new Map(coolingDown.map(({ hash, askedAt }) => [byHash.get(hash) ?? '', askedAt.getTime()])),
  }
}

async function fetchNow(
  deps: TranslationDeps,
  tenant: TenantId,
  between: LanguagePair,
  texts: readonly string[],
): Promise<Fetched> {
  const { config, db, log, now } = deps
  const pair = toPair(deps, between)
  const byHash = new Map(texts.map((text) => [sha256(text), text]))
  const wanted: PendingText[] = [...byHash].map(([hash, text]) => ({ hash, characters: text.length }))
  const at = now()
  const terms = {
    now: new Date(at),
    since: new Date(at - DAY_MS),
    retryBefore: new Date(at - RETRY_COOLDOWN_MS),
    budget: config.translationBudget,
  }
  const { claimed, over } = await db.write(tenant, (tx) => claimTranslations(tx, pair, wanted, terms))
  if (over.length > 0) log.warn({ tenant, texts: over.length }, 'translation budget exceeded')
  const batches = splitBatches(claimed)
  let answered = claimed.length > 0
  for (const [index, batch] of batches.entries()) {
    answered = await requestBatch(deps, { tenant, pair, batch, byHash })
    if (answered) continue
    // The remaining batches would fail as well.
    const remaining = batches
      .slice(index + 1)
      .flat()
      .map((one) => one.hash)
    if (remaining.length > 0) await db.write(tenant, (tx) => releaseTranslations(tx, pair, remaining))
    break
  }
  return { found: (await find(deps, tenant, between, texts)).found, over: over.length > 0, answered }
}

type Batch = { tenant: TenantId; pair: Pair; batch: PendingText[]; byHash: Map<string, string> }

/**
 * Requests a batch and stores the result. No database connection is held during the request.
 * @returns whether the provider has answered.
 */
async function requestBatch(
  { db, log, provider }: TranslationDeps,
  { tenant, pair, batch, byHash }: Batch,
): Promise<boolean> {
  try {
    const answers = await provider.translate({
      texts: batch.map(({ hash }) => byHash.get(hash) ?? ''),
      source: pair.source,
      target: pair.target,
    })
    const results = batch.map(({ hash }, index) => ({
      hash,
      words: toStorable(byHash.get(hash) ?? '', answers[index]),
    }))
    await db.write(tenant, async (tx) => {
      await saveTranslations(tx, pair, results)
      await publishChange(tx, 'words', pair.target)
    })
    return true
  } catch (error) {
    log.warn(
      {
        tenant,
        provider: provider.name,
        code: error instanceof TranslationRejected ? error.code : undefined,
        err: serializeError(error),
      },
      'translation request failed',
    )
    const unspent = error instanceof TranslationRejected || error instanceof TranslationUnreachable
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

// PostgreSQL stores neither U+0000 nor lone surrogates. A translation that has lost a placeholder is
// rejected.
const toStorable = (text: string, answer: string | null | undefined): string | null =>
  answer && hasSamePlaceholders(text, answer) ? answer.replaceAll('\u0000', '').toWellFormed() : null

function splitBatches(wanted: PendingText[]): PendingText[][] {
  const batches: PendingText[][] = []
  let room = 0
  for (const text of wanted) {
    const last = batches.at(-1)
    if (last && last.length < maxPerRequest.texts && text.characters <= room) last.push(text)
    else {
      batches.push([text])
      room = maxPerRequest.characters
    }
    room -= text.characters
  }
  return batches
}
