import type { Receipt } from '#contract/shop/checkout.ts'
import type { routeLink } from '#domain/route-link.ts'
import { TenantText } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'
import { RouteLink } from '#web/visit/visit-links.tsx'
import { DeliveryAddress } from './delivery-address.tsx'
import { OpeningHours, type HoursRow } from './opening-hours.tsx'

/** What a guest needs to know of the place where they collect an order. */
export type PickupPlace = {
  /** The tenant itself, and no pickup location of the carrier. */
  own: boolean
  address: Parameters<typeof routeLink>[0] | null
  /** Whether it is open now and until when, or when it opens next. */
  opening: string
  hours: HoursRow[]
}

/** Where an order is collected, when it is ready, and the way there; needs the texts `checkout`. */
export function Pickup({ receipt, place }: { receipt: Receipt; place: PickupPlace }) {
  const t = useText()
  return (
    <section
      aria-labelledby="pickup"
      className="mt-6 grid justify-items-start gap-3 rounded-xl border border-line bg-surface p-4 sm:p-5"
    >
      <h2 id="pickup" className="text-xl wrap-anywhere">
        <TenantText>{receipt.shipping?.name ?? ''}</TenantText>
      </h2>
      <p>{t(place.own ? 'checkout.readyHere' : 'checkout.readyThere')}</p>
      <DeliveryAddress receipt={receipt} />
      <div>
        <p className="tabular font-medium">{place.opening}</p>
        {place.hours.length > 0 && <OpeningHours rows={place.hours} />}
      </div>
      {place.address && <RouteLink address={place.address} text="checkout.route" />}
    </section>
  )
}
