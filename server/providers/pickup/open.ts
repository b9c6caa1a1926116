import type { Config } from '#server/config/config.ts'
import { gls } from './gls.ts'
import type { PickupFinder } from './port.ts'
import { simulatedPickup } from '#simulators/pickup/simulator.ts'

/** Creates the finder of pickup locations of the settings. */
export function openPickup({ pickup }: Pick<Config, 'pickup'>): PickupFinder {
  switch (pickup.provider) {
    case 'gls':
      return gls(pickup)
    case 'simulator':
      return simulatedPickup()
    case 'off':
      return { find: async () => ({ ok: false, code: 'off' }) }
  }
}
