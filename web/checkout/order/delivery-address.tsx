import type { Receipt } from '#contract/shop/checkout.ts'
import { isCollected } from '#domain/checkout/shipping.ts'
import { useRootData } from '#web/site/use-root-data.ts'

/**
 * Where an order goes: the pickup location, the tenant where it is collected, else the guest's address, with
 * the name of its `country`.
 */
export function DeliveryAddress({ receipt, country = null }: { receipt: Receipt; country?: string | null }) {
  const lines = useLines(receipt, country)
  if (!lines) return null
  return (
    <address className="wrap-anywhere text-muted not-italic">
      {lines
        .filter((line) => line.trim())
        .map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
    </address>
  )
}

function useLines({ customerDetails, shipping }: Receipt, country: string | null): string[] | null {
  const { companyname, address } = useRootData().brand
  const place = shipping?.pickupLocation
  if (place)
    return [
      place.name,
      `${place.address.street} ${place.address.houseNumber}`,
      `${place.address.zipCode} ${place.address.city}`,
    ]
  if (shipping && isCollected(shipping.type))
    return [companyname, ...(address ? [address.street, `${address.postalcode} ${address.city}`] : [])]
  return (
    customerDetails && [
      customerDetails.address,
      `${customerDetails.postalCode} ${customerDetails.city}`,
      country ?? '',
    ]
  )
}
