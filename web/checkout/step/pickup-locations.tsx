import type { PickupLocation } from '#contract/shop/checkout.ts'
import type { Translate } from '#contract/text.ts'
import { Button, Spinner } from '#web/ui/button.tsx'
import { useFormat } from '#web/ui/format.ts'
import { useText } from '#web/ui/text.tsx'
import type { PickupResult } from '../answer.ts'
import type { LocalTime } from '../checkout-page.ts'
import { OpeningHours } from '../order/opening-hours.tsx'
import { distanceText, openingText, weekTexts } from './pickup-texts.ts'

type PickupProps = {
  /** Null: not searched yet. */
  result: PickupResult | null
  searching: boolean
  /** The guest's choice so far. */
  chosen: PickupLocation | null
  country: string
  localTime: LocalTime
  choose: (parcelShopId: string) => void
  search: () => void
  /** The name of home delivery, where the tenant has it. */
  delivery: string | null
}

/** The pickup locations of a search as a radio group, the nearest first; what was chosen stays among them. */
export function PickupLocations(props: PickupProps) {
  const t = useText()
  const { result, searching, chosen, localTime, choose } = props
  const found = result?.state === 'found' ? result.locations : []
  const locations =
    chosen && !found.some((one) => one.parcelShopId === chosen.parcelShopId) ? [chosen, ...found] : found
  const preselected = chosen ?? found[0]
  return (
    <section aria-labelledby="pickup" className="grid gap-3 rounded-xl border border-line p-4 sm:p-5">
      <h2 id="pickup" className="text-lg">
        {t('checkout.pickupTitle')}
      </h2>
      <div role="status" className="grid gap-2">
        {searching ? (
          <p className="flex items-center gap-3">
            <Spinner />
            <span>{t('checkout.pickupSearching')}</span>
          </p>
        ) : (
          result && <p className="text-muted">{resultText(t, result, props.country)}</p>
        )}
      </div>
      {result && <input type="hidden" name="searched" value="true" />}
      {locations.length > 0 && (
        <fieldset key={locations.map(({ parcelShopId }) => parcelShopId).join()} className="grid gap-2">
          <legend className="sr-only">{t('checkout.pickupTitle')}</legend>
          {locations.map((location) => (
            <Location
              key={location.parcelShopId}
              location={location}
              selected={location.parcelShopId === preselected?.parcelShopId}
              localTime={localTime}
              choose={choose}
            />
          ))}
        </fieldset>
      )}
      <Actions {...props} />
    </section>
  )
}

/** Searching without scripts or again, and home delivery where there is nothing to choose from. */
function Actions({ result, searching, search, delivery }: PickupProps) {
  const t = useText()
  const stuck = result !== null && result.state !== 'found'
  if (searching || result?.state === 'found') return null
  return (
    <div className={`flex flex-wrap gap-3 ${stuck ? '' : 'unscripted'}`}>
      {result?.state !== 'none' && result?.state !== 'incomplete' && (
        <Button
          type="submit"
          name="intent"
          value="find"
          tone="secondary"
          onClick={(event) => {
            event.preventDefault()
            search()
          }}
        >
          {t(stuck ? 'checkout.retry' : 'checkout.pickupFind')}
        </Button>
      )}
      {stuck && delivery !== null && (
        <Button type="submit" name="intent" value="deliver" tone="secondary">
          {t('checkout.deliverInstead', { name: delivery })}
        </Button>
      )}
    </div>
  )
}

function resultText(t: Translate, result: PickupResult, country: string): string {
  const danish = country === 'DK'
  switch (result.state) {
    case 'found':
      return t('checkout.pickupFound', { n: result.locations.length })
    case 'none':
      return t(danish ? 'checkout.pickupNoneHere' : 'checkout.pickupNoneNear')
    case 'failed':
      return t('checkout.pickupFailed')
    case 'incomplete':
      return t(danish ? 'checkout.pickupNeedsPostalCode' : 'checkout.pickupNeedsAddress')
  }
}

type LocationProps = {
  location: PickupLocation
  selected: boolean
  localTime: LocalTime
  choose: (parcelShopId: string) => void
}

function Location({ location, selected, localTime, choose }: LocationProps) {
  const t = useText()
  const { dateLanguage } = useFormat()
  const { parcelShopId, name, address, distance, openingHours } = location
  return (
    <div className="rounded border border-control bg-surface has-checked:border-brand-line has-checked:bg-brand-soft has-checked:text-on-brand-soft">
      <label className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 p-3">
        <input
          type="radio"
          name="location"
          value={parcelShopId}
          defaultChecked={selected}
          onChange={() => choose(parcelShopId)}
          className="row-span-3 mt-0.5 size-6 accent-brand-line"
        />
        <span className="font-medium wrap-anywhere">{name}</span>
        <span className="tabular text-sm">{distance !== null && distanceText(dateLanguage, distance)}</span>
        <span className="col-span-2 text-sm wrap-anywhere">
          {`${`${address.street} ${address.houseNumber}`.trim()}, ${address.zipCode} ${address.city}`}
        </span>
        <span className="tabular col-span-2 text-sm">
          {openingText(t, dateLanguage, location, localTime)}
        </span>
      </label>
      {openingHours.length > 0 && (
        <OpeningHours rows={weekTexts(dateLanguage, location)} place={name} className="pr-3 pb-1 pl-12" />
      )}
    </div>
  )
}
