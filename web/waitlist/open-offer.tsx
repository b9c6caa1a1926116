import { ButtonLink } from '../ui/button.tsx'
import { useFormat } from '../ui/format.ts'
import { useNameList } from '../ui/people.tsx'
import { OwnTime } from '../ui/time/own-time.tsx'
import { useText } from '../ui/text.tsx'
import type { WaitlistEntry } from './entry.ts'
import { OfferCountdown } from './offer-countdown.tsx'

/** A time that is held for the guest, until when, and the way to take it; `now` as in `OfferCountdown`. */
export function OpenOffer({ offer, now }: { offer: NonNullable<WaitlistEntry['offer']>; now: number }) {
  const t = useText()
  const joinNames = useNameList()
  const { fullDay, time, cost } = useFormat()
  return (
    <>
      <div>
        <p className="font-display text-lg font-semibold first-letter:uppercase">
          <time dateTime={new Date(offer.start).toISOString()}>{fullDay(offer.start)}</time>
        </p>
        <p className="tabular">{`${time(offer.start)}–${time(offer.end)}, ${cost(offer.price, offer)}`}</p>
        <OwnTime start={offer.start} />
        {offer.members.length > 0 && <p>{t('offer.with', { people: joinNames(offer.members) })}</p>}
      </div>
      <OfferCountdown expiresAt={offer.expiresAt} now={now} />
      {/* The page of an offer frees the address bar of its handle, so it is loaded whole. */}
      <ButtonLink to={offer.link} reloadDocument>
        {t('waitlist.takeOffer')}
      </ButtonLink>
    </>
  )
}
