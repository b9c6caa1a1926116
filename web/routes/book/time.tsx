import { data, redirect, useLocation, useNavigation, type ShouldRevalidateFunctionArgs } from 'react-router'
import { textOf } from '#web/form.ts'
import { useText } from '#web/text.tsx'
import { formOf } from '../account/guard.ts'
import type { Route } from './+types/time'
import { ChosenLine } from './chosen-line.tsx'
import { FullMonth } from './full-month.tsx'
import { HeldAlready } from './held-already.tsx'
import { takeHold } from './hold.server.ts'
import { loadSelection, loadTimeStep } from './load-times.ts'
import { Month } from './month.tsx'
import { OtherTimes } from './other-times.tsx'
import { refusalTexts } from './refusal-texts.ts'
import { bookingScope } from './scope.ts'
import { baseOf, heldAddress, readAsked, selectionOf, servicesAgain } from './selection.ts'
import { Form } from '#web/ui/form.tsx'
import { Step } from './step.tsx'

export async function loader(args: Route.LoaderArgs) {
  const scope = bookingScope(args)
  const found = await loadTimeStep(scope)
  if (!found) throw redirect(servicesAgain(scope.base, readAsked(scope.search)))
  return { ...found, text: scope.messages(['book']) }
}

export async function action(args: Route.ActionArgs) {
  const scope = bookingScope(args)
  const form = await formOf(args.request)
  const loaded = await loadSelection(scope)
  if (!loaded) throw redirect(servicesAgain(scope.base, readAsked(scope.search)))
  const outcome = await takeHold(scope, loaded.selection, {
    start: Number(textOf(form, 'start')),
    replaces: textOf(form, 'replaces'),
  })
  if (outcome.ok)
    return redirect(
      heldAddress(scope.base, 'details', { ...outcome.hold, ...selectionOf(outcome.hold) }),
      303,
    )
  return data(outcome, { status: 409 })
}

// All times of the month are here: another day of it needs nothing from the server.
export function shouldRevalidate({
  formMethod,
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const [now, next] = [new URL(currentUrl), new URL(nextUrl)]
  for (const url of [now, next]) url.searchParams.delete('day')
  return (formMethod && formMethod !== 'GET') || now.href !== next.href ? defaultShouldRevalidate : false
}

export const meta = () => [{ name: 'robots', content: 'noindex' }]

export default function TimeStep({ loaderData, actionData }: Route.ComponentProps) {
  const { services, selection, notes, times, held, offering } = loaderData
  const t = useText()
  const { pathname } = useLocation()
  const { state, formData } = useNavigation()
  const press = { busy: state === 'submitting', pressed: formData ? textOf(formData, 'start') : null }
  const refused = actionData?.ok === false ? actionData : null
  const empty = Object.keys(times.times.days).length === 0
  return (
    <Step
      step="time"
      title={t('book.timeTitle')}
      lead={<ChosenLine services={services} selection={selection} />}
      selection={selection}
      notes={notes}
      failed={refused !== null}
    >
      <Form method="post">
        <HeldAlready held={held} base={baseOf(pathname)} />
        {refused && (
          <OtherTimes
            title={t(refusalTexts[refused.reason].title)}
            about={t(refusalTexts[refused.reason].about)}
            offers={refused.alternatives}
            offering={offering}
            {...press}
          />
        )}
        {empty ? <FullMonth data={loaderData} {...press} /> : <Month data={loaderData} {...press} />}
      </Form>
    </Step>
  )
}
