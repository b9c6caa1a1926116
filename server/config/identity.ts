import * as v from 'valibot'
import { ConfigError, httpUrl, list, text, wholeNumber, type Values } from './setting.ts'

/** Our OAuth client at a provider. */
export type OAuthClient = { id: string; secret: string }

/** Comma-separated `tenant=id:secret`; `*` for all other tenants, `off` for none. */
const clients = (name: string) =>
  v.pipe(
    v.string(),
    v.transform((given) => (given === 'off' ? '' : given)),
    list,
    v.array(
      v.pipe(
        v.string(),
        v.regex(/^(\*|[a-z0-9][a-z0-9-]{0,62})=[^:\s]+:\S+$/, `${name} is written tenant=id:secret`),
      ),
    ),
    v.transform(
      (all) =>
        new Map(
          all.map((client): [string, OAuthClient] => {
            const [, tenant = '', id = '', secret = ''] = /^([^=]+)=([^:]+):(.+)$/.exec(client) ?? []
            return [tenant, { id, secret }]
          }),
        ),
    ),
  )

export const identitySettings = {
  GOOGLE_CLIENTS: v.optional(clients('GOOGLE_CLIENTS')),
  GOOGLE_ISSUER: v.optional(httpUrl('GOOGLE_ISSUER'), 'https://accounts.google.com'),
  FACEBOOK_CLIENTS: v.optional(clients('FACEBOOK_CLIENTS')),
  FACEBOOK_DIALOG_URL: v.optional(httpUrl('FACEBOOK_DIALOG_URL'), 'https://www.facebook.com'),
  FACEBOOK_GRAPH_URL: v.optional(httpUrl('FACEBOOK_GRAPH_URL'), 'https://graph.facebook.com'),
  FACEBOOK_VERSION: v.optional(text(/^v\d{1,3}\.\d$/, 'FACEBOOK_VERSION is written like v25.0'), 'v25.0'),
  IDENTITY_PORT: v.optional(wholeNumber('IDENTITY_PORT', 0, 65535)),
}

type Settings = Values<typeof identitySettings>

/** Our clients at the providers of sign-in, and where these are. Without the demo each is named or off. */
export function readIdentityConfig(settings: Settings, demo: boolean) {
  const problems = demo
    ? []
    : [
        ...(settings.IDENTITY_PORT === undefined
          ? []
          : [
              'IDENTITY_PORT is the simulator of the demo: with DEMO=off name GOOGLE_CLIENTS and ' +
                'FACEBOOK_CLIENTS, or neither.',
            ]),
        ...(['GOOGLE_CLIENTS', 'FACEBOOK_CLIENTS'] as const).flatMap((name) =>
          settings[name] ? [] : [`${name} is not set: name the clients (tenant=id:secret) or off.`],
        ),
      ]
  if (problems.length > 0) throw new ConfigError(...problems)
  return {
    google: { issuer: settings.GOOGLE_ISSUER, clients: settings.GOOGLE_CLIENTS ?? null },
    facebook: {
      dialogUrl: settings.FACEBOOK_DIALOG_URL,
      graphUrl: settings.FACEBOOK_GRAPH_URL,
      version: settings.FACEBOOK_VERSION,
      clients: settings.FACEBOOK_CLIENTS ?? null,
    },
  }
}
