import { redirect, useLocation, useNavigation } from 'react-router'
import { bookingLink } from '#contract/links.ts'
import { readFormText } from '#web/request/form.ts'
import { pickBase, parseSelection, servicesUrl } from '#web/visit/selection.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useText } from '#web/ui/text.tsx'
import type { Route } from './+types/first'
import { getBookingContext, loadHeld } from './shared/booking-context.ts'
import { loadSelection } from './shared/load-times.ts'
import { Offers } from './shared/other-times.tsx'
import { SelectionSummary } from './shared/selection-summary.tsx'
import { Step } from './shared/step.tsx'
import { computeTotal, selectedServices, wordsOfServices } from './shared/totals.ts'

/** `/book/first`: the first free times, over all people and days. Without any, the step of times says why. */
export async function loader(args: Route.LoaderArgs) {
  const ctx = getBookingContext(args)
  const loaded = await loadSelection(ctx)
  if (!loaded) throw redirect(servicesUrl(ctx.base, parseSelection(ctx.search)))
  const { catalog, notes } = loaded
  const selection = { ...loaded.selection, teamMember: loaded.selection.services.map(() => null) }
  const services = selectedServices(catalog.services, selection)
  const [{ offers }, held, words] = await Promise.all([
    ctx.call('getFirstFree', {
      services: selection.services.join(','),
      ...(selection.addons.length > 0 && { addons: selection.addons.join(',') }),
    }),
    loadHeld(ctx),
    ctx.translate(wordsOfServices(services)),
  ])
  if (offers.length === 0) throw redirect(bookingLink(ctx.base, 'time', selection))
  const { minutes, longest, from } = computeTotal(services)
  return {
    words,
    services,
    selection,
    notes,
    held,
    offers,
    offering: {
      names: Object.fromEntries(catalog.people.map((one) => [one.id, one.name])),
      varies: minutes < longest,
      money: { ...catalog.money, from },
    },
    text: ctx.messages(['book']),
  }
}

export default function FirstTimes({ loaderData }: Route.ComponentProps) {
  const { services, selection, notes, held, offers, offering } = loaderData
  const t = useText()
  const base = pickBase(useLocation().pathname)
  const { state, formData } = useNavigation()
  const times = bookingLink(base, 'time', selection)
  return (
    <Step
      step="time"
      title={t('book.firstTitle')}
      lead={
        <>
          <p>{t('book.firstLead')}</p>
          <SelectionSummary services={services} selection={selection} />
        </>
      }
      selection={selection}
      held={held}
      notes={notes}
    >
      <Form method="post" action={times} className="max-w-[44rem]">
        <input type="hidden" name="shown" value={times} />
        <Offers
          offers={offers}
          offering={offering}
          busy={state === 'submitting'}
          pressed={formData ? readFormText(formData, 'start') : null}
        />
      </Form>
      <ButtonLink to={times} tone="secondary" className="mt-6">
        {t('book.allTimes')}
      </ButtonLink>
    </Step>
  )
}
