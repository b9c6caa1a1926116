import { and, eq, gt, inArray, isNotNull, sql, sum } from 'drizzle-orm'
import type { Locale } from '#domain/language.ts'
import { translation } from '#db/schema/translation.ts'
import { page, type PageColumns } from '#db/schema/page.ts'
import { lockKeys } from '../database/advisory-lock.ts'
import type { Tx } from '../database/db.ts'

/** The language pair and the provider of a translation. */
export type Pair = { source: Locale; target: Locale; provider: string }
/** The hash of a text with its length in characters (UTF-16 code units). */
export type PendingText = { hash: string; characters: number }
type ClaimOptions = {
  now: Date
  /** Start of the budget period. */
  since: Date
  /** Failed requests before this time may be retried. */
  retryBefore: Date
  /** Characters that may be requested between `since` and `now`. */
  budget: number
}
type Claim = { claimed: PendingText[]; /** Texts that exceed the budget. */ over: PendingText[] }

const ofPair = (tx: Tx, { source, target, provider }: Pair) =>
  and(
    eq(translation.tenantId, tx.tenantId),
    eq(translation.source, source),
    eq(translation.target, target),
    eq(translation.provider, provider),
  )

/** Lists the translations of these texts that exist. */
export const listTranslations = async (
  tx: Tx,
  pair: Pair,
  hashes: string[],
): Promise<{ hash: string; words: string }[]> =>
  tx
    .select({ hash: translation.hash, words: sql<string>`${translation.words}` })
    .from(translation)
    .where(and(ofPair(tx, pair), inArray(translation.hash, hashes), isNotNull(translation.words)))

/**
 * Claims texts for this process to request: those without a translation that no other process requests now,
 * within the budget. An advisory lock for each tenant keeps the budget exact.
 */
export async function claimTranslations(
  tx: Tx,
  pair: Pair,
  wanted: PendingText[],
  { now, since, retryBefore, budget }: ClaimOptions,
): Promise<Claim> {
  await lockKeys(tx, ['translation'])
  const [row] = await tx
    .select({ spent: sum(translation.characters).mapWith(Number) })
    .from(translation)
    .where(and(eq(translation.tenantId, tx.tenantId), gt(translation.askedAt, since)))
  const rows = await tx
    .select()
    .from(translation)
    .where(
      and(
        ofPair(tx, pair),
        inArray(
          translation.hash,
          wanted.map((one) => one.hash),
        ),
      ),
    )
  const known = new Map(rows.map((one) => [one.hash, one]))
  const claim: Claim = { claimed: [], over: [] }
  let left = budget - (row?.spent ?? 0)
  for (const text of wanted) {
    const before = known.get(text.hash)
    if (before && (before.words !== null || before.askedAt > retryBefore)) continue
    if (text.characters > left) {
      claim.over.push(text)
      continue
    }
    left -= text.characters
    claim.claimed.push(text)
  }
  if (claim.claimed.length > 0) {
    await tx
      .insert(translation)
      .values(
        claim.claimed.map((one) => ({ ...pair, ...one, tenantId: tx.tenantId, words: null, askedAt: now })),
      )
      // A retry within the same day counts again.
      .onConflictDoUpdate({
        target: [
          translation.tenantId,
          translation.hash,
          translation.source,
          translation.target,
          translation.provider,
        ],
        set: { characters: sql`${translation.characters} + excluded.characters`, askedAt: now },
      })
  }
  return claim
}

/** Stores translations; null for a text that the provider cannot translate. */
export async function saveTranslations(
  tx: Tx,
  pair: Pair,
  made: { hash: string; words: string | null }[],
): Promise<void> {
  for (const { hash, words } of made)
    await tx
      .update(translation)
      .set({ words })
      .where(and(ofPair(tx, pair), eq(translation.hash, hash)))
}

/**
 * Refunds the budget for texts that were certainly not translated. They cool down before the next request.
 */
export async function releaseTranslations(tx: Tx, pair: Pair, hashes: string[]): Promise<number> {
  const { rowCount } = await tx
    .update(translation)
    .set({ characters: 0 })
    .where(and(ofPair(tx, pair), inArray(translation.hash, hashes)))
  return rowCount ?? 0
}

/**
 * Lists those of these texts that were requested since `retryBefore` and have no translation, with the time
 * of the request.
 */
export const listCoolingDown = async (
  tx: Tx,
  pair: Pair,
  hashes: string[],
  retryBefore: Date,
): Promise<{ hash: string; askedAt: Date }[]> =>
  tx
    .select({ hash: translation.hash, askedAt: translation.askedAt })
    .from(translation)
    .where(
      and(
        ofPair(tx, pair),
        inArray(translation.hash, hashes),
        sql`${translation.words} is null`,
        gt(translation.askedAt, retryBefore),
      ),
    )

/** Lists the titles and descriptions of all pages, in all languages. */
export const listPageTexts = async (
  tx: Tx,
): Promise<Pick<PageColumns, 'title' | 'description' | 'languages'>[]> =>
  tx
    .select({ title: page.title, description: page.description, languages: page.languages })
    .from(page)
    .where(eq(page.tenantId, tx.tenantId))
