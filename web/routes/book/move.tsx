import { data, useNavigation, useSearchParams } from 'react-router'
import { bookDoneLink, cancelLink } from '#contract/links.ts'
import { getPageContext } from '#web/request/page-context.ts'
import { readForm } from '#web/request/guard.ts'
import { readFormText } from '#web/request/form.ts'
import { revalidateAfterConflict } from '#web/request/revalidate.ts'
import { withFallback } from '#web/request/with-fallback.ts'
import { Form } from '#web/ui/form/form.tsx'
import { useFormat } from '#web/ui/format.ts'
import { Link } from '#web/ui/link.tsx'
import { PartyList } from '#web/visit/party-list.tsx'
import { Page } from '#web/ui/page.tsx'
import { useTenantText } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'
import { SalonChange } from '#web/visit/salon-change.tsx'
import { VisitMissing } from '#web/visit/visit-missing.tsx'
import type { Route } from './+types/move'
import { loadMovePage, movePath, type MovePage } from './move/load-move.ts'
import type { TimesUrl } from './shared/load-times.ts'
import { Times } from './time/times.tsx'
import { MovePeople } from './move/move-people.tsx'
import { MoveReview } from './move/move-review.tsx'
import { MoveRule } from './move/move-rule.tsx'
import { MoveDone, MoveRefused } from './move/move-result.tsx'
import { changeVisit, type MoveFailure } from './move/move.server.ts'
import { NoTimes } from './time/no-times.tsx'
import { OtherTimes } from './shared/other-times.tsx'
import { InfoBox } from './shared/step.tsx'
import { moveRefusalTexts, refusalTexts } from './confirm/refusal-texts.ts'

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const ctx = getPageContext(context)
  const page = await loadMovePage(ctx, params.id, url.searchParams)
  const shown = {
    page,
    words: page?.words,
    now: ctx.now,
    signedIn: ctx.guest !== null,
    name: ctx.brand.title,
    company: ctx.brand.companyname,
    ofMoving: ctx.cancelRule.ofMoving,
    missing: `${ctx.t('cancel.missingTitle')} · ${ctx.brand.title}`,
    text: ctx.messages(['book', 'booking', 'cancel', 'change', 'move', 'party', 'vat']),
  }
  return data(shown, { status: page ? 200 : 404 })
}

export async function action({ request, url, params, context }: Route.ActionArgs) {
  const ctx = getPageContext(context)
  return changeVisit({ ctx, params, search: url.searchParams, form: await readForm(request) })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withFallback<MoveFailure>(serverAction, { failure: 'failed' })

export const shouldRevalidate = revalidateAfterConflict

export default function Move({ loaderData, actionData, params }: Route.ComponentProps) {
  const { page } = loaderData
  const failure = actionData
  if (!page)
    return (
      <>
        <title>{loaderData.missing}</title>
        <VisitMissing />
      </>
    )
  switch (page.state) {
    case 'done':
      return <MoveDone {...loaderData} page={page} params={params} />
    case 'refused':
      return <MoveRefused {...loaderData} page={page} params={params} failure={failure} />
    case 'review':
      return <MoveReview {...loaderData} page={page} params={params} failure={failure} />
    case 'times':
      return <MoveTimes {...loaderData} page={page} params={params} failure={failure} />
  }
}

type TimesProps = {
  page: MovePage
  now: number
  name: string
  params: { id: string; lang?: string | undefined }
  failure: MoveFailure | undefined
}

/** What the visit keeps although it can no longer be chosen. */
function AddonsKept({ names }: { names: string[] }) {
  const t = useText()
  const tenantText = useTenantText()
  if (names.length === 0) return null
  return (
    <InfoBox>{t('move.addonsKept', { names: names.map((one) => tenantText(one).text).join(', ') })}</InfoBox>
  )
}

/** The times to which the visit can be moved, with what that costs before any button. */
function MoveTimes({ page, now, name, params, failure }: TimesProps) {
  const t = useText()
  const [search] = useSearchParams()
  const { state, formData } = useNavigation()
  const { visit, times, offering, chosen, names, contact, gone } = page
  const press = {
    busy: state !== 'idle' && formData !== undefined,
    pressed: formData ? readFormText(formData, 'start') : null,
  }
  const urlOf: TimesUrl = (to) =>
    movePath(params, { teamMember: search.get('teamMember') ?? undefined, ...to })
  const refused =
    failure && 'alternatives' in failure
      ? { reason: failure.failure, offers: failure.alternatives }
      : gone && { reason: gone, offers: [] }
  const asked = (chosen === null ? visit.teamMember : chosen.split(',')).flatMap(
    (id) => (id && names[id]) || [],
  )
  if (!times) return null
  return (
    <Page
      title={t('move.title')}
      lead={visit.firstname ? t('move.lead', { name: visit.firstname }) : t('move.leadUnnamed')}
    >
      <title>{`${t('move.title')} · ${name}`}</title>
      <div className="grid gap-6">
        {visit.changedFrom && (
          <SalonChange
            before={visit.changedFrom}
            now={{
              start: visit.start,
              end: visit.end,
              members: visit.segments.map((one) => one.member.name),
            }}
            movable
            cancelLink={cancelLink({ handle: params.id, language: params.lang })}
            failed={failure?.failure === 'unanswered'}
          />
        )}
        {page.movedHere && <MovedHere visit={visit} />}
        <MoveRule visit={visit} laterFee={page.laterFee} now={now} />
        <PartyList party={visit.party} title={t('party.movesOne')} />
        <AddonsKept names={visit.addonsKept} />
        <MovePeople page={page} params={params} />
        <Form method="post">
          {refused && (
            <OtherTimes
              title={t(refusalTexts[refused.reason].title)}
              about={t(moveRefusalTexts[refused.reason])}
              offers={refused.offers}
              offering={offering}
              {...press}
            />
          )}
          {Object.keys(times.times.days).length === 0 ? (
            <NoTimes
              times={times}
              offering={offering}
              asked={[...new Set(asked)]}
              contact={contact}
              urlOf={urlOf}
              othersUrl={movePath(params, { teamMember: 'any' })}
              {...press}
            />
          ) : (
            <Times times={times} offering={offering} urlOf={urlOf} {...press} />
          )}
        </Form>
      </div>
    </Page>
  )
}

/** After the way back from the moved visit to the time that it has now. */
function MovedHere({ visit: { start, handle } }: { visit: MovePage['visit'] }) {
  const t = useText()
  const { day, time } = useFormat()
  return (
    <InfoBox>
      <span>
        {t('move.movedHere', { when: t('format.dayAndTime', { day: day(start), time: time(start) }) })}
      </span>{' '}
      <Link
        to={bookDoneLink({ visit: handle })}
        className="inline-flex min-h-11 items-center font-medium underline underline-offset-4"
      >
        {t('booking.seeVisit')}
      </Link>
    </InfoBox>
  )
}
