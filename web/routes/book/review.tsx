import { useEffect } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { formatMoney, type Money } from '#domain/money.ts'
import { fillCancelText } from '#domain/visit/cancel.ts'
import type { PageContext } from '#contract/page.ts'
import { useText } from '#web/ui/text.tsx'
import { Button, SubmitButton } from '#web/ui/button.tsx'
import { useClock } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/format.ts'
import { useTenantText } from '#web/ui/tenant-text.tsx'
import type { Details } from './guest-details.ts'
import type { Hold } from './hold.server.ts'
import { HoldBanner } from './hold-banner.tsx'
import { baseOf } from '#web/visit/selection.ts'
import { Step, Warning } from './step.tsx'
import { VisitSummary } from './visit-summary.tsx'
import { Form } from '#web/ui/form.tsx'
import { DetailFields, BookingHiddenFields } from './booking-form.tsx'

type Person = Pick<Details, 'firstname' | 'lastname' | 'email' | 'mobile'>
type ReviewProps = {
  hold: Hold
  now: number
  details: Details | null
  person: Person | null
  before: (Money & { price: number }) | null
  unreached?: number | undefined
  cancelRule: PageContext['cancelRule']
}

/** Everything that is about to be booked, before the binding button. */
export function Review({ hold, now, details, person, before, unreached, cancelRule }: ReviewProps) {
  const t = useText()
  // Preloads the views of a failed confirmation before the button can be pressed.
  useEffect(() => {
    for (const part of [import('./slot-taken.tsx'), import('./hold-expired.tsx')]) part.catch(() => undefined)
  }, [])
  const format = useFormat()
  const base = baseOf(useLocation().pathname)
  const { state, formData } = useNavigation()
  const busy = state !== 'idle' && formData?.get('intent') === 'confirm'
  const selection = { services: hold.segments.map((one) => one.id), teamMember: hold.teamMember }
  return (
    <Step
      step="confirm"
      title={t('booking.reviewTitle')}
      lead={<p>{t('booking.reviewLead')}</p>}
      selection={selection}
      hold={hold.handle}
      failed={before !== null}
      unreached={unreached}
    >
      <Form
        method="post"
        action={`${base}/confirm?hold=${hold.handle}`}
        className="grid max-w-[40rem] grid-cols-[minmax(0,1fr)] gap-5"
      >
        <button
          type="submit"
          name="intent"
          value="confirm"
          tabIndex={-1}
          aria-hidden="true"
          className="sr-only"
        />
        <BookingHiddenFields hold={hold} state="review" />
        {details && <DetailFields details={details} />}
        {before !== null && (
          <Warning key={`${hold.price} ${hold.currency}`}>
            {t('booking.priceChanged', {
              before: format.money(before.price, before),
              now: format.money(hold.price, hold),
            })}
          </Warning>
        )}
        <HoldBanner hold={hold} now={now} state="review" />
        <VisitSummary visit={hold} />
        {person && (
          <section
            aria-labelledby="who"
            className="flex items-start justify-between gap-4 rounded-xl border border-line bg-surface p-4 sm:p-5"
          >
            <div className="min-w-0">
              <h2 id="who" className="text-base font-semibold">
                {t('booking.who')}
              </h2>
              <p>
                {person.firstname} {person.lastname}
              </p>
              <p className="wrap-anywhere text-muted">{person.email}</p>
              <p className="tabular text-muted">{person.mobile}</p>
            </div>
            {details && (
              <Button type="submit" name="intent" value="edit" tone="quiet" className="shrink-0 px-0!">
                {t('book.change')}
                <span className="sr-only">: {t('booking.who')}</span>
              </Button>
            )}
          </section>
        )}
        <CancelRule hold={hold} rule={cancelRule} />
        <div className="grid gap-3">
          <SubmitButton
            name="intent"
            value="confirm"
            busy={busy}
            busyText={t('booking.confirming')}
            wide
            className="min-h-14 text-lg"
          >
            {t('booking.confirm')}
          </SubmitButton>
          {hold.price > 0 && <p className="text-center text-sm text-muted">{t('booking.payThere')}</p>}
        </div>
      </Form>
    </Step>
  )
}

/** Until when cancelling is free and what it costs afterwards, as in the mail; and the tenant's own text. */
function CancelRule({ hold, rule }: { hold: Hold; rule: PageContext['cancelRule'] }) {
  const t = useText()
  const format = useFormat()
  const clock = useClock()
  const own = useTenantText()(rule.text ?? '')
  const { limitHours, deadline, late, lateFee } = hold.cancelling
  const fee = format.money(lateFee, hold)
  const when = t('book.dayAndTime', { day: format.day(deadline), time: clock(deadline) })
  // The amount is part of a sentence in that language.
  const totalPrice = formatMoney(
    hold.price,
    hold.currency,
    own.lang ? rule.language : format.language,
    hold.symbol,
  )
  return (
    <section aria-labelledby="cancel-rule" className="rounded-xl border border-line bg-surface p-4 sm:p-5">
      <h2 id="cancel-rule" className="text-base font-semibold">
        {t('booking.cancelRule')}
      </h2>
      <p>
        {lateFee === 0
          ? t('booking.cancelAlways')
          : late
            ? t('booking.cancelLate', { hours: limitHours, fee })
            : t('booking.cancelUntil', { when, fee })}
      </p>
      {rule.text && limitHours > 0 && (
        <p lang={own.lang} className="mt-2 text-sm text-muted">
          {fillCancelText(own.text, { cancelLimit: limitHours, totalPrice })}
        </p>
      )}
    </section>
  )
}
