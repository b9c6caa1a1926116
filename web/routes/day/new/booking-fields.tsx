import { useRef, useState } from 'react'
import { useNavigation } from 'react-router'
import type { Output } from '#contract/calls.ts'
import { dayLink } from '#contract/links.ts'
import { guestValue, type FoundGuests } from '#web/staff/form/found-guest.ts'
import { placeValue } from '#web/staff/form/place-choice.tsx'
import { useAsk, useNewest } from '#web/staff/form/use-ask.ts'
import { ButtonLink, SubmitButton } from '#web/ui/button.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { ErrorSummary } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useText } from '#web/ui/text.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import type { Answer } from './answer.ts'
import { Against, isHopeless, needsMore } from './against.tsx'
import { BookingBar } from './booking-bar.tsx'
import { NEW_GUEST, type BookingForm } from './booking-form.ts'
import { ChosenTime } from './chosen-time.tsx'
import { Extras } from './extras.tsx'
import { GuestFields } from './guest-fields.tsx'
import { OfferForm, WaitingForPlace, type Queue } from './queue.tsx'
import { SeriesReview } from './series-review.tsx'
import { ServiceFields } from './service-fields.tsx'
import { WhenFields } from './when-fields.tsx'

type BookingFieldsProps = {
  bookable: Output<'listBookable'>
  loaded: {
    values: BookingForm
    found: FoundGuests | null
    queue: Queue | null
    may: { over: boolean; withdraw: boolean }
  }
  answer: Answer | undefined
}

/** Of what the place is checked again, and of what it is known whether somebody is named. */
const CHECKED = /^(weeks|count|service|member|minutes|date|time|place|over|withdraw|guest|mobile)/

/** All of the form: who, when, what, and what stands against it. */
export function BookingFields({ bookable, loaded, answer }: BookingFieldsProps) {
  const t = useText()
  const busy = useNavigation().formMethod === 'POST'
  const hydrated = useHydrated()
  const form = useRef<HTMLFormElement>(null)
  const values = answer?.values ?? loaded.values
  const [member, setMember] = useState(values.member)
  const [order, setOrder] = useState(values.services)
  const [chosen, choose] = useState(values.guest)
  const [place, choosePlace] = useState(values.place)
  const [typed, setTyped] = useState(values)
  const [searched, search] = useAsk<Answer>(form, 'search')
  const [checked, checkPlace] = useAsk<Answer>(form, 'check')
  const newest = useNewest([answer, checked])
  // Whether something has changed since.
  const [changedSince, setChangedSince] = useState<Answer | null | undefined>(null)
  const [taken, take] = useState<FoundGuests>()
  const found = useNewest([loaded.found ?? undefined, answer?.found, searched?.found, taken]) ?? null
  const placement = newest?.placement
  const alternatives = useNewest([placement && !placement.ok ? placement.alternatives : undefined]) ?? []
  const isNearest = alternatives.some((one) => placeValue(one) === place)
  const nearest = !answer?.places && (isNearest || (placement && !placement.ok)) ? alternatives : []
  const names = new Map(bookable.members.map(({ id, name }) => [id, name]))
  const nameOf = (id: string) => names.get(id) ?? ''
  const errorOf = (name: string) => {
    const key = answer?.errors[name]
    return key && t(key)
  }
  // What stands against it is said where it is accepted.
  const isHeld = answer?.errors.form === 'newVisit.notBookedYet'
  const errors = Object.entries(answer?.errors ?? {})
    .filter(([name]) => !isHeld || (name !== 'form' && name !== 'over'))
    .map(([name, key]) => [name, t(key)])
  const isWalkIn = values.source === 'walkIn'
  const isNew = chosen === NEW_GUEST
  const against = {
    placement,
    nearest,
    known: isNew ? (newest?.known ?? []) : [],
    nameless: isNew && answer?.nameless === true && `${typed.firstname}${typed.lastname}`.trim() === '',
  }
  const hopeless = isHopeless(placement, loaded.may)
  const shut = hydrated && hopeless && changedSince !== newest
  const { queue } = loaded
  const guest = (
    <GuestFields
      values={values}
      found={found}
      chosen={chosen}
      onChoose={choose}
      focus={!isWalkIn && !answer && loaded.found === null}
      errorOf={errorOf}
      onSearch={search}
    />
  )
  return (
    <>
      <Form
        ref={form}
        method="post"
        noValidate
        className="grid gap-8"
        onChange={({ target, currentTarget }) => {
          const name = target instanceof HTMLElement ? (target.getAttribute('name') ?? '') : ''
          const text = (field: string) => {
            const input = currentTarget.elements.namedItem(field)
            return input instanceof HTMLInputElement ? input.value : ''
          }
          setTyped((before) => ({
            ...before,
            date: text('date'),
            time: text('time'),
            firstname: text('firstname'),
            lastname: text('lastname'),
          }))
          if (!CHECKED.test(name)) return
          setChangedSince(newest)
          checkPlace()
        }}
      >
        <ErrorSummary
          title={t('onboarding.failedTitle')}
          errors={Object.fromEntries(errors)}
          answer={answer}
        />
        <input type="hidden" name="source" value={values.source} />
        <ChosenTime
          isWalkIn={isWalkIn}
          date={typed.date}
          time={typed.time}
          place={place}
          member={nameOf(member)}
          nameOf={nameOf}
        />
        <div className="grid items-start gap-8 lg:grid-cols-2">
          <div className="grid gap-8">
            {isWalkIn ? (
              <Fold summary={t('newVisit.guestOptional')} open={Boolean(answer?.found)}>
                <div className="px-4 pb-4">{guest}</div>
              </Fold>
            ) : (
              <fieldset>
                <legend className="mb-2 text-2xl">{t('newVisit.guest')}</legend>
                {guest}
              </fieldset>
            )}
            {queue && <WaitingForPlace queue={queue} start={Number(loaded.values.start)} />}
            <WhenFields
              values={values}
              people={bookable.members}
              onMember={setMember}
              places={answer?.places ?? null}
              nearest={nearest}
              chosen={place}
              onChoose={choosePlace}
              nameOf={nameOf}
              error={errorOf('time')}
            />
          </div>
          <div className="grid gap-8">
            <ServiceFields
              bookable={bookable}
              values={values}
              member={member}
              order={order}
              onTick={(id, on) =>
                setOrder((before) => [...before.filter((one) => one !== id), ...(on ? [id] : [])])
              }
              error={errorOf('service')}
            />
            <Extras values={values} past={placement?.warnings.includes('past') ?? false} />
            {newest?.series && <SeriesReview series={newest.series} values={values} />}
          </div>
        </div>
        <BookingBar>
          <Against
            {...against}
            nameOf={nameOf}
            may={loaded.may}
            values={values}
            chosen={place}
            onChoose={choosePlace}
            onTake={(one) => {
              take({ documents: [one], more: false })
              choose(guestValue(one))
            }}
            held={isHeld ? answer : undefined}
            error={errorOf('over')}
          />
          <div className="flex flex-wrap gap-3">
            <SubmitButton
              name="intent"
              value="book"
              busy={busy}
              busyText={t('shell.wait')}
              disabled={busy || shut}
            >
              {t(needsMore(against) && !hopeless ? 'newVisit.bookAnyway' : 'newVisit.book')}
            </SubmitButton>
            <ButtonLink to={dayLink(values.date ? { date: values.date } : {})} tone="secondary">
              {t('newVisit.back')}
            </ButtonLink>
          </div>
        </BookingBar>
      </Form>
      {queue && <OfferForm place={{ member: loaded.values.member, start: loaded.values.start }} />}
    </>
  )
}
