import { matchLanguage } from '#domain/language.ts'
import { CallError } from '#contract/errors.ts'
import type { Handler } from '../context.ts'
import { catalogueOf } from '../translation/catalogue.ts'
import { hashOfText } from '../translation/units.ts'

/**
 * A text that the tenant has published, in another language; as it was written where the translator has nothing for it. Any other text is refused:
 * nobody translates at the tenant's cost, and nothing that a guest wrote leaves the house.
 * @throws CallError `translation/off`, `translation/foreign-text`, `translation/over-budget`, `translation/unavailable`, `request/too-many`.
 */
export const translateText: Handler<'googleTranslate-translateTextCallableCallable'> = async (
  scope,
  { text, targetLanguage: target },
) => {
  const { deps, tenant, address, guest } = scope
  const { translations } = deps
  const wait = await deps.translationLimit(address)
  if (wait !== null) throw new CallError('request/too-many', { retryAfter: wait })
  const source = matchLanguage(tenant.profile.default.language)
  if (!translations.provider || !source) throw new CallError('translation/off')
  const readers = (await catalogueOf(scope)).get(hashOfText(text))
  if (!readers || (readers === 'guests' && !guest)) throw new CallError('translation/foreign-text')
  if (source === target) return { translatedText: text }
  const between = { source, target }
  const known = await translations.find(tenant.id, between, [text])
  const kept = known.found.get(text)
  if (kept !== undefined) return { translatedText: kept }
  const { found, over, answered } = await translations.fetch(tenant.id, between, [text])
  const made = found.get(text)
  if (made !== undefined) return { translatedText: made }
  if (over) throw new CallError('translation/over-budget')
  if (!answered) throw new CallError('translation/unavailable')
  return { translatedText: text }
}
