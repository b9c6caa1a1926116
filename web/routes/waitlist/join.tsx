import { MailCheck } from 'lucide'
import { useEffect } from 'react'
import { data, redirect, useLocation, useNavigation } from 'react-router'
import { appointmentsLink, landingLink, loginLink, onboardingLink, waitlistLink } from '#contract/links.ts'
import { useText } from '#web/ui/text.tsx'
import { Button, ButtonLink, SubmitButton } from '#web/ui/button.tsx'
import { dialCodeOptions } from '#web/ui/form/dial-codes.server.ts'
import { ErrorSummary } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Link, textLinkClasses } from '#web/ui/link.tsx'
import { DocumentTitle, Page } from '#web/ui/page.tsx'
import { useThrottle } from '#web/ui/form/use-submit.ts'
import { readForm } from '#web/request/guard.ts'
import { withFallback } from '#web/request/with-fallback.ts'
import { pickBase, parseSelection, servicesUrl, type Selection } from '#web/visit/selection.ts'
import { getBookingContext, type BookingContext } from '../book/shared/booking-context.ts'
import { loadSelection } from '../book/shared/load-times.ts'
import { SelectionSummary } from '../book/shared/selection-summary.tsx'
import { selectedServices, wordsOfServices } from '../book/shared/totals.ts'
import { ContactFields } from './join/contact-fields.tsx'
import { peopleFor, submitJoin, suggestedPeople, type JoinAnswer } from './join/join.server.ts'
import { PreferenceFields } from './preferences/preference-fields.tsx'
import { suggestedPreferences, allowedDays } from './preferences/preferences.server.ts'
import type { Route } from './+types/join'

type Args = Parameters<typeof getBookingContext>[0]

/**
 * @throws a redirect to the services step without a bookable service, to onboarding without a guest's
 * details.
 */
async function loadJoin(args: Args) {
  const ctx = getBookingContext(args)
  if (ctx.guest && !ctx.guest.detailsPresent)
    throw redirect(onboardingLink({ to: `${args.url.pathname}${args.url.search}` }))
  const selected = await loadSelection(ctx)
  if (!selected) throw redirect(servicesUrl(ctx.base, parseSelection(ctx.search)))
  return { ctx, selected }
}

export async function loader(args: Route.LoaderArgs) {
  const { ctx, selected } = await loadJoin(args)
  const { catalog, selection } = selected
  const services = selectedServices(catalog.services, selection)
  const people = peopleFor(selected)
  const days = allowedDays(ctx)
  const values = suggestedPreferences(ctx.search, people, days)
  return {
    words: await ctx.translate([...wordsOfServices(services), ...catalog.addonNames.values()]),
    services,
    selection,
    people,
    days,
    values: { ...values, teamMembers: suggestedPeople(selected, values.teamMembers) },
    contact: contactOptions(ctx, selection),
    title: `${ctx.t('joinWaitlist.title')} · ${ctx.brand.title}`,
    text: ctx.messages(['book', 'booking', 'joinWaitlist', 'preference']),
  }
}

/** What the fields of a guest without an account need; null with one. */
const contactOptions = (ctx: BookingContext, { services, addons }: Pick<Selection, 'services' | 'addons'>) =>
  ctx.guest
    ? null
    : {
        sms: ctx.brand.sms,
        dialCodes: dialCodeOptions(ctx),
        countryCode: ctx.brand.countryCode,
        signInTo: appointmentsLink(
          {
            services,
            addons,
            teamMember: parseSelection(ctx.search).teamMember,
            month: ctx.search.get('month'),
            date: ctx.search.get('date') ?? undefined,
            until: ctx.search.get('until') ?? undefined,
          },
          'waitlist',
        ),
      }

export async function action(args: Route.ActionArgs) {
  const { ctx, selected } = await loadJoin(args)
  const answer = await submitJoin(ctx, selected, await readForm(args.request))
  if (answer.state === 'joined' && answer.confirm === null)
    return redirect(waitlistLink({ id: answer.id ?? undefined, message: 'waitlist-joined' }))
  return data<JoinAnswer | Unreached>(answer, { status: answer.state === 'joined' ? 200 : answer.status })
}

type Unreached = { state: 'unreached' }

/** If the server is unreachable, the form stays as it is and shows a notice. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withFallback<JoinAnswer | Unreached>(serverAction, { state: 'unreached' })

export default function JoinWaitlist({
  loaderData: { services, selection, people, days, values, contact, title },
  actionData,
}: Route.ComponentProps) {
  const t = useText()
  const throttle = useThrottle()
  const { state, formData } = useNavigation()
  const base = pickBase(useLocation().pathname)
  if (actionData?.state === 'joined') return <ConfirmSent answer={actionData} title={title} />
  const shown = actionData && actionData.state !== 'unreached' ? actionData : null
  const errors = Object.fromEntries(
    Object.entries(
      actionData?.state === 'unreached'
        ? { form: 'joinWaitlist.unavailable' as const }
        : (shown?.errors ?? {}),
    ).map(([name, key]) => [name, t(key, { most: 5 })]),
  )
  const busy = state === 'submitting' && formData?.get('intent') === 'join'
  return (
    <Page
      title={t('joinWaitlist.title')}
      lead={
        <>
          <SelectionSummary services={services} selection={selection} />
          <p className="mt-1">{t(contact ? 'joinWaitlist.lead' : 'joinWaitlist.leadSignedIn')}</p>
        </>
      }
      width="form"
    >
      <DocumentTitle title={title} failed={actionData !== undefined && actionData.state !== 'editing'} />
      <Form
        method="post"
        noValidate
        onSubmit={throttle}
        className="grid gap-6 rounded-xl border border-line bg-surface p-5 sm:p-8"
      >
        <ErrorSummary title={t('preference.mend')} errors={errors} />
        {shown?.errors.form === 'joinWaitlist.tooMany' && !contact && (
          <Link to={waitlistLink()} className={textLinkClasses}>
            {t('joinWaitlist.seeMine')}
          </Link>
        )}
        {contact && (
          <p className="rounded border border-line px-4 py-2">
            <span>{t('booking.haveAccount')}</span>{' '}
            <Link to={loginLink({ to: contact.signInTo })} className={textLinkClasses}>
              {t('joinWaitlist.signIn')}
            </Link>
          </p>
        )}
        {/* Enter in a field presses the first submit button: this one, not one that changes the windows. */}
        <button name="intent" value="join" tabIndex={-1} aria-hidden="true" className="hidden" />
        <PreferenceFields
          values={shown?.values ?? values}
          errors={errors}
          people={people.length > 1 || values.teamMembers.length > 0 ? people : []}
          days={days}
        />
        {contact && <ContactFields options={contact} details={shown?.details ?? null} errors={errors} />}
        <SubmitButton name="intent" value="join" busy={busy} busyText={t('joinWaitlist.busy')} wide>
          {t('joinWaitlist.button')}
        </SubmitButton>
        <p className="text-sm text-muted">
          {t(base === '/book' && contact ? 'joinWaitlist.free' : 'joinWaitlist.freeSignedIn')}
        </p>
      </Form>
    </Page>
  )
}

/** A guest without an account has a link to follow before the entry counts. */
function ConfirmSent({
  answer: { confirm, address, fields, again },
  title,
}: {
  answer: Extract<JoinAnswer, { state: 'joined' }>
  title: string
}) {
  const t = useText()
  const throttle = useThrottle()
  const { state, formData } = useNavigation()
  // The answer appears at the same URL, which the router does not notice.
  useEffect(() => {
    window.scrollTo(0, 0)
    document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true })
  }, [])
  return (
    <Page title={t('joinWaitlist.sentTitle')} width="form">
      <DocumentTitle title={title} failed={false} />
      <div className="grid gap-5 rounded-xl border border-line bg-surface p-5 sm:p-8">
        <Icon of={MailCheck} size={40} className="stroke-[1.5] text-brand-text" />
        <p role="status" className="text-lg wrap-anywhere">
          {t(
            again
              ? 'joinWaitlist.sentAgain'
              : confirm === 'sms'
                ? 'joinWaitlist.sentSms'
                : 'joinWaitlist.sentMail',
            { address },
          )}
        </p>
        <p className="text-muted">{t('joinWaitlist.sentHint')}</p>
        <Form method="post" onSubmit={throttle} className="grid gap-3 sm:grid-cols-2">
          {fields.map(([name, value], index) => (
            <input key={`${index} ${name}`} type="hidden" name={name} value={value} />
          ))}
          <SubmitButton
            name="intent"
            value="again"
            tone="secondary"
            busy={state === 'submitting' && formData?.get('intent') === 'again'}
            busyText={t('joinWaitlist.busy')}
          >
            {t('joinWaitlist.sendAgain')}
          </SubmitButton>
          <Button type="submit" name="intent" value="edit" tone="secondary">
            {t('joinWaitlist.changeContact')}
          </Button>
        </Form>
        <ButtonLink to={landingLink()} tone="secondary">
          {t('joinWaitlist.home')}
        </ButtonLink>
      </div>
    </Page>
  )
}
