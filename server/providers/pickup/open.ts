import type { Config } from '#server/config/config.ts'
import { gls } from './gls.ts'
import type { PickupFinder } from './port.ts'

/** Creates the finder of pickup locations of the settings; `simulator`: the one for PICKUP=simulator. */
export function openPickup({ pickup }: Pick<Config, 'pickup'>, simulator = noPickup()): PickupFinder {
  switch (pickup.provider) {
    case 'gls':
      return gls(pickup)
    case 'simulator':
      return simulator
    case 'off':
      return noPickup()
  }
}

/** For installations without pickup locations. */
const noPickup = (): PickupFinder => ({ find: async () => ({ ok: false, code: 'off' }) })
