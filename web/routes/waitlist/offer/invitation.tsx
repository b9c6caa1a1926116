import { addonNamesOf } from '#domain/visit/addons.ts'
import { useLocation, useRevalidator, type useFetcher } from 'react-router'
import {
  bookDoneLink,
  bookLink,
  landingLink,
  unsubscribeWaitlistLink,
  waitlistLink,
} from '#contract/links.ts'
import type { PageContext } from '#contract/page.ts'
import type { TextKey } from '#contract/text.ts'
import { Alert } from '#web/ui/alert.tsx'
import { ButtonLink, SubmitButton } from '#web/ui/button.tsx'
import { FormKey } from '#web/ui/form/form.tsx'
import { useFormat } from '#web/ui/format.ts'
import { Link, textLinkClasses } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { useText } from '#web/ui/text.tsx'
import { OfferCountdown } from '#web/waitlist/offer-countdown.tsx'
import { CancelRule } from '#web/routes/book/shared/cancel-rule.tsx'
import { OfferedTime } from './offered-time.tsx'
import type { OfferAnswer, ShownOffer } from './offer.server.ts'

type InvitationProps = {
  offer: ShownOffer
  now: number
  company: string
  signedIn: boolean
  cancelRule: PageContext['cancelRule']
  fetcher: ReturnType<typeof useFetcher<OfferAnswer>>
  /** Why nothing was booked though the offer may still be open. */ failure: string | null
}

const ended = {
  taken: { title: 'offer.takenTitle', lead: 'offer.taken' },
  expired: { title: 'offer.expiredTitle', lead: 'offer.expired' },
  withdrawn: { title: 'offer.withdrawnTitle', lead: 'offer.withdrawn' },
  mine: { title: 'offer.mineTitle', lead: 'offer.mine' },
  declined: { title: 'offer.alreadyDeclinedTitle', lead: 'offer.alreadyDeclined' },
} as const satisfies Record<
  Exclude<ShownOffer['state'], 'valid'> | 'declined',
  { title: TextKey; lead: TextKey }
>

/** The tenant's personal invitation to a time that came free, or what became of it. */
export function Invitation({ offer, now, company, signedIn, cancelRule, fetcher, failure }: InvitationProps) {
  const t = useText()
  const { state, firstname: name } = offer
  if (state === 'valid')
    return (
      <Page
        title={t('offer.title', { company })}
        lead={name ? t('offer.lead', { name, company }) : t('offer.leadUnnamed', { company })}
        width="form"
      >
        <Answer offer={offer} now={now} cancelRule={cancelRule} fetcher={fetcher} failure={failure} />
      </Page>
    )
  const { title, lead: outcome } = ended[offer.declined ? 'declined' : state]
  const lead = [t(outcome), ...(state !== 'mine' && offer.waiting ? [t('offer.placeKept')] : [])]
  return (
    <Page title={t(title)} lead={<p role="status">{lead.join(' ')}</p>} width="form">
      <div className="grid gap-6 rounded-xl border border-line bg-surface p-5 sm:p-8">
        <OfferedTime offer={offer} />
        <div className="flex flex-wrap gap-3">
          {state === 'mine' && offer.visitHandle && (
            <ButtonLink to={bookDoneLink({ visit: offer.visitHandle })}>{t('offer.seeVisit')}</ButtonLink>
          )}
          {state !== 'mine' && (
            <ButtonLink
              to={bookLink({
                services: offer.services.map((one) => one.id),
                addons: addonNamesOf(offer.services.map(({ id, addons }) => ({ serviceId: id, addons }))),
              })}
            >
              {t('offer.otherTimes')}
            </ButtonLink>
          )}
          {signedIn && state !== 'mine' && (
            <ButtonLink to={waitlistLink()} tone="secondary">
              {t('offer.toWaitlist')}
            </ButtonLink>
          )}
          <ButtonLink to={landingLink()} tone="secondary">
            {t('offer.home')}
          </ButtonLink>
        </div>
      </div>
    </Page>
  )
}

function Answer({
  offer,
  now,
  cancelRule,
  fetcher,
  failure,
}: Pick<InvitationProps, 'offer' | 'now' | 'cancelRule' | 'fetcher' | 'failure'>) {
  const t = useText()
  const { language } = useFormat()
  const { pathname, search } = useLocation()
  const { revalidate } = useRevalidator()
  const busy = fetcher.state !== 'idle'
  const intent = fetcher.formData?.get('intent')
  return (
    <div className="grid gap-6 rounded-xl border border-line bg-surface p-5 sm:p-8">
      <OfferCountdown expiresAt={offer.expiresAt} now={now} onOver={() => void revalidate()} />
      <OfferedTime offer={offer} open />
      <CancelRule hold={offer} rule={cancelRule} />
      {failure && <Alert>{failure}</Alert>}
      <fetcher.Form method="post" action={pathname + search} className="grid gap-3">
        <FormKey />
        <SubmitButton
          name="intent"
          value="accept"
          busy={busy && intent !== 'decline'}
          busyText={t('offer.booking')}
          disabled={busy}
          wide
        >
          {t('offer.accept')}
        </SubmitButton>
        <SubmitButton
          name="intent"
          value="decline"
          tone="secondary"
          busy={busy && intent === 'decline'}
          busyText={t('offer.declining')}
          disabled={busy}
          wide
        >
          {t('offer.decline')}
        </SubmitButton>
      </fetcher.Form>
      <p className="border-t border-line pt-4 text-sm text-muted">
        <span>{t('offer.leaveHint')}</span>{' '}
        <Link
          to={unsubscribeWaitlistLink({ handle: offer.leaveHandle, language })}
          className={textLinkClasses}
        >
          {t('offer.leave')}
        </Link>
      </p>
    </div>
  )
}
