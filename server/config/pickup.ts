import * as v from 'valibot'
import { choice, chooseProvider, httpUrl, missing, wholeNumber, type Values } from './setting.ts'

export const pickupSettings = {
  PICKUP: v.optional(choice('PICKUP', ['gls', 'simulator', 'off'])),
  GLS_DK_URL: v.optional(httpUrl('GLS_DK_URL'), 'https://www.gls.dk/webservices_v4/wsShopFinder.asmx'),
  GLS_API_URL: v.optional(httpUrl('GLS_API_URL')),
  GLS_AUTH: v.optional(choice('GLS_AUTH', ['basic', 'oauth']), 'basic'),
  GLS_USER: v.optional(v.string()),
  GLS_PASSWORD: v.optional(v.string()),
  GLS_HOURS_OFFSET_MS: v.optional(wholeNumber('GLS_HOURS_OFFSET_MS', 0, 43_200_000), '3600000'),
}

type Settings = Values<typeof pickupSettings>

/** The carrier of pickup locations; `shipit` null: only in Denmark. */
export function readPickupConfig(settings: Settings, demo: boolean) {
  const provider = chooseProvider('PICKUP', settings.PICKUP, {
    demo,
    simulator: 'simulator',
    providers: 'gls or off',
  })
  if (provider !== 'gls') return { provider }
  const { GLS_API_URL: url, GLS_AUTH: auth, GLS_USER: user, GLS_PASSWORD: password } = settings
  const hoursOffsetMs = settings.GLS_HOURS_OFFSET_MS
  if (!url && !user && !password)
    return { provider, denmarkUrl: settings.GLS_DK_URL, shipit: null, hoursOffsetMs }
  if (!url || !user || !password)
    throw missing('PICKUP is gls for more than Denmark', {
      GLS_API_URL: url,
      GLS_USER: user,
      GLS_PASSWORD: password,
    })
  return { provider, denmarkUrl: settings.GLS_DK_URL, shipit: { url, auth, user, password }, hoursOffsetMs }
}
