import { redirect } from 'react-router'
import type { Route } from './+types/details'
import { dialCodes } from './details.server.ts'
import { DetailsStage } from './details-stage.tsx'
import { HoldOver } from './hold-over.tsx'
import { loadHold } from './load-hold.ts'
import { bookingScope } from './scope.ts'

export async function loader(args: Route.LoaderArgs) {
  const scope = bookingScope(args)
  // Who has signed in has told everything already.
  if (scope.guest) throw redirect(`${scope.base}/confirm?${scope.search}`)
  return { ...(await loadHold(scope)), dial: dialCodes(scope), countryCode: scope.brand.countryCode, text: scope.messages(['book', 'booking']) }
}

export const meta = () => [{ name: 'robots', content: 'noindex' }]

export default function DetailsStep({ loaderData: { hold, expired, selection, ...rest } }: Route.ComponentProps) {
  return hold ? <DetailsStage hold={hold} {...rest} /> : <HoldOver step="details" expired={expired} selection={selection} />
}
