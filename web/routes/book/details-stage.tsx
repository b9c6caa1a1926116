import { PrefetchPageLinks, useLocation } from 'react-router'
import { useText } from '#web/text.tsx'
import { useClock } from '#web/ui/clock.ts'
import type { Dials } from '#web/ui/dials.ts'
import { useFormat } from '#web/ui/format.ts'
import { usePeople } from '#web/ui/people.tsx'
import { useBegun } from './details-begun.ts'
import { DetailsForm } from './details-form.tsx'
import type { DetailFaults, Details } from './guest-details.ts'
import { rememberTyped, typedBefore } from './held.ts'
import type { Hold } from './hold.server.ts'
import { HoldBanner } from './hold-banner.tsx'
import { baseOf, heldAddress, selectionOf } from './selection.ts'
import { Step } from './step.tsx'
import { VisitSummary } from './visit-summary.tsx'
import { Form } from '#web/ui/form.tsx'
import { WishFields } from './wish.tsx'

type DetailsStageProps = {
  hold: Hold
  now: number
  dials: Dials
  countryCode: string
  values?: Details | null
  faults?: DetailFaults | null
  unreached?: number | undefined
}

/** The step that asks who comes; its form goes to the last step, which shows everything before it binds. */
export function DetailsStage({
  hold,
  now,
  dials,
  countryCode,
  values = null,
  faults = null,
  unreached,
}: DetailsStageProps) {
  const t = useText()
  const format = useFormat()
  const clock = useClock()
  const { pathname } = useLocation()
  const base = baseOf(pathname)
  const begun = useBegun()
  const selection = selectionOf(hold)
  const confirm = `${base}/confirm?hold=${hold.handle}`
  const together = usePeople()
  const people = together([...new Set(hold.segments.map((one) => one.member.name))])
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
      failed={faults !== null}
      unreached={unreached}
    >
      {begun && pathname !== `${base}/confirm` && <PrefetchPageLinks page={confirm} />}
      <Form
        method="post"
        action={confirm}
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,32rem)_minmax(0,26rem)] lg:justify-between"
        onSubmit={(event) =>
          rememberTyped(
            Object.fromEntries(
              [...new FormData(event.currentTarget)].filter(
                (entry): entry is [string, string] => typeof entry[1] === 'string',
              ),
            ),
          )
        }
      >
        <div className="grid max-w-[32rem] content-start gap-5">
          {/* Enter sends the form, and not the first button in it. */}
          <button
            type="submit"
            name="intent"
            value="review"
            tabIndex={-1}
            aria-hidden="true"
            className="sr-only"
          />
          <WishFields hold={hold} stage="details" />
          <HoldBanner hold={hold} now={now} stage="details" />
          <DetailsForm
            values={values ?? typedBefore()}
            faults={faults}
            dials={dials}
            countryCode={countryCode}
            signInTo={heldAddress(base, 'confirm', { ...hold, ...selection })}
          />
        </div>
        <aside aria-label={t('book.yourVisit')}>
          <VisitSummary visit={hold} />
        </aside>
      </Form>
    </Step>
  )
}
