import { useRef, useState } from 'react'
import { useNavigation } from 'react-router'
import type { Output } from '#contract/calls.ts'
import { dayLink } from '#contract/links.ts'
import { MAX_PARTY_SERVICES, MAX_PERSONS, MIN_PERSONS } from '#domain/visit/party.ts'
import { MAX_SERVICES } from '#domain/visit/services.ts'
import { useAsk, useNewest } from '#web/staff/form/use-ask.ts'
import { Button, ButtonLink, SubmitButton } from '#web/ui/button.tsx'
import { Checkbox, ErrorSummary, TextArea } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useText } from '#web/ui/text.tsx'
import { BookingBar } from '../new/booking-bar.tsx'
import { GuestFields } from '../new/guest-fields.tsx'
import type { PartyAnswer } from './answer-party.server.ts'
import type { PartyForm } from './party-form.ts'
import { PartyTimes } from './party-times.tsx'
import { PersonFields } from './person-fields.tsx'

type PartyFieldsProps = {
  bookable: Output<'listBookable'>
  values: PartyForm
  answer: PartyAnswer | undefined
}

/** What the free times depend on. */
const ASKED = /^(services|member|date)/

/** All of the form: who books, how many come, what each wants, and when. */
export function PartyFields({ bookable, values, answer }: PartyFieldsProps) {
  const t = useText()
  const busy = useNavigation().formMethod === 'POST'
  const form = useRef<HTMLFormElement>(null)
  const [chosen, choose] = useState(values.guest)
  const [start, chooseStart] = useState(values.start)
  const [searched, search] = useAsk<PartyAnswer>(form, 'search')
  const [asked, askTimes] = useAsk<PartyAnswer>(form, 'times')
  const found = useNewest([answer?.found, searched?.found]) ?? null
  const times = useNewest([answer?.times, asked?.times])
  const names = new Map(bookable.members.map(({ id, name }) => [id, name]))
  const { problems } = answer ?? {}
  const errors: Record<string, string> = {
    ...Object.fromEntries(Object.entries(answer?.errors ?? {}).map(([name, key]) => [name, t(key)])),
    ...Object.fromEntries(
      (problems?.persons ?? []).flatMap((problem, index) => {
        const person = index + 1
        if (problem === 'none') return [[`services${person}-0`, t('party.chooseService', { person })]]
        return problem === 'member' ? [[`member${person}`, t('party.cannot', { person })]] : []
      }),
    ),
    ...(problems?.tooManyServices && {
      form: t('staffParty.tooManyServices', { most: MAX_PARTY_SERVICES, each: MAX_SERVICES }),
    }),
  }
  const errorOf = (name: string): string | undefined => errors[name]
  return (
    <Form
      ref={form}
      method="post"
      noValidate
      className="grid gap-8"
      onChange={({ target }) => {
        const name = target instanceof HTMLElement ? (target.getAttribute('name') ?? '') : ''
        if (times && ASKED.test(name)) askTimes()
      }}
    >
      <ErrorSummary title={t('onboarding.failedTitle')} errors={errors} answer={answer} />
      <input type="hidden" name="persons" value={values.persons.length} />
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <div className="grid gap-8">
          <fieldset>
            <legend className="mb-2 text-2xl">{t('staffParty.booker')}</legend>
            <GuestFields
              values={values}
              found={found}
              chosen={chosen}
              onChoose={choose}
              focus={!answer}
              errorOf={errorOf}
              onSearch={search}
            />
          </fieldset>
          <div className="grid gap-4">
            <fieldset>
              <legend className="mb-2 text-2xl">{t('staffParty.count')}</legend>
              <div className="flex flex-wrap gap-2">
                {Array.from({ length: MAX_PERSONS - MIN_PERSONS + 1 }, (_, index) => index + MIN_PERSONS).map(
                  (count) => (
                    <Button
                      key={count}
                      type="submit"
                      tone={count === values.persons.length ? 'primary' : 'secondary'}
                      name="count"
                      value={count}
                      aria-pressed={count === values.persons.length}
                      className="min-w-14"
                    >
                      {t('party.persons', { count })}
                    </Button>
                  ),
                )}
              </div>
            </fieldset>
            {values.persons.map((_, index) => (
              <PersonFields key={index} index={index} values={values} bookable={bookable} errorOf={errorOf} />
            ))}
          </div>
        </div>
        <div className="grid gap-8">
          <PartyTimes
            date={values.date}
            times={times}
            chosen={start}
            onChoose={chooseStart}
            nameOf={(id) => names.get(id) ?? ''}
            error={errorOf('times')}
          />
          <Notes values={values} />
        </div>
      </div>
      <BookingBar>
        <div className="flex flex-wrap gap-3">
          <SubmitButton name="intent" value="book" busy={busy} busyText={t('shell.wait')} disabled={busy}>
            {t('staffParty.book')}
          </SubmitButton>
          <ButtonLink to={dayLink(values.date ? { date: values.date } : {})} tone="secondary">
            {t('newVisit.back')}
          </ButtonLink>
        </div>
      </BookingBar>
    </Form>
  )
}

/** Both notes, and the confirmation. */
function Notes({ values }: { values: PartyForm }) {
  const t = useText()
  return (
    <div className="grid gap-4">
      <TextArea
        name="note"
        label={t('newVisit.note')}
        hint={t('newVisit.noteHint')}
        defaultValue={values.note}
        rows={2}
        maxLength={500}
      />
      <TextArea
        name="staffNote"
        label={t('newVisit.staffNote')}
        hint={t('newVisit.staffNoteHint')}
        defaultValue={values.staffNote}
        rows={2}
        maxLength={2000}
      />
      <Checkbox
        name="inform"
        label={t('newVisit.inform')}
        hint={t('newVisit.informHint')}
        defaultChecked={values.inform}
      />
    </div>
  )
}
