import { useLocation } from 'react-router'
import type { Money } from '#domain/money.ts'
import type { PageContext } from '#contract/page.ts'
import { useText } from '#web/ui/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/form/field.tsx'
import { useFormat } from '#web/ui/format.ts'
import { CancelRule } from '../shared/cancel-rule.tsx'
import { ConfirmBar, ConfirmByEnter } from './confirm-bar.tsx'
import type { Contact } from '#web/guest/contact.ts'
import type { Hold } from '../shared/hold.server.ts'
import { HoldBanner } from './hold-banner.tsx'
import { pickBase, toSelection } from '#web/visit/selection.ts'
import { Step, Warning } from '../shared/step.tsx'
import { usePreloadedFailures } from './use-preloaded-failures.ts'
import { useStoredForm } from './booking-store.ts'
import { hasExtras, VisitExtras, type Extras, type ExtrasErrors } from '../details/visit-extras.tsx'
import type { HeldData } from '../shared/load-hold.ts'
import { ChangeAddons } from './change-addons.tsx'
import { HeldSummary } from './held-summary.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { DetailFields, BookingHiddenFields, totalOf } from './booking-form.tsx'

type Person = Pick<Contact, 'firstname' | 'lastname' | 'email' | 'mobile'>
type ReviewProps = {
  hold: Hold
  now: number
  details: Contact | null
  extras: Extras
  errors: ExtrasErrors | null
  person: Person | null
  before: (Money & { price: number }) | null
  unreached?: number | undefined
  cancelRule: PageContext['cancelRule']
  /** What can be chosen with the services, by their ids. */ addons: HeldData['addons']
  /** Other add-ons do not fit. */ kept?: boolean | undefined
}

/** Everything that is about to be booked, before the binding button. */
export function Review({
  hold,
  now,
  details,
  extras,
  errors,
  person,
  before,
  unreached,
  cancelRule,
  addons,
  kept = false,
}: ReviewProps) {
  const t = useText()
  const { stored, storeForm } = useStoredForm()
  usePreloadedFailures()
  const format = useFormat()
  const base = pickBase(useLocation().pathname)
  const selection = toSelection(hold)
  return (
    <Step
      step="confirm"
      title={t('booking.reviewTitle')}
      lead={<p>{t('booking.reviewLead')}</p>}
      selection={selection}
      failed={before !== null || errors !== null}
      unreached={unreached}
    >
      <Form
        method="post"
        action={`${base}/confirm?hold=${hold.handle}`}
        onInput={(event) => storeForm(event.currentTarget)}
        className="flex max-w-[40rem] flex-col gap-5"
      >
        <ConfirmByEnter />
        <BookingHiddenFields hold={hold} state="review" />
        {details && <DetailFields details={details} />}
        <ErrorSummary
          title={t('booking.mend')}
          errors={Object.fromEntries(Object.entries(errors ?? {}).map(([name, key]) => [name, t(key)]))}
        />
        {before !== null && (
          <Warning key={`${totalOf(hold)} ${hold.currency}`}>
            {t('booking.priceChanged', {
              before: format.money(before.price, before),
              now: format.money(totalOf(hold), hold),
            })}
          </Warning>
        )}
        <HoldBanner hold={hold} now={now} state="review" />
        <HeldSummary hold={hold} />
        {!hold.group && <ChangeAddons hold={hold} offered={addons} kept={kept} />}
        {person && (
          <section
            aria-labelledby="who"
            className="flex items-start justify-between gap-4 rounded-xl border border-line bg-surface p-4 sm:p-5"
          >
            <div className="min-w-0">
              <h2 id="who" className="text-base font-semibold">
                {t('booking.who')}
              </h2>
              <p>{`${person.firstname} ${person.lastname}`}</p>
              <p className="wrap-anywhere text-muted">{person.email}</p>
              <p className="tabular text-muted">{person.mobile}</p>
            </div>
            {details && (
              <Button type="submit" name="intent" value="edit" tone="quiet" className="shrink-0 px-0!">
                <span>{t('book.change')}</span>
                <span className="sr-only">{`: ${t('booking.who')}`}</span>
              </Button>
            )}
          </section>
        )}
        <VisitExtras values={hasExtras(extras) ? extras : stored} errors={errors} />
        <CancelRule hold={hold} rule={cancelRule} />
        <ConfirmBar hold={hold} ofMoving={cancelRule.ofMoving} />
      </Form>
    </Step>
  )
}
