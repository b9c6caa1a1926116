import * as v from 'valibot'
import { choice, chooseProvider, ConfigError, httpUrl, list, type Values } from './setting.ts'

/** Comma-separated `tenant:secret`. */
const secrets = (name: string) =>
  v.pipe(
    list,
    v.array(v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,62}:\S+$/, `${name} is written tenant:secret`))),
    v.minLength(1, `${name} is written tenant:secret`),
    v.transform(
      (all) =>
        new Map(
          all.map((pair): [string, string] => [
            pair.slice(0, pair.indexOf(':')),
            pair.slice(pair.indexOf(':') + 1),
          ]),
        ),
    ),
  )

export const analyticsSettings = {
  ANALYTICS: v.optional(choice('ANALYTICS', ['ga4', 'simulator', 'off'])),
  GA4_URL: v.optional(httpUrl('GA4_URL'), 'https://www.google-analytics.com'),
  GA4_SECRETS: v.optional(secrets('GA4_SECRETS')),
}

type Settings = Values<typeof analyticsSettings>

/** The analytics provider with its secrets. */
export function readAnalyticsConfig(settings: Settings, demo: boolean) {
  const provider = chooseProvider('ANALYTICS', settings.ANALYTICS, {
    demo,
    simulator: 'simulator',
    providers: 'ga4 or off',
    needs: 'ga4 (with GA4_SECRETS) or off',
  })
  if (provider !== 'ga4') return { provider }
  if (!settings.GA4_SECRETS)
    throw new ConfigError('ANALYTICS is ga4, so GA4_SECRETS must name the tenants (tenant:secret).')
  return { provider, url: settings.GA4_URL, secrets: settings.GA4_SECRETS }
}
