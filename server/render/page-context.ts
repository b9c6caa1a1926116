import type { PageClient } from '#contract/client.ts'
import type { PageContext } from '#contract/page.ts'
import { serializeMessages, type CompiledMessages } from '#contract/text.ts'
import { matchLanguage } from '#domain/language.ts'
import { MIN_PASSWORD_LENGTH } from '#domain/password.ts'
import { USUAL_POLICY } from '#domain/visit/move.ts'
import { buildBrand } from './brand.ts'
import type { RequestContext } from '../context/context.ts'
import { cookieNames, endsSession, setCookie } from '../context/cookies.ts'
import { drawnForMark, subjectOf } from '../http/drawn-for.ts'
import { serializeError } from '../logging/serialize-error.ts'
import { saveFormValues, takeFormValues } from '../context/form-values-cookie.ts'
import { languagePairFor, translateTenantTexts } from '../translation/tenant-text.ts'

/** What loaders and actions are handed; `original`: the guest has asked for the tenant's own words. */
export function createPageContext(
  ctx: RequestContext,
  call: PageClient,
  messages: Record<string, CompiledMessages>,
  original: boolean,
): Omit<PageContext, 'nonce' | 'formKey' | 'returned' | 'metadata' | 'setMetadata' | 'setDocument'> {
  const { tenant, guest, deps } = ctx
  const { profile } = tenant
  const secure = deps.config.scheme === 'https'
  const translation = languagePairFor(ctx, ctx.language) && {
    original,
    simulated: deps.translations.provider === 'simulator',
  }
  return {
    translation,
    translate: async (texts) => ({
      ...(await translateTenantTexts(ctx, ctx.language, texts, { ownOnly: original })),
      untranslated: ctx.untranslated ?? null,
    }),
    untranslated: () => ctx.untranslated ?? null,
    call,
    brand: buildBrand(ctx),
    unknownSalon: tenant.unknownFirstpath ?? null,
    origin: tenant.origin,
    staffOrigin: tenant.staffOrigin,
    site: ctx.site,
    guest,
    staff: ctx.staff,
    desk: ctx.desk,
    sessionEnded: ctx.sessionEnded,
    drawnFor: () => {
      const signedOut = ctx.cookies.some(endsSession)
      const subject = subjectOf(signedOut ? { guest: null, staff: null, desk: ctx.desk } : ctx)
      return drawnForMark(deps.secret, tenant.id, subject)
    },
    language: ctx.language,
    dateLanguage: ctx.dateLanguage,
    locales: deps.locales,
    t: deps.text(ctx.language),
    messages: (areas) => cachedJson(messages[ctx.language] ?? {}, areas),
    now: deps.now(),
    demo: deps.config.demo,
    platformName: deps.config.platformName,
    platformAddress: deps.config.platformAddress,
    platformNumber: deps.config.platformNumber,
    visitMonths: deps.config.visitMonths,
    consent: ctx.consent.choice,
    cancelRule: {
      limitHours: profile.tenantMessages.cancelLimit ?? 24,
      text: profile.tenantMessages.cancelLimitText ?? null,
      language: matchLanguage(profile.default.language) ?? ctx.language,
      ofMoving: (profile.move ?? USUAL_POLICY) === 'fee',
    },
    passwordFloor: profile.passwordFloor ?? MIN_PASSWORD_LENGTH,
    logError: (error) =>
      deps.log.error({ err: serializeError(error), requestId: ctx.requestId }, 'page failed'),
    saveFormValues: (form, values, options) => saveFormValues(ctx, form, values, options),
    takeFormValues: (form) => takeFormValues(ctx, form),
    setLanguageCookie: (locale, seconds) => {
      ctx.cookies.push(setCookie(cookieNames(secure).language, locale, seconds, { secure }))
    },
  }
}

const sentByAreas = new WeakMap<CompiledMessages, Map<string, string>>()
/** A handful of routes ask for the same areas again and again. */
function cachedJson(messages: CompiledMessages, areas: readonly string[]): string {
  const known = sentByAreas.get(messages) ?? new Map<string, string>()
  sentByAreas.set(messages, known)
  const sent = known.get(areas.join()) ?? serializeMessages(messages, areas)
  known.set(areas.join(), sent)
  return sent
}
