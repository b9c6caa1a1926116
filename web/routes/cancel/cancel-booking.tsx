import { useState } from 'react'
import { data, redirect, useNavigation } from 'react-router'
import { CallError } from '#contract/errors.ts'
import type { PageContext } from '#contract/page.ts'
import type { TextKey } from '#contract/text.ts'
import { cancelLink, landingLink } from '#contract/links.ts'
import { readFormText } from '#web/request/form.ts'
import { getPageContext } from '#web/request/page-context.ts'
import { privateMeta } from '#web/request/page-meta.ts'
import { useText } from '#web/ui/text.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Page } from '#web/ui/page.tsx'
import { readForm } from '#web/request/guard.ts'
import { revalidateAfterConflict } from '#web/request/revalidate.ts'
import { withFallback } from '#web/request/with-fallback.ts'
import { PartyList } from '#web/visit/party-list.tsx'
import { Appointment } from './appointment.tsx'
import { CancelRule } from '#web/visit/cancel-facts.tsx'
import { toCancelError, type CancelError } from '#web/visit/cancel-error.ts'
import { CancelQuestion } from '#web/visit/cancel-question.tsx'
import { seenChange, SalonChange } from '#web/visit/salon-change.tsx'
import { CancelResult } from './cancel-result.tsx'
import { loadCancelPage, type CancelPage, type CancelState } from './load-cancel.ts'
import { BookingNotFound } from './booking-not-found.tsx'
import type { Route } from './+types/cancel-booking'

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const ctx = getPageContext(context)
  const { brand, guest, messages, t } = ctx
  const done = url.searchParams.has('done')
  const page = await loadCancelPage(ctx, params.id)
  const shown = {
    page,
    words: page?.words,
    company: brand.companyname,
    phone: brand.phone,
    signedIn: guest !== null,
    asked: url.searchParams.has('ask'),
    done,
    title: `${t(titleOf(page, done))} · ${brand.title}`,
    text: messages(['booking', 'cancel', 'change', 'party']),
  }
  return data(shown, { status: page ? 200 : 404 })
}

function titleOf(page: CancelPage | null, done: boolean): TextKey {
  if (!page) return 'cancel.missingTitle'
  return done && page.state === 'cancelled' ? 'cancel.doneTitle' : textsByState[page.state].title
}

/** `unanswered`: the salon's change is not accepted. */
type FormRejection = { failure: CancelError; page: CancelPage | null } | { failure: 'unanswered'; page: null }

const refuse = (failure: CancelError, status: number, page: CancelPage | null = null) =>
  data<FormRejection>({ failure, page }, { status })

export async function action({ request, params, context }: Route.ActionArgs) {
  const ctx = getPageContext(context)
  const form = await readForm(request)
  if (readFormText(form, 'intent') === 'accept') return acceptChange(ctx, params, form)
  try {
    await ctx.call('gen2_crudWaitlist-cancelBooking', {
      bookingId: params.id,
      confirmed: true,
      fee: Number(readFormText(form, 'fee')),
    })
  } catch (error) {
    const { failure, status } = toCancelError(error)
    if (failure !== 'changed') return refuse(failure, status)
    const page = await loadCancelPage(ctx, params.id)
    return page ? refuse(failure, status, page) : refuse('gone', 404)
  }
  return redirect(`${cancelLink({ handle: params.id, language: params.lang })}?done=1`)
}

/** Accepts the salon's change of the visit. */
async function acceptChange(
  { call }: PageContext,
  { id, lang }: { id: string; lang?: string | undefined },
  form: FormData,
) {
  try {
    const seen = { handle: id, ...seenChange(form) }
    const { accepted } = await call('acceptVisitChange', seen)
    if (!accepted) return data<FormRejection>({ failure: 'unanswered', page: null }, { status: 409 })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return data<FormRejection>({ failure: 'unanswered', page: null }, { status: 503 })
  }
  return redirect(`${cancelLink({ handle: id, language: lang })}?message=change-accepted`)
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withFallback<FormRejection>(serverAction, { failure: 'failed', page: null })

export const shouldRevalidate = revalidateAfterConflict

export const meta = (args: Route.MetaArgs) => privateMeta(args)

/** `unnamed` is used when only the owner of the account may see the guest's name. */
const textsByState: Record<CancelState, { title: TextKey; lead: TextKey; unnamed: TextKey }> = {
  open: { title: 'cancel.openTitle', lead: 'cancel.openLead', unnamed: 'cancel.openLeadUnnamed' },
  cancelled: {
    title: 'cancel.cancelledTitle',
    lead: 'cancel.cancelledLead',
    unnamed: 'cancel.cancelledLeadUnnamed',
  },
  past: { title: 'cancel.pastTitle', lead: 'cancel.pastLead', unnamed: 'cancel.pastLeadUnnamed' },
}

export default function CancelBooking({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { page, company, phone, signedIn, asked, done } = loaderData
  if (!page) return <BookingNotFound />
  const { state, facts, firstname, email, bookPath } = page
  if (state === 'cancelled' && done)
    return (
      <Page
        title={t('cancel.doneTitle')}
        part="done"
        lead={firstname ? t('cancel.doneLead', { name: firstname }) : t('cancel.doneLeadUnnamed')}
        width="form"
      >
        <CancelResult facts={facts} email={email} bookPath={bookPath} signedIn={signedIn} />
      </Page>
    )
  const shown = actionData?.page ?? page
  const failure = actionData && actionData.failure !== 'unanswered' ? actionData.failure : undefined
  if (state === 'open' && asked)
    return (
      <Page title={t('cancel.askTitle')} width="form">
        <CancelPrompt page={shown} failure={failure} />
      </Page>
    )
  return (
    <Page
      title={t(textsByState[state].title)}
      lead={
        firstname
          ? t(textsByState[state].lead, { name: firstname, company })
          : t(textsByState[state].unnamed, { company })
      }
      width="form"
    >
      {state === 'open' && shown.change && (
        <div className="mb-6">
          <SalonChange
            before={shown.change.before}
            now={{ ...shown.facts, members: shown.change.members }}
            movable={shown.movePath !== null}
            moveLink={shown.movePath}
            failed={actionData?.failure === 'unanswered'}
          />
        </div>
      )}
      <div className="grid gap-6 rounded-xl border border-line bg-surface p-5 sm:p-8">
        <Appointment page={shown} />
        <PartyList party={shown.party} title={t(state === 'open' ? 'party.cancelsOne' : 'party.together')} />
        {state === 'open' && <Cancelling page={shown} failure={failure} />}
        {state === 'past' && phone && <p>{t('cancel.callUs', { phone })}</p>}
        {state !== 'open' && (
          <div className="flex flex-wrap gap-3">
            <ButtonLink to={bookPath}>{t('cancel.bookAgain')}</ButtonLink>
            <ButtonLink to={landingLink()} tone="secondary">
              {t('cancel.home')}
            </ButtonLink>
          </div>
        )}
      </div>
    </Page>
  )
}

type PromptProps = { page: CancelPage; failure: CancelError | undefined }

/** The cancel rule and the button. The confirmation opens in a dialog, or as a page without scripts. */
function Cancelling({ page: { facts, text, movePath, whyNotMoved, change }, failure }: PromptProps) {
  const t = useText()
  const busy = useNavigation().state !== 'idle'
  const [open, setOpen] = useState(false)
  return (
    <>
      <CancelRule facts={facts} />
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setOpen(true)
        }}
      >
        <input type="hidden" name="ask" value="1" />
        <Button type="submit" tone="danger" wide>
          {t('cancel.button')}
        </Button>
      </form>
      {movePath && !change && (
        <ButtonLink to={movePath} tone="secondary" wide className="-mt-3">
          {t('cancel.move')}
        </ButtonLink>
      )}
      {whyNotMoved && !change && <p className="-mt-3 text-sm text-muted">{whyNotMoved}</p>}
      {/* After the buttons: it is as long as the salon likes. */}
      {text && <p lang={text.lang}>{text.said}</p>}
      <Dialog open={open} title={t('cancel.askTitle')} onClose={() => setOpen(false)}>
        <CancelQuestion
          facts={facts}
          failure={failure}
          busy={busy}
          keep={
            <Button type="button" tone="secondary" disabled={busy} onClick={() => setOpen(false)}>
              {t('cancel.keep')}
            </Button>
          }
        />
      </Dialog>
    </>
  )
}

function CancelPrompt({ page: { facts }, failure }: PromptProps) {
  const t = useText()
  const busy = useNavigation().state !== 'idle'
  return (
    <div className="grid gap-5 rounded-xl border border-line bg-surface p-5 sm:p-8">
      <CancelQuestion
        facts={facts}
        failure={failure}
        busy={busy}
        keep={
          <ButtonLink to="." tone="secondary">
            {t('cancel.keep')}
          </ButtonLink>
        }
      />
    </div>
  )
}
