import type { Config } from '#server/config/config.ts'
import { createPickupFinder } from './create-finder.ts'
import { glsDenmark } from './gls-denmark.ts'
import { glsShipit } from './gls-shipit.ts'
import type { PickupFinder } from './port.ts'
import type { Fetch } from './request.ts'

type Settings = Omit<Extract<Config['pickup'], { provider: 'gls' }>, 'provider'> & {
  fetch?: Fetch
  now?: () => number
  deadlineMs?: number
}

/** GLS: its Danish service for Denmark, ShipIT for other countries, if there are credentials for it. */
export function gls({
  denmarkUrl,
  shipit,
  hoursOffsetMs,
  fetch = globalThis.fetch,
  ...timing
}: Settings): PickupFinder {
  const denmark = glsDenmark({ url: denmarkUrl, fetch })
  const abroad = shipit && glsShipit({ ...shipit, hoursOffsetMs, fetch, now: timing.now })
  return createPickupFinder({
    ...timing,
    serviceOf: (countryCode) => (countryCode === 'DK' ? denmark : abroad),
  })
}
