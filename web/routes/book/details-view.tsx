import { PrefetchPageLinks, useLocation } from 'react-router'
import { useText } from '#web/ui/text.tsx'
import { useClock } from '#web/ui/clock.ts'
import type { DialCodeOptions } from '#web/ui/dial-codes.ts'
import { useFormat } from '#web/ui/format.ts'
import { useNameList } from '#web/ui/people.tsx'
import { useFormStarted } from './use-form-started.ts'
import { DetailsForm } from './details-form.tsx'
import type { GuestDetailErrors, Details } from './guest-details.ts'
import { storeDetails, storedDetails } from './booking-store.ts'
import type { Hold } from './hold.server.ts'
import { HoldBanner } from './hold-banner.tsx'
import { baseOf, holdUrl, selectionOf } from '#web/visit/selection.ts'
import { Step } from './step.tsx'
import { VisitSummary } from './visit-summary.tsx'
import { Form } from '#web/ui/form.tsx'
import { BookingHiddenFields } from './booking-form.tsx'

type DetailsViewProps = {
  hold: Hold
  now: number
  dialCodes: DialCodeOptions
  countryCode: string
  values?: Details | null
  errors?: GuestDetailErrors | null
  unreached?: number | undefined
}

/**
 * The details step. Its form is sent to the last step, which shows everything before the booking is binding.
 */
export function DetailsView({
  hold,
  now,
  dialCodes,
  countryCode,
  values = null,
  errors: submitErrors = null,
  unreached,
}: DetailsViewProps) {
  const t = useText()
  const format = useFormat()
  const clock = useClock()
  const { pathname } = useLocation()
  const base = baseOf(pathname)
  const formStarted = useFormStarted()
  const selection = selectionOf(hold)
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
      hold={hold.handle}
      failed={submitErrors !== null}
      unreached={unreached}
    >
      {formStarted && pathname !== `${base}/confirm` && <PrefetchPageLinks page={confirm} />}
      <Form
        method="post"
        action={confirm}
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,32rem)_minmax(0,26rem)] lg:justify-between"
        onSubmit={(event) =>
          storeDetails(
            Object.fromEntries(
              [...new FormData(event.currentTarget)].filter(
                (entry): entry is [string, string] => typeof entry[1] === 'string',
              ),
            ),
          )
        }
      >
        <div className="grid max-w-[32rem] content-start gap-5">
          {/* Enter activates the first submit button of a form: this one, and not the banner's. */}
          <button
            type="submit"
            name="intent"
            value="review"
            tabIndex={-1}
            aria-hidden="true"
            className="sr-only"
          />
          <BookingHiddenFields hold={hold} state="details" />
          <HoldBanner hold={hold} now={now} state="details" />
          <DetailsForm
            values={values ?? storedDetails()}
            errors={submitErrors}
            dialCodes={dialCodes}
            countryCode={countryCode}
            signInTo={holdUrl(base, 'confirm', { ...hold, ...selection })}
          />
        </div>
        <aside aria-label={t('book.yourVisit')}>
          <VisitSummary visit={hold} />
        </aside>
      </Form>
    </Step>
  )
}
