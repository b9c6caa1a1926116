import type { Config } from '#server/config/config.ts'
import type { PushProvider } from './port.ts'
import { deriveVapidKeys } from '#server/config/vapid-keys.ts'
import { webPush } from './web-push.ts'

/**
 * Creates the push provider of the settings; `simulator`: the one for PUSH=simulator. The demo's keys come
 * from its `secret`, which it keeps.
 */
export function openPush({ push }: Pick<Config, 'push'>, secret: string, simulator = noPush()): PushProvider {
  switch (push.provider) {
    case 'on':
      return webPush({ ...(push.keys ?? deriveVapidKeys(secret)), subject: push.subject })
    case 'simulator':
      return simulator
    case 'off':
      return noPush()
  }
}

/** For installations without push. */
export const noPush = (): PushProvider => ({
  name: 'off',
  publicKey: null,
  send: async () => ({ is: 'refused' }),
})
