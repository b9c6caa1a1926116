import { matchLanguage } from '#domain/language.ts'
import { CallError } from '#contract/errors.ts'
import type { Handler } from '../context/context.ts'
import { publishedTexts } from './published-texts.ts'
import { ownWordsIn } from '../translation/own-words.ts'
import { sha256 } from '../secret/hash.ts'

/**
 * Returns the tenant's own words for a text that it has published, else the translation, else the original.
 * Other texts are rejected, so that nobody translates at the tenant's cost and no text of a guest reaches the
 * provider.
 * @throws CallError `translation/off`, `translation/foreign-text`, `translation/over-budget`,
 * `translation/unavailable`, `request/too-many`.
 */
export const translateText: Handler<'googleTranslate-translateTextCallableCallable'> = async (
  ctx,
  { text, targetLanguage: target },
) => {
  const { deps, tenant, address, guest } = ctx
  const { translations } = deps
  const wait = await deps.translationLimit(address)
  if (wait !== null) throw new CallError('request/too-many', { retryAfter: wait })
  const source = matchLanguage(tenant.profile.default.language)
  if (!translations.provider || !source) throw new CallError('translation/off')
  const readers = (await publishedTexts(ctx)).get(sha256(text))
  if (!readers || (readers === 'guests' && !guest)) throw new CallError('translation/foreign-text')
  if (source === target) return { translatedText: text }
  const own = (await ownWordsIn(ctx, target))(text)
  if (own !== undefined) return { translatedText: own }
  const between = { source, target }
  const stored = await translations.find(tenant.id, between, [text])
  const cached = stored.found.get(text)
  if (cached !== undefined) return { translatedText: cached }
  const { found, over, answered } = await translations.fetch(tenant.id, between, [text])
  const translated = found.get(text)
  if (translated !== undefined) return { translatedText: translated }
  if (over) throw new CallError('translation/over-budget')
  if (!answered) throw new CallError('translation/unavailable')
  return { translatedText: text }
}
