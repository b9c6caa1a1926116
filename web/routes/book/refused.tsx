import { useLocation, useNavigation } from 'react-router'
import type { Money } from '#domain/money.ts'
import { textOf } from '#web/form.ts'
import { useText } from '#web/text.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import type { Stage } from './confirm.server.ts'
import { OtherTimes } from './other-times.tsx'
import { refusalTexts } from './refusal-texts.ts'
import { addressOf, baseOf } from './selection.ts'
import { Step } from './step.tsx'
import { Form } from '#web/ui/form.tsx'
import { DetailFields } from './wish.tsx'

type RefusedProps = { refusal: Extract<Stage, { stage: 'refused' }>; money: Money }

/** The time was lost on the way: nothing is booked, what was told is kept, and the nearest others are one press away. */
export function Refused({
  refusal: { reason, alternatives, names, details, wish, unreached },
  money,
}: RefusedProps) {
  const t = useText()
  const base = baseOf(useLocation().pathname)
  const { state, formData } = useNavigation()
  const pressed = formData ? textOf(formData, 'start') : null
  const selection = { services: wish.services, teamMember: wish.teamMember }
  const first = alternatives[0]
  const offering = {
    names,
    minutes: first ? (first.end - first.start) / 60_000 : 0,
    money,
    pricesDiffer: true,
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
        <input type="hidden" name="hold" value={wish.handle} />
        <input type="hidden" name="services" value={wish.services.join(',')} />
        <input type="hidden" name="teamMember" value={wish.teamMember.map((one) => one ?? 'any').join(',')} />
        {details && <DetailFields details={details} />}
        <OtherTimes
          title={t('booking.notBooked')}
          about={t(refusalTexts[reason].about)}
          offers={alternatives}
          offering={offering}
          busy={state === 'submitting'}
          pressed={pressed}
        />
      </Form>
      <ButtonLink to={addressOf(base, 'time', selection)} tone="secondary">
        {t('booking.allTimes')}
      </ButtonLink>
    </Step>
  )
}
