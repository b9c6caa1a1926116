import * as v from 'valibot'
import { choice, chooseProvider, ConfigError, text, type Values } from './setting.ts'
import { freshVapidLines, parseVapidKeys } from './vapid-keys.ts'

export const pushSettings = {
  PUSH: v.optional(choice('PUSH', ['on', 'simulator', 'off'])),
  VAPID_PUBLIC_KEY: v.optional(text(/^B[\w-]{86}$/, 'VAPID_PUBLIC_KEY is 65 bytes in base64url')),
  VAPID_PRIVATE_KEY: v.optional(text(/^[\w-]{43}$/, 'VAPID_PRIVATE_KEY is 32 bytes in base64url')),
  VAPID_SUBJECT: v.optional(
    text(
      /^(mailto:[^@\s]+@[^@\s]+|https:\/\/(?!localhost\b)\S+)$/,
      'VAPID_SUBJECT begins with mailto: or https://, and is not localhost',
    ),
  ),
}

type Settings = Values<typeof pushSettings>

/** The push provider with its keys; `keys` null: the demo derives them. */
export function readPushConfig(settings: Settings & { MAIL_FROM: string }, demo: boolean) {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = settings
  const provider = chooseProvider('PUSH', settings.PUSH, {
    demo,
    simulator: 'simulator',
    providers: 'on or off',
    needs: 'on (with VAPID_SUBJECT and keys to be generated) or off',
  })
  if (provider === 'off') return { provider }
  const keys = publicKey && privateKey ? { publicKey, privateKey } : null
  const problems = [
    ...(keys && parseVapidKeys(keys.privateKey)?.publicKey !== publicKey
      ? ['VAPID_PUBLIC_KEY is not the public key of VAPID_PRIVATE_KEY.']
      : []),
    ...(!keys && (!demo || publicKey || privateKey)
      ? [
          `PUSH is on, so VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be given; a fresh pair to paste: ${freshVapidLines()}`,
        ]
      : []),
    ...(!subject && !demo ? ['PUSH is on, so VAPID_SUBJECT must name a contact: mailto: or https://.'] : []),
  ]
  if (problems.length > 0) throw new ConfigError(...problems)
  return { provider, keys, subject: subject ?? `mailto:${settings.MAIL_FROM}` }
}
