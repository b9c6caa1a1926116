import { and, eq, gt, inArray, isNotNull, sql, sum } from 'drizzle-orm'
import type { Locale } from '#domain/language.ts'
import { translation } from '#db/schema/translation.ts'
import type { Tx } from './db.ts'

/** Between which languages, and by whom. */
export type Pair = { source: Locale; target: Locale; provider: string }
/** A text by its hash, with its length. */
export type Wanted = { hash: string; characters: number }
type Terms = {
  now: Date
  /** What was asked for since then counts. */
  since: Date
  /** What was asked for in vain before then may be asked for again. */
  rested: Date
  /** Characters that may be asked for between `since` and now. */
  budget: number
}
type Claim = { claimed: Wanted[]; /** The budget did not reach for these. */ over: Wanted[] }

const by = (tx: Tx, { source, target, provider }: Pair) =>
  and(
    eq(translation.tenantId, tx.tenantId),
    eq(translation.source, source),
    eq(translation.target, target),
    eq(translation.provider, provider),
  )

/** What is translated of these already. */
export const listTranslations = async (
  tx: Tx,
  pair: Pair,
  hashes: string[],
): Promise<{ hash: string; words: string }[]> =>
  tx
    .select({ hash: translation.hash, words: sql<string>`${translation.words}` })
    .from(translation)
    .where(and(by(tx, pair), inArray(translation.hash, hashes), isNotNull(translation.words)))

/**
 * Says which of these this process shall ask for: none that is translated, that somebody else asks for just now, or that the budget
 * does not reach for. One at a time for each tenant, so that the budget is exact.
 */
export async function claimTranslations(
  tx: Tx,
  pair: Pair,
  wanted: Wanted[],
  { now, since, rested, budget }: Terms,
): Promise<Claim> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`translation ${tx.tenantId}`}, 0))`)
  const [row] = await tx
    .select({ spent: sum(translation.characters).mapWith(Number) })
    .from(translation)
    .where(and(eq(translation.tenantId, tx.tenantId), gt(translation.askedAt, since)))
  const rows = await tx
    .select()
    .from(translation)
    .where(
      and(
        by(tx, pair),
        inArray(
          translation.hash,
          wanted.map((one) => one.hash),
        ),
      ),
    )
  const known = new Map(rows.map((one) => [one.hash, one]))
  const claim: Claim = { claimed: [], over: [] }
  let left = budget - (row?.spent ?? 0)
  for (const one of wanted) {
    const before = known.get(one.hash)
    if (before && (before.words !== null || before.askedAt > rested)) continue
    if (one.characters > left) {
      claim.over.push(one)
      continue
    }
    left -= one.characters
    claim.claimed.push(one)
  }
  if (claim.claimed.length > 0) {
    await tx
      .insert(translation)
      .values(
        claim.claimed.map((one) => ({ ...pair, ...one, tenantId: tx.tenantId, words: null, askedAt: now })),
      )
      // What was asked for in vain within the same day counts again.
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

/** Keeps what came back; null for a text that the provider has no translation of. */
export async function saveTranslations(
  tx: Tx,
  pair: Pair,
  made: { hash: string; words: string | null }[],
): Promise<void> {
  for (const { hash, words } of made)
    await tx
      .update(translation)
      .set({ words })
      .where(and(by(tx, pair), eq(translation.hash, hash)))
}

/** These were certainly not translated: they count for nothing, and rest before they are asked for again. */
export async function releaseTranslations(tx: Tx, pair: Pair, hashes: string[]): Promise<number> {
  const { rowCount } = await tx
    .update(translation)
    .set({ characters: 0 })
    .where(and(by(tx, pair), inArray(translation.hash, hashes)))
  return rowCount ?? 0
}

/** Which of these were asked for since `rested`, and when, that have no answer yet, or none at all. */
export const listResting = async (
  tx: Tx,
  pair: Pair,
  hashes: string[],
  rested: Date,
): Promise<{ hash: string; askedAt: Date }[]> =>
  tx
    .select({ hash: translation.hash, askedAt: translation.askedAt })
    .from(translation)
    .where(
      and(
        by(tx, pair),
        inArray(translation.hash, hashes),
        sql`${translation.words} is null`,
        gt(translation.askedAt, rested),
      ),
    )
