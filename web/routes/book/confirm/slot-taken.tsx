import { useLocation, useNavigation } from 'react-router'
import { bookingLink } from '#contract/links.ts'
import { readFormText } from '#web/request/form.ts'
import { useText } from '#web/ui/text.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import type { ConfirmState } from './confirm.server.ts'
import { OtherTimes } from '../shared/other-times.tsx'
import type { Offering } from '../shared/time-button.tsx'
import { refusalTexts } from './refusal-texts.ts'
import { pickBase } from '#web/visit/selection.ts'
import { Step } from '../shared/step.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { DetailFields } from './booking-form.tsx'

type SlotTakenProps = { refusal: Extract<ConfirmState, { state: 'refused' }>; money: Offering['money'] }

/**
 * The time is not free any more: nothing is booked, the details are kept, and the nearest alternatives
 * are shown.
 */
export function SlotTaken({
  refusal: { reason, alternatives, names, details, booking, unreached },
  money,
}: SlotTakenProps) {
  const t = useText()
  const base = pickBase(useLocation().pathname)
  const { state, formData } = useNavigation()
  const pressed = formData ? readFormText(formData, 'start') : null
  const { services, addons, teamMember } = booking
  const selection = { services, addons, teamMember }
  const offering = {
    names,
    money,
  }
  return (
    <Step
      step="confirm"
      title={t(refusalTexts[reason].title)}
      selection={selection}
      failed
      unreached={unreached}
    >
      <Form method="post" className="max-w-[44rem]">
        <input type="hidden" name="hold" value={booking.handle} />
        <input type="hidden" name="services" value={booking.services.join(',')} />
        <input
          type="hidden"
          name="teamMember"
          value={booking.teamMember.map((one) => one ?? 'any').join(',')}
        />
        <input type="hidden" name="heldAddons" value={addons.join(',')} />
        {details && <DetailFields details={details} />}
        <DetailFields details={booking.extras} />
        <OtherTimes
          title={t('booking.notBooked')}
          about={t(refusalTexts[reason].about)}
          offers={alternatives}
          offering={offering}
          busy={state === 'submitting'}
          pressed={pressed}
        />
      </Form>
      <ButtonLink to={bookingLink(base, 'time', selection)} tone="secondary">
        {t('book.allTimes')}
      </ButtonLink>
    </Step>
  )
}
