import * as v from 'valibot'
import { choice, chooseProvider, ConfigError, httpUrl, text, wholeNumber, type Values } from './setting.ts'

/** The key file of a Google service account. */
const ServiceAccount = v.object({
  client_email: v.string(),
  private_key: v.string(),
  project_id: v.string(),
  token_uri: v.pipe(v.string(), v.url()),
})

export const translationSettings = {
  TRANSLATION: v.optional(
    choice('TRANSLATION', ['google-v2', 'google-v3', 'libretranslate', 'simulator', 'off']),
  ),
  TRANSLATION_BUDGET: v.optional(wholeNumber('TRANSLATION_BUDGET', 0, 100_000_000), '100000'),
  GOOGLE_TRANSLATE_URL: v.optional(httpUrl('GOOGLE_TRANSLATE_URL'), 'https://translation.googleapis.com'),
  GOOGLE_TRANSLATE_KEY: v.optional(v.string()),
  GOOGLE_TRANSLATE_ACCOUNT: v.optional(
    v.pipe(
      v.string(),
      v.rawTransform(({ dataset, addIssue, NEVER }) => {
        const account = v.safeParse(v.pipe(v.string(), v.parseJson(), ServiceAccount), dataset.value)
        if (account.success) return account.output
        addIssue({ message: "GOOGLE_TRANSLATE_ACCOUNT is a service account's key file, in one line" })
        return NEVER
      }),
    ),
  ),
  GOOGLE_TRANSLATE_LOCATION: v.optional(
    text(/^[a-z0-9-]{2,40}$/, 'GOOGLE_TRANSLATE_LOCATION is written like europe-west1'),
    'global',
  ),
  LIBRETRANSLATE_URL: v.optional(httpUrl('LIBRETRANSLATE_URL')),
  LIBRETRANSLATE_KEY: v.optional(v.string()),
}

type Settings = Values<typeof translationSettings>

/** The translation provider with its keys. */
export function readTranslationConfig(settings: Settings, demo: boolean) {
  const provider = chooseProvider('TRANSLATION', settings.TRANSLATION, {
    demo,
    simulator: 'simulator',
    providers: 'google-v2, google-v3, libretranslate or off',
    needs: 'google-v2, google-v3, libretranslate (with their keys) or off',
  })
  if (provider === 'google-v2') {
    if (!settings.GOOGLE_TRANSLATE_KEY)
      throw new ConfigError('TRANSLATION is google-v2, so GOOGLE_TRANSLATE_KEY must be given.')
    return { provider, url: settings.GOOGLE_TRANSLATE_URL, key: settings.GOOGLE_TRANSLATE_KEY }
  }
  if (provider === 'google-v3') {
    if (!settings.GOOGLE_TRANSLATE_ACCOUNT)
      throw new ConfigError('TRANSLATION is google-v3, so GOOGLE_TRANSLATE_ACCOUNT must be given.')
    return {
      provider,
      url: settings.GOOGLE_TRANSLATE_URL,
      account: settings.GOOGLE_TRANSLATE_ACCOUNT,
      location: settings.GOOGLE_TRANSLATE_LOCATION,
    }
  }
  if (provider === 'libretranslate') {
    if (!settings.LIBRETRANSLATE_URL)
      throw new ConfigError('TRANSLATION is libretranslate, so LIBRETRANSLATE_URL must name it.')
    return { provider, url: settings.LIBRETRANSLATE_URL, key: settings.LIBRETRANSLATE_KEY ?? null }
  }
  return { provider }
}
