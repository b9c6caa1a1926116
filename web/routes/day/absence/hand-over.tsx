import { useState } from 'react'
import { useNavigation } from 'react-router'
import { absenceLink } from '#contract/links.ts'
import { informings } from '#contract/schedule/visit-change.ts'
import { informingTexts } from '#web/staff/day/texts.ts'
import { placeValue } from '#web/staff/form/place-choice.tsx'
import { SubmitButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorSummary, SelectField } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useFormat } from '#web/ui/format.ts'
import { useText } from '#web/ui/text.tsx'
import type { HandOverForm } from './absence-form.ts'
import type { OpenVisit } from './answer.ts'
import { brokenLabel, BrokenText } from './broken.tsx'
import { choiceText } from './choice-text.ts'

type HandOverProps = {
  member: string
  visits: readonly OpenVisit[]
  nameOf: (memberId: string) => string
  mayCancel: boolean
  date: string
  /** What was chosen before. */ typed: HandOverForm | undefined
  errors: Readonly<Record<string, string>>
  answer: unknown
}

/**
 * What becomes of visits that have no place any more, all of them in one form: to somebody else at the same
 * time, at another time, as the guest chooses, or cancelled. Each guest gets one message.
 */
export function HandOver({ member, visits, nameOf, mayCancel, date, typed, errors, answer }: HandOverProps) {
  const t = useText()
  const busy = useNavigation().state !== 'idle'
  const ids = visits.map(({ id }) => id)
  return (
    <Card
      title={t('staffAbsence.handOverTitle', { count: visits.length })}
      lead={t('staffAbsence.handOverLead')}
    >
      <Form method="post" action={absenceLink({ member, date, ids })} noValidate className="grid gap-5">
        <ErrorSummary title={t('onboarding.failedTitle')} errors={errors} answer={answer} />
        <input type="hidden" name="intent" value="handOver" />
        <input type="hidden" name="member" value={member} />
        <input type="hidden" name="ids" value={ids.join(',')} />
        <ol className="divide-y divide-line">
          {visits.map((visit) => (
            <li key={visit.id} className="grid gap-3 py-4 lg:grid-cols-2">
              <BrokenText visit={visit} />
              <Outcome
                visit={visit}
                nameOf={nameOf}
                mayCancel={mayCancel}
                typed={typed?.visits[visit.id]}
                error={errors[`outcome-${visit.id}`]}
              />
            </li>
          ))}
        </ol>
        <div className="max-w-[32rem]">
          <SelectField name="inform" label={t('staffAbsence.inform')} defaultValue={typed?.inform ?? 'ask'}>
            {informings.map((one) => (
              <option key={one} value={one}>
                {t(informingTexts[one])}
              </option>
            ))}
          </SelectField>
        </div>
        <div>
          <SubmitButton busy={busy} busyText={t('shell.wait')}>
            {t('staffAbsence.handOver')}
          </SubmitButton>
        </div>
      </Form>
    </Card>
  )
}

type OutcomeProps = Pick<HandOverProps, 'nameOf' | 'mayCancel'> & {
  visit: OpenVisit
  /** What was chosen before. */ typed: string | undefined
  error: string | undefined
}

/**
 * What becomes of one visit: somebody who is free then is suggested, else that its guest chooses. What was
 * chosen stays, also where it is not offered any more: the call says why.
 */
function Outcome({ visit, nameOf, mayCancel, typed, error }: OutcomeProps) {
  const t = useText()
  const format = useFormat()
  const { id, sequence, start, candidates, slower, places, reachable } = visit
  const [first] = candidates
  const suggested = first === undefined ? (reachable ? 'ask' : '') : `give:${first}`
  const [chosen, setChosen] = useState(typed ?? suggested)
  const offered = [
    ...candidates.map((one) => `give:${one}`),
    ...places.map((place) => `place:${placeValue(place)}`),
    ...(reachable ? ['ask'] : []),
    ...(mayCancel ? ['cancel'] : []),
    '',
  ]
  const hints = [
    ...(reachable ? [] : [t('staffDay.unreachable')]),
    ...slower.map(({ member, missing }) =>
      t('staffAbsence.tooSlow', { name: nameOf(member), minutes: format.duration(missing) }),
    ),
  ]
  const choices = offered.includes(chosen) ? offered : [chosen, ...offered]
  return (
    <>
      <input type="hidden" name={`sequence-${id}`} value={sequence} />
      <input type="hidden" name={`start-${id}`} value={start} />
      <input type="hidden" name={`who-${id}`} value={brokenLabel({ t, format }, visit)} />
      <SelectField
        name={`outcome-${id}`}
        label={t('staffAbsence.outcome', { time: format.time(start) })}
        hint={hints.length > 0 ? hints.join(' · ') : undefined}
        error={error}
        defaultValue={chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
      >
        {choices.map((one) => (
          <option key={one} value={one}>
            {choiceText({ t, format, nameOf }, one)}
          </option>
        ))}
      </SelectField>
    </>
  )
}
