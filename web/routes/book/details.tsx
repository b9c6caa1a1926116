import { redirect } from 'react-router'
import { dialsOf } from '#web/dials.server.ts'
import { fetched } from '#web/ui/fetched.tsx'
import type { Route } from './+types/details'
import { DetailsStage } from './details-stage.tsx'
import { useKeptStep } from './held.ts'
import { loadHold } from './load-hold.ts'
import { bookingScope } from './scope.ts'

// Few guests come too late. The step before stays until it is here.
const HoldOver = fetched(() => import('./hold-over.tsx').then((module) => module.HoldOver))

export async function loader(args: Route.LoaderArgs) {
  const scope = bookingScope(args)
  const held = await loadHold(scope)
  // Who has signed in has told everything already.
  if (scope.guest && held.without !== 'booked') throw redirect(`${scope.base}/confirm?${scope.search}`)
  return {
    ...held,
    person: null,
    dials: dialsOf(scope),
    countryCode: scope.brand.countryCode,
    cancelRule: scope.cancelRule,
    text: scope.messages(['book', 'booking']),
  }
}

export const meta = () => [{ name: 'robots', content: 'noindex' }]

export default function DetailsStep({ loaderData }: Route.ComponentProps) {
  const { hold, without, selection, now, dials, countryCode } = loaderData
  useKeptStep(loaderData, hold && { stage: 'details', hold, details: null, faults: null, now })
  if (!hold) return <HoldOver step="details" without={without ?? 'gone'} selection={selection} />
  return <DetailsStage hold={hold} now={now} dials={dials} countryCode={countryCode} />
}
