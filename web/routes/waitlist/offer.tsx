import { data, redirect, useFetcher } from 'react-router'
import { landingLink, offerLink, waitlistLink } from '#contract/links.ts'
import { readFormText } from '#web/request/form.ts'
import { readForm } from '#web/request/guard.ts'
import { getPageContext } from '#web/request/page-context.ts'
import { visitTexts } from '#web/visit/visit-texts.ts'
import { privateMeta } from '#web/request/page-meta.ts'
import { withFallback } from '#web/request/with-fallback.ts'
import { ButtonLink, Spinner } from '#web/ui/button.tsx'
import { Outcome } from '#web/ui/outcome.tsx'
import { Page } from '#web/ui/page.tsx'
import { useText } from '#web/ui/text.tsx'
import { WaysOn } from '#web/ui/ways-on.tsx'
import { Invitation } from './offer/invitation.tsx'
import { OfferedTime } from './offer/offered-time.tsx'
import { OfferResult } from './offer/offer-result.tsx'
import { answerOffer, loadOffer, parseOfferLink, type OfferAnswer } from './offer/offer.server.ts'
import { useBareAddress } from './offer/use-bare-address.ts'
import type { Route } from './+types/offer'

const statuses: Record<string, number> = { unknown: 404, differs: 409 }

/** Shows the offer and changes nothing: link scanners may follow the link. */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const ctx = getPageContext(context)
  const { brand, guest, messages, now, t } = ctx
  const link = parseOfferLink(params, url.searchParams)
  // The router in the browser has no matrix parameters.
  if (link && params.messageId?.startsWith(';')) throw redirect(offerLink(link))
  const { state, offer } = await loadOffer(ctx, link, url.pathname)
  const shown = {
    state,
    offer,
    now,
    words: await ctx.translate(
      offer ? [...visitTexts({ segments: offer.services, vat: offer.vat }), ctx.cancelRule.text] : [],
    ),
    cancelRule: ctx.cancelRule,
    company: brand.companyname,
    signedIn: guest !== null,
    title: `${t('offer.title', { company: brand.companyname })} · ${brand.title}`,
    text: messages(['offer', 'booking', 'vat']),
  }
  return data(shown, { status: statuses[state] ?? 200 })
}

export async function action({ request, url, params, context }: Route.ActionArgs) {
  const link = parseOfferLink(params, url.searchParams)
  const answer = await answerOffer(
    getPageContext(context),
    link,
    readFormText(await readForm(request), 'intent'),
  )
  return data<OfferAnswer>(answer, {
    status: {
      booked: 200,
      declined: 200,
      lost: 409,
      differs: 409,
      refused: 409,
      unknown: 404,
      unavailable: 503,
    }[answer.result],
  })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withFallback<OfferAnswer>(serverAction, { result: 'unavailable' })

// The URL contains a handle: the page is never cached.
export const headers = () => ({ 'Cache-Control': 'no-store' })

export const meta = (args: Route.MetaArgs) => privateMeta(args)

export default function WaitlistOffer({
  loaderData: { state, offer, now, company, signedIn, cancelRule },
  actionData,
}: Route.ComponentProps) {
  const t = useText()
  // A fetcher, since a navigation would put the handles back into the address bar.
  const fetcher = useFetcher<OfferAnswer>()
  const searching = useBareAddress(offerLink(), state !== 'bare')
  const answer = fetcher.data ?? actionData ?? null
  if (answer?.result === 'declined') return <Declined signedIn={signedIn} />
  if (state === 'bare' && searching)
    return (
      <Page title={t('offer.loadingTitle')} width="form">
        <p role="status" className="scripted flex items-center gap-3 text-lg">
          <Spinner />
          <span>{t('offer.loading')}</span>
        </p>
        <noscript>
          <p>{t('offer.unknown')}</p>
        </noscript>
      </Page>
    )
  if (!offer || answer?.result === 'unknown' || answer?.result === 'differs') return <Unknown />
  const answered = answer?.result === 'booked' || answer?.result === 'lost'
  return (
    <>
      {answered ? (
        <Page title={t('offer.title', { company })} width="form">
          <div className="rounded-xl border border-line bg-surface p-5 sm:p-8">
            <OfferedTime offer={offer} />
          </div>
        </Page>
      ) : (
        <Invitation
          offer={offer}
          now={now}
          company={company}
          signedIn={signedIn}
          cancelRule={cancelRule}
          fetcher={fetcher}
          failure={
            answer?.result === 'refused'
              ? answer.why
              : answer?.result === 'unavailable'
                ? t('offer.unavailable')
                : null
          }
        />
      )}
      <OfferResult answer={answer} offer={offer} />
    </>
  )
}

/** The guest keeps their place: the same time is not offered to them again. */
function Declined({ signedIn }: { signedIn: boolean }) {
  const t = useText()
  return (
    <Page title={t('offer.declinedTitle')} width="form">
      <div className="grid gap-6">
        <Outcome>{t('offer.declined')}</Outcome>
        <div className="flex flex-wrap gap-3">
          {signedIn && <ButtonLink to={waitlistLink()}>{t('offer.toWaitlist')}</ButtonLink>}
          <ButtonLink to={landingLink()} tone={signedIn ? 'secondary' : 'primary'}>
            {t('offer.home')}
          </ButtonLink>
        </div>
      </div>
    </Page>
  )
}

function Unknown() {
  const t = useText()
  return (
    <Page title={t('offer.unknownTitle')} lead={t('offer.unknown')} width="form">
      <ButtonLink to={landingLink()}>{t('offer.home')}</ButtonLink>
      <WaysOn />
    </Page>
  )
}
