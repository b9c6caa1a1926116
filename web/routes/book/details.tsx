import { redirect } from 'react-router'
import { dialCodeOptions } from '#web/ui/form/dial-codes.server.ts'
import { lazyWithRetry } from '#web/ui/loading/lazy.tsx'
import type { Route } from './+types/details'
import { DetailsView } from './confirm/details-view.tsx'
import { useStoreStep } from './confirm/booking-store.ts'
import { loadHold } from './shared/load-hold.ts'
import { getBookingContext } from './shared/booking-context.ts'
import { noExtras } from './details/visit-extras.tsx'

// Loaded on demand: few holds expire. The previous step stays until the script has loaded.
const HoldExpired = lazyWithRetry(() =>
  import('./confirm/hold-expired.tsx').then((module) => module.HoldExpired),
)

export async function loader(args: Route.LoaderArgs) {
  const ctx = getBookingContext(args)
  const held = await loadHold(ctx)
  // A signed-in guest has no details to enter.
  if (ctx.guest && held.without !== 'booked') throw redirect(`${ctx.base}/confirm?${ctx.search}`)
  return {
    ...held,
    person: null,
    dialCodes: dialCodeOptions(ctx),
    countryCode: ctx.brand.countryCode,
    cancelRule: ctx.cancelRule,
    text: ctx.messages(['book', 'booking', 'series', 'vat']),
  }
}

export default function DetailsStep({ loaderData }: Route.ComponentProps) {
  const { hold, held, without, selection, addons, now, dialCodes, countryCode, cancelRule } = loaderData
  useStoreStep(
    loaderData,
    hold && { state: 'details', hold, details: null, extras: noExtras, errors: null, now },
  )
  if (!hold)
    return <HoldExpired step="details" without={without ?? 'gone'} held={held} selection={selection} />
  return (
    <DetailsView
      hold={hold}
      now={now}
      dialCodes={dialCodes}
      countryCode={countryCode}
      cancelRule={cancelRule}
      addons={addons}
    />
  )
}
