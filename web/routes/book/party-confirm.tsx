import { data, redirect, replace, useLocation } from 'react-router'
import { useState } from 'react'
import { phoneText } from '#domain/phone.ts'
import { addonNamesOf } from '#domain/visit/addons.ts'
import { MAX_NOTE, MAX_VISITOR } from '#domain/visit/note.ts'
import { CallError } from '#contract/errors.ts'
import { onboardingLink, partyLink } from '#contract/links.ts'
import type { TextKey } from '#contract/text.ts'
import { readFormText } from '#web/request/form.ts'
import { readForm } from '#web/request/guard.ts'
import { withFallback } from '#web/request/with-fallback.ts'
import { checkContact } from '#web/guest/contact.server.ts'
import { readContact, type Contact } from '#web/guest/contact.ts'
import { Fold } from '#web/ui/fold.tsx'
import { EmailField, ErrorSummary, Field, TextArea } from '#web/ui/form/field.tsx'
import { dialCodeOptions } from '#web/ui/form/dial-codes.server.ts'
import { Form } from '#web/ui/form/form.tsx'
import { useFormat } from '#web/ui/format.ts'
import { useText } from '#web/ui/text.tsx'
import { useClock } from '#web/ui/time/clock.ts'
import { parseParty, partyProofLink, type Party } from '#web/visit/party.ts'
import { noSelection, pickBase } from '#web/visit/selection.ts'
import { visitTexts } from '#web/visit/visit-texts.ts'
import type { Route } from './+types/party-confirm'
import { ConfirmBar, ConfirmByEnter } from './confirm/confirm-bar.tsx'
import { HoldBanner } from './confirm/hold-banner.tsx'
import { refusalTexts } from './confirm/refusal-texts.ts'
import { DetailsForm } from './details/details-form.tsx'
import { checkExtras } from './details/extras.server.ts'
import { nameErrors, readNames, toPersonInput, type PersonNames } from '#web/visit/party-names.ts'
import { usePartySteps } from './party/party-steps.ts'
import { CancelRule } from './shared/cancel-rule.tsx'
import { getBookingContext, type BookingContext } from './shared/booking-context.ts'
import { extendHold, findHold, type Hold } from './shared/hold.server.ts'
import { Step, Warning } from './shared/step.tsx'
import { VisitSummary } from './shared/visit-summary.tsx'

/** The persons of the URL, where nothing is held for them. */
const peopleUrl = ({ base, search }: BookingContext): string =>
  `${base}/party?${new URLSearchParams([...search].filter(([key]) => key !== 'hold'))}`

/** The hold of the URL. @throws a redirect to where the guest can go on without one. */
async function loadPartyHold(ctx: BookingContext): Promise<{ hold: Hold; party: Party }> {
  const handle = ctx.search.get('hold') ?? ''
  const found = await findHold(ctx, handle)
  if (found.state === 'booked') throw replace(`${ctx.base}/done?visit=${encodeURIComponent(handle)}`)
  if (found.state !== 'held' || found.hold.group?.kind !== 'party') throw redirect(peopleUrl(ctx))
  const { hold } = found
  const party = found.hold.group.visits.map(({ segments, teamMember }) => ({
    services: segments.map(({ id }) => id),
    addons: addonNamesOf(segments.map(({ id, addons }) => ({ serviceId: id, addons }))),
    member: teamMember[0] ?? null,
  }))
  return { hold, party }
}

export async function loader(args: Route.LoaderArgs) {
  const ctx = getBookingContext(args)
  const { guest, brand } = ctx
  if (guest && !guest.detailsPresent)
    throw redirect(onboardingLink({ to: `${ctx.base}/party/confirm?${ctx.search}` }))
  const { hold, party } = await loadPartyHold(ctx)
  return {
    hold,
    party,
    now: ctx.now,
    person: guest && {
      name: `${guest.firstname} ${guest.lastname}`,
      email: guest.email ?? '',
      mobile: phoneText(guest.mobile ?? '', brand.countryCode),
    },
    dialCodes: guest ? { near: [], rest: [] } : dialCodeOptions(ctx),
    countryCode: brand.countryCode,
    cancelRule: ctx.cancelRule,
    words: await ctx.translate([...(hold.group?.visits ?? []).flatMap(visitTexts), ctx.cancelRule.text]),
    text: ctx.messages(['book', 'booking', 'party', 'series', 'vat']),
  }
}

type Typed = { details: Contact | null; names: PersonNames[]; note: string }
type Answer = Partial<Typed> & {
  errors?: Record<string, TextKey>
  refused?: keyof typeof refusalTexts
  /** The price is another than the one that was shown. */ changed?: boolean
  unreached?: number
  hold?: Hold
  now?: number
}

const readTyped = (form: FormData): Typed => ({
  details: form.has('email') ? readContact(form) : null,
  names: readNames(form),
  note: readFormText(form, 'note').trim(),
})

export async function action(args: Route.ActionArgs) {
  const ctx = getBookingContext(args)
  const form = await readForm(args.request)
  const handle = readFormText(form, 'hold')
  const typed = readTyped(form)
  if (readFormText(form, 'intent') === 'prolong') {
    await extendHold(ctx, handle)
    const found = await findHold(ctx, handle)
    return data<Answer>(found.state === 'held' ? { ...typed, hold: found.hold, now: ctx.now } : typed)
  }
  // Who is not signed in any more has sent no details: the form asks for them, with the names that it has.
  const details = ctx.guest ? null : (typed.details ?? readContact(form))
  const errors = {
    ...(details && checkContact('booking', details)),
    ...nameErrors(typed.names),
    ...checkExtras({ visitor: '', note: typed.note }),
  }
  if (Object.keys(errors).length > 0) return data<Answer>({ ...typed, errors }, { status: 400 })
  try {
    const outcome = await ctx.call('confirmVisit', {
      handle,
      price: Number(readFormText(form, 'price')),
      currency: readFormText(form, 'currency'),
      persons: toPersonInput(typed.names),
      ...(details ? { details } : {}),
      ...(typed.note ? { note: typed.note } : {}),
    })
    // Back must not return to a step that is booked.
    if (outcome.ok) throw replace(`${ctx.base}/done?visit=${outcome.handle}`, 303)
    if (outcome.reason === 'proof-needed')
      throw redirect(
        partyProofLink(parseParty(ctx.search).party, `${ctx.base}/party/confirm?${ctx.search}`),
        303,
      )
    return data<Answer>({ ...typed, refused: outcome.reason }, { status: 409 })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.code === 'amount/changed') return data<Answer>({ ...typed, changed: true }, { status: 409 })
    if (error.code === 'request/too-many')
      return data<Answer>({ ...typed, refused: 'too-many-bookings' }, { status: 409 })
    if (error.code === 'not-found') throw redirect(peopleUrl(ctx), 303)
    if (error.code === 'visit/details-missing')
      throw redirect(onboardingLink({ to: `${ctx.base}/party/confirm?${ctx.search}` }), 303)
    if (error.code === 'request/invalid' || error.code === 'guest/invalid-mobile')
      return data<Answer>({ ...typed, errors: { form: 'party.mend' } }, { status: 400 })
    throw error
  }
}

/** If the server is unreachable, the step stays with all values and shows a notice. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  return withFallback<Answer>(serverAction, { ...readTyped(form), unreached: Date.now() })
}

export default function PartyConfirm({ loaderData, actionData }: Route.ComponentProps) {
  const { party, person, dialCodes, countryCode, cancelRule } = loaderData
  const t = useText()
  const format = useFormat()
  const clock = useClock()
  const base = pickBase(useLocation().pathname)
  const [over, setOver] = useState(false)
  const hold = actionData?.hold ?? loaderData.hold
  const now = actionData?.now ?? loaderData.now
  const visits = hold.group?.visits ?? []
  const total = { ...hold, price: hold.group?.total ?? hold.price, from: visits.some(({ from }) => from) }
  const here = partyLink(base, 'confirm', { hold: hold.handle, persons: party })
  const times = partyLink(base, 'time', { persons: party })
  const errors = Object.fromEntries(
    Object.entries(actionData?.errors ?? {}).map(([name, key]) => [name, t(key)]),
  )
  const ofNames = Object.fromEntries(
    Object.entries(errors).filter(([name]) => /\d$|^note$|^form$/.test(name)),
  )
  const ofDetails = Object.fromEntries(
    Object.entries(actionData?.errors ?? {}).filter(([name]) => !(name in ofNames)),
  )
  const refused = actionData?.refused
  return (
    <Step
      step="confirm"
      steps={usePartySteps(base, party, 2)}
      title={t('booking.detailsTitle')}
      lead={
        <p className="first-letter:uppercase">
          {t('format.dayAndTime', { day: format.day(hold.start), time: clock(hold.start) })}
        </p>
      }
      selection={noSelection}
      failed={actionData?.errors !== undefined || refused !== undefined}
      unreached={actionData?.unreached}
    >
      {refused && (
        <div className="mb-4 max-w-[44rem]">
          <Warning
            key={refused}
          >{`${t(refusalTexts[refused].title)}. ${t(refusalTexts[refused].about)}`}</Warning>
        </div>
      )}
      {actionData?.changed && (
        <div className="mb-4 max-w-[44rem]">
          <Warning>{t('party.priceChanged')}</Warning>
        </div>
      )}
      <Form
        method="post"
        action={here}
        noValidate
        className={
          'flex flex-col gap-5 lg:grid lg:grid-cols-[minmax(0,32rem)_minmax(0,26rem)] lg:items-start ' +
          'lg:justify-between lg:gap-x-12'
        }
      >
        <div className="contents lg:flex lg:flex-col lg:gap-5">
          <div className="grid max-w-[32rem] content-start gap-3 sm:gap-5">
            <ConfirmByEnter />
            <input type="hidden" name="hold" value={hold.handle} />
            <input type="hidden" name="persons" value={visits.length} />
            <input type="hidden" name="price" value={total.price} />
            <input type="hidden" name="currency" value={hold.currency} />
            <HoldBanner
              hold={hold}
              now={now}
              state="details"
              action={here}
              otherTimes={times}
              onOver={setOver}
            />
            {person ? (
              <p>{t('party.bookedBy', { name: person.name })}</p>
            ) : (
              <DetailsForm
                values={{ ...actionData?.details, ...(hold.email !== null && { email: hold.email }) }}
                errors={Object.keys(ofDetails).length > 0 ? ofDetails : null}
                dialCodes={dialCodes}
                countryCode={countryCode}
                held={!over}
                signInTo={here}
                proven={hold.email !== null}
              />
            )}
            <ErrorSummary title={t('booking.mend')} errors={ofNames} />
            {visits.map((visit, index) => (
              <Names
                key={visit.handle}
                person={index + 1}
                values={actionData?.names?.[index]}
                errors={errors}
                ownContact={index > 0 && hold.group?.kind === 'party' && hold.group.ownContacts}
              />
            ))}
            <Fold
              summary={t('booking.noteAdd')}
              open={Boolean(actionData?.note || errors.note)}
              compact
              className="rounded-xl border border-line bg-surface"
            >
              <div className="px-4 pb-4">
                <TextArea
                  name="note"
                  label={t('booking.note')}
                  hint={t('booking.noteHint', { most: MAX_NOTE })}
                  error={errors.note}
                  defaultValue={actionData?.note}
                  rows={3}
                  maxLength={MAX_NOTE}
                />
              </div>
            </Fold>
          </div>
          <ConfirmBar hold={total} ofMoving={cancelRule.ofMoving} className="order-last" />
        </div>
        <aside aria-label={t('party.yourVisits')} className="grid gap-5">
          {visits.map((visit, index) => (
            <section key={visit.handle} aria-label={t('party.person', { person: index + 1 })}>
              <p className="mb-1 font-medium">{t('party.person', { person: index + 1 })}</p>
              <VisitSummary visit={visit} unpaid />
            </section>
          ))}
          <p className="tabular flex justify-between gap-4 text-lg font-semibold">
            <span>{t('party.total')}</span>
            <span>{format.cost(total.price, total)}</span>
          </p>
          <CancelRule hold={hold} rule={cancelRule} />
        </aside>
      </Form>
    </Step>
  )
}

type NamesProps = {
  person: number
  values: PersonNames | undefined
  errors: Record<string, string>
  /** Whether they may have an address of their own. */ ownContact: boolean
}

/** Who comes: the first person is who books, unless they have a name. */
function Names({ person, values, errors, ownContact }: NamesProps) {
  const t = useText()
  const first = person === 1
  return (
    <fieldset className="grid gap-4 rounded-xl border border-line bg-surface p-4">
      <legend className="px-1 font-medium">{t('party.person', { person })}</legend>
      <Field
        name={`visitor${person}`}
        label={t('party.name')}
        hint={first ? t('party.nameYou') : undefined}
        error={errors[`visitor${person}`]}
        defaultValue={values?.visitor}
        autoComplete="off"
        autoCapitalize="words"
        maxLength={MAX_VISITOR}
        required={!first}
      />
      {ownContact && (
        <EmailField
          name={`email${person}`}
          label={t('party.email')}
          hint={t('party.emailHint')}
          error={errors[`email${person}`]}
          defaultValue={values?.email}
          autoComplete="off"
          maxLength={254}
        />
      )}
    </fieldset>
  )
}
