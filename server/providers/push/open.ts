import type { Config } from '#server/config/config.ts'
import type { PushProvider } from './port.ts'
import { simulatedPush } from '#simulators/push.ts'
import { deriveVapidKeys } from '#server/config/vapid-keys.ts'
import { webPush } from './web-push.ts'

/** Creates the push provider of the settings. The demo's keys come from its `secret`, which it keeps. */
export function openPush({ push }: Pick<Config, 'push'>, secret: string): PushProvider {
  switch (push.provider) {
    case 'on':
      return webPush({ ...(push.keys ?? deriveVapidKeys(secret)), subject: push.subject })
    case 'simulator':
      return simulatedPush((push.keys ?? deriveVapidKeys(secret)).publicKey)
    case 'off':
      return noPush()
  }
}

/** For installations without push. */
export const noPush = (): PushProvider => ({
  name: 'off',
  publicKey: null,
  send: async () => ({ is: 'refused' }),
  sent: () => [],
})
