import { CircleCheck, CircleX } from 'lucide'
import { useNavigate } from 'react-router'
import { bookDoneLink, landingLink } from '#contract/links.ts'
import { useClock } from '#web/ui/time/clock.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { useFormat } from '#web/ui/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useText } from '#web/ui/text.tsx'
import type { OfferAnswer, ShownOffer } from './offer.server.ts'

/**
 * The result of accepting: nothing else on the page says it. Its button leads to the front page; closing it
 * leads to the booked visit, where there is one.
 */
export function OfferResult({ answer, offer }: { answer: OfferAnswer | null; offer: ShownOffer }) {
  const t = useText()
  const navigate = useNavigate()
  const shown = answer?.result === 'booked' || answer?.result === 'lost' ? answer : null
  const booked = shown?.result === 'booked' ? shown.visit : null
  return (
    <Dialog
      open={shown !== null}
      title={t(shown?.result === 'lost' ? 'offer.lostTitle' : 'offer.bookedTitle')}
      onClose={() => void navigate(booked ? bookDoneLink({ visit: booked }) : landingLink())}
    >
      {shown?.result === 'booked' && <Booked booked={shown} offer={offer} />}
      {shown?.result === 'lost' && <LostOffer lost={shown} />}
      <ButtonLink to={landingLink()} tone={booked ? 'secondary' : 'primary'}>
        {t('offer.ok')}
      </ButtonLink>
    </Dialog>
  )
}

type BookedProps = { booked: Extract<OfferAnswer, { result: 'booked' }>; offer: ShownOffer }

function Booked({ booked: { visit, email }, offer: { start } }: BookedProps) {
  const t = useText()
  const { fullDay } = useFormat()
  const clock = useClock()
  return (
    <>
      <Icon of={CircleCheck} size={40} className="stroke-[1.5] text-brand-text" />
      <p className="first-letter:uppercase">
        {t('offer.booked', { day: fullDay(start), time: clock(start) })}
      </p>
      {email && <p className="wrap-anywhere">{t('shell.mailSent', { email })}</p>}
      {visit && <ButtonLink to={bookDoneLink({ visit })}>{t('offer.seeVisit')}</ButtonLink>}
    </>
  )
}

function LostOffer({ lost: { moved, place, of } }: { lost: Extract<OfferAnswer, { result: 'lost' }> }) {
  const t = useText()
  return (
    <>
      <Icon of={CircleX} size={40} className="stroke-[1.5] text-danger" />
      <p>
        {moved
          ? t('offer.lostMoved')
          : `${t('offer.taken')}${place === null ? '' : ` ${t('offer.placeKept')}`}`}
      </p>
      {place !== null && of !== null && (
        <p className="tabular font-medium">{t('offer.place', { place, of })}</p>
      )}
    </>
  )
}
