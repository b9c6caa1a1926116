import { PrefetchPageLinks, useLocation } from 'react-router'
import { useEffect, useState } from 'react'
import type { PageContext } from '#contract/page.ts'
import { bookingLink } from '#contract/links.ts'
import { useText } from '#web/ui/text.tsx'
import { useClock } from '#web/ui/time/clock.ts'
import type { DialCodeOptions } from '#web/ui/form/dial-codes.ts'
import { useFormat } from '#web/ui/format.ts'
import { useNameList } from '#web/ui/people.tsx'
import { CancelRule } from '../shared/cancel-rule.tsx'
import { ConfirmBar, ConfirmByEnter } from './confirm-bar.tsx'
import { DetailsForm } from '../details/details-form.tsx'
import type { ContactErrors, Contact } from '#web/guest/contact.ts'
import { useStoredForm } from './booking-store.ts'
import type { Hold } from '../shared/hold.server.ts'
import { HoldBanner } from './hold-banner.tsx'
import { pickBase, toSelection } from '#web/visit/selection.ts'
import { Step } from '../shared/step.tsx'
import { usePreloadedFailures } from './use-preloaded-failures.ts'
import { VisitExtras, type Extras, type ExtrasErrors } from '../details/visit-extras.tsx'
import type { HeldData } from '../shared/load-hold.ts'
import { ChangeAddons } from './change-addons.tsx'
import { HeldSummary } from './held-summary.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { BookingHiddenFields } from './booking-form.tsx'

type DetailsViewProps = {
  hold: Hold
  now: number
  dialCodes: DialCodeOptions
  countryCode: string
  cancelRule: PageContext['cancelRule']
  /** What can be chosen with the services, by their ids. */ addons: HeldData['addons']
  /** Other add-ons do not fit. */ kept?: boolean | undefined
  values?: Contact | null
  extras?: Extras | undefined
  errors?: (ContactErrors & ExtrasErrors) | null
  unreached?: number | undefined
}

/**
 * The last step of a guest without an account: their details, everything that is about to be booked, and the
 * button that books it.
 */
export function DetailsView({
  hold,
  now,
  dialCodes,
  countryCode,
  cancelRule,
  addons,
  kept = false,
  values = null,
  extras,
  errors: submitErrors = null,
  unreached,
}: DetailsViewProps) {
  const t = useText()
  const { stored, storeForm } = useStoredForm()
  const format = useFormat()
  const clock = useClock()
  const { pathname } = useLocation()
  const base = pickBase(pathname)
  const formStarted = useFormStarted()
  const [over, setOver] = useState(false)
  usePreloadedFailures()
  const selection = toSelection(hold)
  const confirm = `${base}/confirm?hold=${hold.handle}`
  const joinNames = useNameList()
  const people = joinNames([...new Set(hold.segments.map((one) => one.member.name))])
  return (
    <Step
      step="details"
      title={t('booking.detailsTitle')}
      lead={
        <p className="first-letter:uppercase">
          {t('booking.detailsLead', { day: format.day(hold.start), time: clock(hold.start), people })}
        </p>
      }
      selection={selection}
      failed={submitErrors !== null}
      unreached={unreached}
    >
      {formStarted && pathname !== `${base}/confirm` && <PrefetchPageLinks page={confirm} />}
      <Form
        method="post"
        action={confirm}
        noValidate
        className="flex flex-col gap-5 lg:grid lg:grid-cols-[minmax(0,32rem)_minmax(0,26rem)] lg:items-start lg:justify-between lg:gap-x-12"
        onInput={(event) => storeForm(event.currentTarget)}
        onSubmit={(event) => storeForm(event.currentTarget)}
      >
        {/* On wide screens the button stands at the form; on phones it stays at the bottom of the screen. */}
        <div className="contents lg:flex lg:flex-col lg:gap-5">
          <div className="grid max-w-[32rem] content-start gap-3 sm:gap-5">
            <ConfirmByEnter />
            <BookingHiddenFields hold={hold} state="details" />
            <HoldBanner hold={hold} now={now} state="details" onOver={setOver} />
            <DetailsForm
              values={{ ...(values ?? stored), ...(hold.email !== null && { email: hold.email }) }}
              proven={hold.email !== null}
              errors={submitErrors}
              dialCodes={dialCodes}
              countryCode={countryCode}
              held={!over}
              signInTo={bookingLink(base, 'confirm', {
                hold: hold.handle,
                start: hold.start,
                ...selection,
              })}
            />
            <VisitExtras values={extras ?? stored} errors={submitErrors} />
          </div>
          <ConfirmBar hold={hold} ofMoving={cancelRule.ofMoving} className="order-last" />
        </div>
        <aside aria-label={t('book.yourVisit')} className="grid gap-5">
          <HeldSummary hold={hold} />
          {!hold.group && <ChangeAddons hold={hold} offered={addons} kept={kept} />}
          <CancelRule hold={hold} rule={cancelRule} />
        </aside>
      </Form>
    </Step>
  )
}

/**
 * Whether the guest has begun to fill in the form. The next step's script is loaded then, and not on submit:
 * without a connection on submit, that step must show the error.
 */
function useFormStarted(): boolean {
  const [started, setStarted] = useState(false)
  useEffect(() => {
    const entered = ({ target }: FocusEvent) => {
      if (target instanceof HTMLInputElement) setStarted(true)
    }
    document.addEventListener('focusin', entered)
    return () => document.removeEventListener('focusin', entered)
  }, [])
  // If this fails, it is loaded again when it is shown.
  useEffect(() => {
    if (started) import('./review.tsx').catch(() => undefined)
  }, [started])
  return started
}
