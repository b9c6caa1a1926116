import { namesWithAddons } from '#domain/visit/addons.ts'
import { useNavigation, useSearchParams } from 'react-router'
import { Form } from '#web/ui/form/form.tsx'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { ButtonLink, SubmitButton } from '#web/ui/button.tsx'
import { useFormat } from '#web/ui/format.ts'
import { OwnTime } from '#web/ui/time/own-time.tsx'
import { Page } from '#web/ui/page.tsx'
import { useNameList } from '#web/ui/people.tsx'
import { TenantList } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'
import { PartyList } from '#web/visit/party-list.tsx'
import { movePath, listNames, type MovePage, type MoveVisit } from './load-move.ts'
import type { MoveFailure } from './move.server.ts'
import { Warning } from '../shared/step.tsx'

type TermsAfter = NonNullable<MovePage['termsAfter']>
type ReviewProps = {
  page: MovePage
  name: string
  params: { id: string; lang?: string | undefined }
  failure: MoveFailure | undefined
}

/** One time before the button: from when to when, with whom, the price and the terms. */
export function MoveReview({ page, name, params, failure }: ReviewProps) {
  const t = useText()
  const { cost, money } = useFormat()
  const busy = useNavigation().state !== 'idle'
  const [search] = useSearchParams()
  const terms = useTerms()
  const { visit, chosenTime, termsAfter, names, chosen } = page
  if (!chosenTime || !termsAfter) return null
  const price =
    chosenTime.price === visit.price
      ? cost(visit.price, visit)
      : t('move.priceInstead', { now: cost(chosenTime.price, visit), before: cost(visit.price, visit) })
  const fee = visit.fee + visit.moveFee
  const toPay = Math.max(0, chosenTime.price + fee - visit.paid)
  const amounts = [
    [t('move.price'), price] as const,
    ...(fee > 0
      ? [
          [t('booking.moveFee'), money(fee, visit)] as const,
          ...(visit.paid > 0 ? [[t('booking.paid'), money(visit.paid, visit)] as const] : []),
          [t('booking.toPay'), cost(toPay, visit)] as const,
        ]
      : []),
  ]
  const members = [...new Set(visit.segments.map((one) => one.member.name))]
  return (
    <Page key="review" title={t('move.askTitle')} width="form" bar>
      <title>{`${t('move.askTitle')} · ${name}`}</title>
      <div className="mb-5 grid gap-5 rounded-xl border border-line bg-surface p-5 sm:p-8">
        {failure && !('alternatives' in failure) && (
          <Warning key={failure.failure}>
            {t(failure.failure === 'changed' ? 'cancel.changed' : 'move.failed')}
          </Warning>
        )}
        <p className="font-medium wrap-anywhere">
          <TenantList words={namesWithAddons(visit.segments)} />
        </p>
        <dl className="grid gap-4">
          <When term={t('move.from')} visit={visit} members={members} />
          <When term={t('move.to')} visit={chosenTime} members={listNames(chosenTime, names)} strong />
        </dl>
        <dl className="grid gap-1.5 border-t border-line pt-4">
          {amounts.map(([term, amount]) => (
            <div
              key={term}
              className="flex items-baseline justify-between gap-4 not-first:last:font-semibold"
            >
              <dt className="text-muted">{term}</dt>
              <dd className="tabular text-right">{amount}</dd>
            </div>
          ))}
        </dl>
        <PartyList party={visit.party} title={t('party.movesOne')} />
        <ButtonLink
          to={movePath(params, { teamMember: search.get('teamMember') ?? undefined })}
          tone="secondary"
        >
          {t('move.other')}
        </ButtonLink>
      </div>
      <Form method="post" className="contents">
        <input type="hidden" name="intent" value="move" />
        <input type="hidden" name="start" value={chosenTime.start} />
        <input type="hidden" name="before" value={visit.start} />
        <input type="hidden" name="price" value={chosenTime.price} />
        <input type="hidden" name="fee" value={visit.moveFee} />
        {chosen !== null && <input type="hidden" name="teamMember" value={chosen} />}
        <BottomBar className="grid gap-3 max-lg:mt-auto lg:static">
          <p id="move-terms" className="text-sm sm:text-base">
            {terms(visit, termsAfter)}
          </p>
          <SubmitButton
            busy={busy}
            busyText={t('move.busy')}
            aria-describedby="move-terms"
            wide
            className="min-h-12"
          >
            {t('move.confirm')}
          </SubmitButton>
        </BottomBar>
      </Form>
    </Page>
  )
}

/** What moving costs now, and cancelling at the new time, in one sentence. */
function useTerms() {
  const t = useText()
  const { day, time, money } = useFormat()
  return (visit: MoveVisit, { fee, lastFee, owed, deadline: until }: TermsAfter): string => {
    const deadline = t('format.dayAndTime', { day: day(until), time: time(until) })
    if (visit.moveFee > 0) {
      const paid = money(visit.moveFee, visit)
      if (fee > owed) return t('move.termsFeeMore', { fee: paid, total: money(fee, visit) })
      return lastFee > owed
        ? t('move.termsFee', { fee: paid, deadline })
        : t('move.termsFeeOnly', { fee: paid })
    }
    if (fee > 0) return t('move.termsFreeLate', { fee: money(fee, visit) })
    return lastFee > 0 ? t('move.termsFree', { deadline }) : t('move.termsFreeAlways')
  }
}

type WhenProps = {
  term: string
  visit: { start: number; end: number }
  members: string[]
  strong?: boolean
}

function When({ term, visit: { start, end }, members, strong }: WhenProps) {
  const t = useText()
  const { fullDay, time } = useFormat()
  const joinNames = useNameList()
  return (
    <div>
      <dt className="text-sm text-muted">{term}</dt>
      <dd className={strong ? 'text-lg font-semibold' : ''}>
        <time dateTime={new Date(start).toISOString()} className="block first-letter:uppercase">
          {fullDay(start)}
        </time>
        <span className="tabular">{t('booking.fromUntil', { from: time(start), until: time(end) })}</span>
        <OwnTime start={start} />
        <span className="block font-normal text-muted">{joinNames(members)}</span>
      </dd>
    </div>
  )
}
