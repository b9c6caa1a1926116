import { namesOf } from '#domain/visit/addons.ts'
import {
  data,
  Form as RouterForm,
  redirect,
  useNavigation,
  type ShouldRevalidateFunctionArgs,
} from 'react-router'
import { dayLink, placeLink, salonVisitLink } from '#contract/links.ts'
import { placementWarnings } from '#domain/availability/placement.ts'
import { informings } from '#contract/schedule/visit-change.ts'
import { readFormText } from '#web/request/form.ts'
import { readForm } from '#web/request/guard.ts'
import { privateMeta } from '#web/request/page-meta.ts'
import { revalidateAfterConflict, revalidateUnlessLeaving } from '#web/request/revalidate.ts'
import { nullIfUnreached } from '#web/request/with-fallback.ts'
import { answerForm, refuse, unreached } from '#web/staff/answer.ts'
import { changeErrors } from '#web/staff/day/change-works.ts'
import { withDone } from '#web/staff/day/done.ts'
import { nameOf, timesText } from '#web/staff/day/visit-words.ts'
import { requirePerson } from '#web/staff/guard.ts'
import { useStaffLive } from '#web/staff/live.ts'
import { staffPath } from '#web/staff/return-path.ts'
import { StaffShell } from '#web/staff/staff-shell.tsx'
import { useAnswer } from '#web/staff/use-answer.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { useFormat } from '#web/ui/format.ts'
import { LoadError } from '#web/ui/loading/load-error.tsx'
import { Empty, Page } from '#web/ui/page.tsx'
import { TenantList } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'
import { loadPlace } from './place/load-place.server.ts'
import type { PlaceAnswer, PlacePage } from './place/place-page.ts'
import { PlaceReview } from './place/review.tsx'
import { Addons } from './place/addons.tsx'
import { OwnTime, Wishes } from './place/wishes.tsx'
import { addonsByService } from '#web/visit/selection.ts'
import type { Route } from './+types/place'

export async function loader(args: Route.LoaderArgs) {
  const ctx = requirePerson(args)
  const { searchParams } = args.url
  const page = await loadPlace(ctx, args.params.visit, searchParams).catch((error: unknown) => {
    // The day's grid stays, whatever has become of the visit.
    if (error instanceof Response && searchParams.has('bar')) return null
    throw error
  })
  if (!page) return null
  const title = ctx.t('staffPlace.title', { name: nameOf(ctx.t, page.visit) })
  return {
    ...page,
    title: `${title} · ${ctx.brand.title}`,
    text: ctx.messages(['staffDay', 'staffPlace', 'login']),
  }
}

// The bar of the day's grid loads it too.
export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) =>
  serverLoader().catch(nullIfUnreached)

export async function action(args: Route.ActionArgs) {
  const { call } = requirePerson(args)
  const form = await readForm(args.request)
  const list = (name: string) => readFormText(form, name).split(',').filter(Boolean)
  const to = staffPath(readFormText(form, 'to'))
  const over = readFormText(form, 'over').trim()
  if (form.has('over') && !over) return refuse('place', { over: 'staffPlace.overMissing' })
  return answerForm(
    'place',
    async () => {
      const id = readFormText(form, 'id')
      const outcome = await call('placeVisit', {
        id,
        sequence: Number(readFormText(form, 'sequence')),
        start: Number(readFormText(form, 'start')),
        members: list('members').map((one) => (one === 'any' ? null : one)),
        minutes: list('minutes').map(Number),
        ...(form.has('addons') && { addons: addonsOf(list('addons'), list('minutes').length) }),
        inform: informings.find((one) => one === readFormText(form, 'inform')) ?? 'ask',
        accept: placementWarnings.filter((one) => list('accept').includes(one)),
        withdraw: form.has('withdraw'),
        ...(over && { over }),
      })
      if (!outcome.ok)
        return data<PlaceAnswer>({ of: 'place', errors: {}, refusal: outcome }, { status: 409 })
      const { changeId, undoUntil } = outcome
      const did = form.has('addons') ? 'addons' : 'moved'
      const next = withDone(to, { did, of: id, changeIds: [changeId], undoUntil })
      // The event of the change loads the grid again meanwhile, and React Router then drops a fetcher's
      // redirect: the grid itself goes on.
      return form.has('bar') ? data<PlaceAnswer>({ of: 'place', errors: {}, next }) : redirect(next)
    },
    changeErrors,
  )
}

/** The add-ons of each service, which are named by its place. */
const addonsOf = (names: string[], count: number) =>
  Array.from({ length: count }, (_, index) => addonsByService(names).get(String(index)) ?? [])

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => unreached(serverAction)

export const shouldRevalidate = (args: ShouldRevalidateFunctionArgs) =>
  revalidateUnlessLeaving({ ...args, defaultShouldRevalidate: revalidateAfterConflict(args) })

export const meta = privateMeta

/** Free places of a visit on any day, or one of them before it is saved. */
export default function Place({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const busy = useNavigation().state !== 'idle'
  useStaffLive('schedule')
  const answer = useAnswer<PlaceAnswer>(actionData)
  if (!loaderData)
    return (
      <StaffShell>
        <LoadError retry={dayLink()} />
      </StaffShell>
    )
  const { visit, review } = loaderData
  const title = t('staffPlace.title', { name: nameOf(t, visit) })
  return (
    <StaffShell>
      <Page
        title={title}
        part={review ? String(review.start) : loaderData.from}
        lead={<Present page={loaderData} />}
      >
        <div className="grid gap-8">
          {review ? (
            <PlaceReview
              key={visit.id}
              page={loaderData}
              review={review}
              answer={answer}
              busy={busy}
              form={RouterForm}
            />
          ) : (
            <Places page={loaderData} />
          )}
          <Addons page={loaderData} />
          <Wishes page={loaderData} />
          <OwnTime page={loaderData} />
        </div>
      </Page>
    </StaffShell>
  )
}

/** Where it is now. */
function Present({ page: { visit, to } }: { page: PlacePage }) {
  const t = useText()
  const format = useFormat()
  return (
    <>
      <p>
        <span>{`${format.fullDay(visit.start)} · ${timesText(format, visit)} · `}</span>
        <TenantList words={visit.segments.flatMap(namesOf)} />
      </p>
      <div className="mt-3 flex flex-wrap gap-3 text-base">
        <ButtonLink to={dayLink({ date: visit.date, move: visit.id })} tone="secondary">
          {t('staffPlace.onDay')}
        </ButtonLink>
        <ButtonLink to={salonVisitLink({ visit: visit.id })} tone="secondary">
          {t('staffDay.visit')}
        </ButtonLink>
        <ButtonLink to={to} tone="secondary">
          {t('staffDay.putBack')}
        </ButtonLink>
      </div>
    </>
  )
}

/** The free places of a week. */
function Places({ page }: { page: PlacePage }) {
  const t = useText()
  const format = useFormat()
  const { places, visit, members, minutes, addons, to, from, week } = page
  const nameOfMember = (id: string) => visit.members.find((one) => one.id === id)?.name ?? ''
  const at = (first: string) => placeLink({ visit: visit.id }, { from: first, members, minutes, addons, to })
  if (!places) return <Empty>{t('staffPlace.noSuch')}</Empty>
  const days = places.days.filter((day) => day.places.length > 0)
  const other = visit.segments.some(({ memberId }, index) => members[index] !== memberId)
  return (
    <section aria-labelledby="places" className="grid gap-4">
      <h2 id="places" className="text-2xl">
        {t('staffPlace.free')}
      </h2>
      <nav aria-label={t('staffPlace.weeks')} className="flex flex-wrap gap-2">
        {week.before && (
          <ButtonLink to={at(week.before)} tone="secondary">
            {t('staffDay.weekBefore')}
          </ButtonLink>
        )}
        <ButtonLink to={at(week.after)} tone="secondary">
          {t('staffDay.weekAfter')}
        </ButtonLink>
      </nav>
      {days.length === 0 && (
        <Empty
          action={
            places.nextDay && (
              <ButtonLink to={at(places.nextDay)} tone="secondary">
                {t('staffPlace.nextDay')}
              </ButtonLink>
            )
          }
        >
          {t('staffPlace.none', { date: format.day(Date.parse(`${from}T12:00:00Z`)) })}
        </Empty>
      )}
      {days.map((day) => (
        <section key={day.date} aria-labelledby={`day-${day.date}`} className="grid gap-2">
          <h3 id={`day-${day.date}`} className="text-lg first-letter:uppercase">
            {format.day(day.places[0]?.start ?? 0)}
          </h3>
          <ul className="flex flex-wrap gap-2">
            {day.places.map((place) => (
              <li key={`${place.start} ${place.members.join(' ')}`}>
                <ButtonLink
                  to={placeLink(
                    { visit: visit.id },
                    { start: place.start, members: place.members, minutes, addons, to },
                  )}
                  tone="secondary"
                >
                  {[
                    format.time(place.start),
                    ...(other ? [[...new Set(place.members.map(nameOfMember))].join(', ')] : []),
                  ].join(' ')}
                </ButtonLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  )
}
