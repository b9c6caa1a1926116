import { toSelection } from '#web/visit/selection.ts'
import { Info } from 'lucide'
import { useMemo } from 'react'
import { MAX_MOVES, type MoveRefusal } from '#domain/visit/move.ts'
import type { TextKey } from '#contract/text.ts'
import { bookLink, cancelLink, landingLink, myAccountLink } from '#contract/links.ts'
import { useSearchParams } from 'react-router'
import { useNextVisit } from '#web/offline/use-next-visit.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { useFormat } from '#web/ui/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Page } from '#web/ui/page.tsx'
import { useText } from '#web/ui/text.tsx'
import { CalendarButtons } from '#web/visit/visit-links.tsx'
import { SalonChange } from '#web/visit/salon-change.tsx'
import { isInstant, type MovePage } from './load-move.ts'
import type { MoveFailure } from './move.server.ts'
import { ChangeVisit } from '../shared/change-visit.tsx'
import { VisitSummary } from '../shared/visit-summary.tsx'
import { Warning } from '../shared/step.tsx'

type ResultProps = {
  page: MovePage
  name: string
  signedIn: boolean
  params: { id: string; lang?: string | undefined }
}

/** The visit at its new time, with the ways into a calendar, and to change it again. */
export function MoveDone({
  page: { visit },
  name,
  signedIn,
  params,
  now,
  ofMoving,
}: ResultProps & { now: number; ofMoving: boolean }) {
  const t = useText()
  const { day, money, time } = useFormat()
  const [search] = useSearchParams()
  const before = Number(search.get('done'))
  useNextVisit(
    'moved',
    useMemo(() => ({ before, visit }), [before, visit]),
  )
  const lead = visit.email ? t('move.doneMailed', { email: visit.email }) : t('move.doneLead')
  return (
    <Page
      key="done"
      title={t('move.doneTitle')}
      lead={
        <>
          <p className="wrap-anywhere">{lead}</p>
          {isInstant(before) && before !== visit.start && (
            <p>
              {t('move.was', {
                when: t('format.dayAndTime', { day: day(before), time: time(before) }),
              })}
            </p>
          )}
        </>
      }
      width="reading"
    >
      <title>{`${t('move.doneTitle')} · ${name}`}</title>
      <div className="grid gap-5">
        {visit.fee > 0 && (
          <p role="status" className="flex gap-3 rounded border border-line bg-surface p-4">
            <Icon of={Info} size={22} className="mt-0.5 shrink-0" />
            <span>{t('move.doneFee', { fee: money(visit.fee, visit) })}</span>
          </p>
        )}
        <VisitSummary visit={visit} unpaid={visit.paid === 0} route />
        <div className="flex flex-wrap items-start gap-3">
          <CalendarButtons handle={visit.handle} links={visit.calendarLinks} />
          <ButtonLink to={signedIn ? myAccountLink() : landingLink()} tone="secondary">
            {t(signedIn ? 'booking.myVisits' : 'cancel.home')}
          </ButtonLink>
        </div>
        {visit.start >= now && (
          <ChangeVisit
            visit={visit}
            ofMoving={ofMoving}
            cancelHandle={params.id}
            moveHandle={visit.refusal === null ? params.id : null}
            language={params.lang}
          />
        )}
      </div>
    </Page>
  )
}

const reasons = {
  cancelled: 'move.refusedCancelled',
  begun: 'move.refusedBegun',
  never: 'move.refusedNever',
  'too-many': 'move.refusedTooMany',
  unavailable: 'move.refusedUnavailable',
} as const satisfies Record<MoveRefusal, TextKey>

type RefusedProps = ResultProps & {
  company: string
  failure: MoveFailure | undefined
}

/** Why the visit cannot be moved, what the guest can do instead, and the answer to the salon's change. */
export function MoveRefused({ page, name, company, params, failure }: RefusedProps) {
  const t = useText()
  const { visit, contact } = page
  const reason = visit.refusal ?? 'unavailable'
  const open = reason !== 'cancelled' && reason !== 'begun'
  const toCancel = cancelLink({ handle: params.id, language: params.lang })
  return (
    <Page title={t('move.refusedTitle')} width="form">
      <title>{`${t('move.refusedTitle')} · ${name}`}</title>
      <div className="grid gap-6">
        {failure?.failure === 'gone' && <Warning>{t('move.failed')}</Warning>}
        {open && visit.changedFrom && (
          <SalonChange
            before={visit.changedFrom}
            now={{
              start: visit.start,
              end: visit.end,
              members: visit.segments.map((one) => one.member.name),
            }}
            movable={false}
            cancelLink={toCancel}
            failed={failure?.failure === 'unanswered'}
          />
        )}
        <div className="grid gap-5 rounded-xl border border-line bg-surface p-5 sm:p-8">
          <p>{t(reasons[reason], { company, contact, most: MAX_MOVES })}</p>
          <div className="flex flex-wrap gap-3">
            {open && !visit.changedFrom && (
              <ButtonLink to={toCancel} tone="secondary">
                {t('booking.cancelVisit')}
              </ButtonLink>
            )}
            <ButtonLink
              to={bookLink(
                {
                  ...toSelection({ ...visit, teamMember: visit.segments.map(({ member }) => member.id) }),
                },
                'time',
              )}
              tone="secondary"
            >
              {t(open ? 'booking.bookAnother' : 'booking.bookAgain')}
            </ButtonLink>
          </div>
        </div>
      </div>
    </Page>
  )
}
