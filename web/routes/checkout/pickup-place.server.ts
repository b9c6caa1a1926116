import { isCollected } from '#domain/checkout/shipping.ts'
import { localNow, openingAt } from '#domain/opening-hours.ts'
import { clockText } from '#domain/wall-clock.ts'
import type { PageContext } from '#contract/page.ts'
import type { PickupLocation, Receipt } from '#contract/shop/checkout.ts'
import type { PickupPlace } from '#web/checkout/order/pickup.tsx'
import { openingText, weekTexts } from '#web/checkout/step/pickup-texts.ts'
import { dayText, openingTexts } from '#web/content/opening-texts.ts'
import { toLocalTime } from './load-checkout.server.ts'

/** The place where an order is collected; null for one that is delivered. */
export function pickupPlace(ctx: PageContext, { shipping }: Receipt): PickupPlace | null {
  if (!shipping) return null
  if (shipping.pickupLocation) return ofLocation(ctx, shipping.pickupLocation)
  return isCollected(shipping.type) ? ofTenant(ctx) : null
}

function ofLocation(ctx: PageContext, location: PickupLocation): PickupPlace {
  const { street, houseNumber, zipCode, city } = location.address
  return {
    own: false,
    address: {
      street: `${street} ${houseNumber}`.trim(),
      postalcode: zipCode,
      city,
      country: location.countryCode,
    },
    opening: openingText(ctx.t, ctx.dateLanguage, location, toLocalTime(ctx)),
    hours: location.openingHours.length > 0 ? weekTexts(ctx.dateLanguage, location) : [],
  }
}

function ofTenant(ctx: PageContext): PickupPlace {
  const { brand, now } = ctx
  const texts = openingTexts(ctx, localNow(brand.timeZone, now).date)
  return {
    own: true,
    address: brand.address,
    opening: openingNow(ctx),
    hours: texts ? [...texts.week, ...texts.others].map(({ day, hours }) => ({ day, hours })) : [],
  }
}

/** As `openingText` of a pickup location, by the tenant's own hours, with the days that differ. */
function openingNow({ brand, dateLanguage, now, t }: PageContext): string {
  const today = localNow(brand.timeZone, now)
  const opening = openingAt(brand, today)
  if (opening.state === 'closed') return t('checkout.closed')
  if (opening.state === 'open')
    return t('checkout.openUntil', { time: clockText(dateLanguage, opening.until) })
  const time = clockText(dateLanguage, opening.from)
  return opening.date === today.date
    ? t('checkout.opensToday', { time })
    : t('checkout.opens', { day: dayText(dateLanguage, opening.date), time })
}
