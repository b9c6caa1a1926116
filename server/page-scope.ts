import type { PageScope } from '#contract/page.ts'
import { messagesOf, type Sent } from '#contract/text.ts'
import { matchLanguage } from '#domain/language.ts'
import { PASSWORD_FLOOR } from '#domain/password.ts'
import { brandOf } from './brand.ts'
import type { Scope } from './context.ts'
import { cookieNames, setCookie } from './cookies.ts'
import { keptAnswer, valueOf } from './kept-answer.ts'
import { outline } from './outline.ts'
import { innerClient } from './run-call.ts'
import { keepTyped, takeTyped } from './typed-cookie.ts'
import { textsOf } from './translation/units.ts'
import { translatedFor, wordsOf } from './translation/words.ts'

/** What loaders and actions are handed; `original`: the guest has asked for the tenant's own words. */
export function pageScopeOf(
  scope: Scope,
  messages: Record<string, Sent>,
  original: boolean,
): Omit<PageScope, 'nonce' | 'formKey' | 'state' | 'handOver' | 'head' | 'announce'> {
  const { tenant, guest, deps } = scope
  const { profile } = tenant
  const secure = deps.config.scheme === 'https'
  const translation = translatedFor(scope, scope.language) && {
    original,
    simulated: deps.translations.provider === 'simulator',
  }
  return {
    translation,
    words: async (texts) =>
      translation && !original
        ? { found: await wordsOf(scope, scope.language, textsOf(...texts)), lacking: scope.words ?? null }
        : { found: {}, lacking: null },
    lacking: () => scope.words ?? null,
    call: innerClient(scope),
    kept: async (name, make) =>
      valueOf(await keptAnswer(scope, `${name} ${scope.language} ${original}`, make)) as never,
    brand: brandOf(scope),
    unknownSalon: tenant.unknownFirstpath ?? null,
    origin: tenant.origin,
    guest,
    language: scope.language,
    locales: deps.locales,
    t: deps.text(scope.language),
    messages: (areas) => sentOf(messages[scope.language] ?? {}, areas),
    now: deps.now(),
    demo: deps.config.demo,
    platformName: deps.config.platformName,
    platformAddress: deps.config.platformAddress,
    platformNumber: deps.config.platformNumber,
    consent: scope.consent.choice,
    cancelRule: {
      limitHours: profile.tenantMessages.cancelLimit ?? 24,
      text: profile.tenantMessages.cancelLimitText ?? null,
      language: matchLanguage(profile.default.language) ?? scope.language,
    },
    passwordFloor: profile.passwordFloor ?? PASSWORD_FLOOR,
    report: (error) => deps.log.error({ err: outline(error), requestId: scope.requestId }, 'page failed'),
    keepTyped: (form, values) => keepTyped(scope, form, values),
    takeTyped: (form) => takeTyped(scope, form),
    keepLanguage: (locale, seconds) => {
      scope.cookies.push(setCookie(cookieNames(secure).language, locale, seconds, secure))
    },
  }
}

const sentByAreas = new WeakMap<Sent, Map<string, string>>()
/** A handful of routes ask for the same areas again and again. */
function sentOf(messages: Sent, areas: readonly string[]): string {
  const known = sentByAreas.get(messages) ?? new Map<string, string>()
  sentByAreas.set(messages, known)
  const sent = known.get(areas.join()) ?? messagesOf(messages, areas)
  known.set(areas.join(), sent)
  return sent
}
