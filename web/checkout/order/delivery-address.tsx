import type { Receipt } from '#contract/shop/checkout.ts'

/** Where an order goes: the chosen pickup location, else the guest's own address. */
export function DeliveryAddress({ receipt: { customerDetails, shipping } }: { receipt: Receipt }) {
  const place = shipping?.pickupLocation
  const lines = place
    ? [
        place.name,
        `${place.address.street} ${place.address.houseNumber}`,
        `${place.address.zipCode} ${place.address.city}`,
      ]
    : customerDetails && [customerDetails.address, `${customerDetails.postalCode} ${customerDetails.city}`]
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
