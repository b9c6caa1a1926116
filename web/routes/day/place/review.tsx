import { ServiceLine } from '#web/staff/day/service-line.tsx'
import { useEffect, useRef, useState, type ComponentType } from 'react'
import type { FormProps } from 'react-router'
import { placeLink } from '#contract/links.ts'
import { InTheWay } from '#web/staff/day/in-the-way.tsx'
import { RefusedChange } from '#web/staff/day/refused.tsx'
import { informingTexts, refusalTexts, warningTexts } from '#web/staff/day/texts.ts'
import { nameOf, timesText, whenText } from '#web/staff/day/visit-words.ts'
import { Button, ButtonLink, SubmitButton } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { FormKey } from '#web/ui/form/form.tsx'
import { useFormat } from '#web/ui/format.ts'
import { useText } from '#web/ui/text.tsx'
import type { PlaceAnswer, PlacePage, Refusal, Review } from './place-page.ts'

type ReviewProps = {
  page: PlacePage
  review: Review
  answer: PlaceAnswer | undefined
  busy: boolean
  /** Of a fetcher, where the page stays. */ form: ComponentType<FormProps>
  /** Puts it back; else a link leads to the page before. */ onCancel?: () => void
}

/** A visit in its new place before it is saved: what is to be known of it, and whether the guest is told. */
export function PlaceReview({ page, review, answer, busy, form: Frame, onCancel }: ReviewProps) {
  const t = useText()
  const format = useFormat()
  const { visit, may, to } = page
  const { check, start, members, minutes } = review
  // What somebody else changes while this is looked at is said once before it is saved over.
  const [seen] = useState(visit.sequence)
  const told = answer?.errors.form === 'staffDay.changed'
  const heading = useRef<HTMLHeadingElement>(null)
  const inBar = onCancel !== undefined
  useEffect(() => {
    if (inBar) heading.current?.focus({ preventScroll: true })
  }, [inBar])
  const refusal = answer?.refusal ?? (check.ok ? null : check)
  const reason = refusal && refusal.reason !== 'warned' ? refusal.reason : null
  const overbooks = (reason === 'taken' || reason === 'room') && may.over
  const withdraws = reason === 'offered' && may.withdraw
  const warnings = refusal?.warnings ?? check.warnings
  const maySave = reason === null || overbooks || withdraws
  return (
    <Frame
      method="post"
      action={placeLink({ visit: visit.id }, { start, members, minutes, addons: page.addons, to })}
      className={
        inBar
          ? 'grid items-center gap-x-8 gap-y-2 lg:grid-cols-[minmax(0,1fr)_auto]'
          : 'grid max-w-[44rem] gap-4'
      }
    >
      <FormKey />
      <div className={`grid ${inBar ? 'col-span-full gap-2' : 'gap-4'}`}>
        <div className={inBar ? 'flex flex-wrap items-baseline gap-x-6 gap-y-1' : 'contents'}>
          <h2 ref={heading} tabIndex={-1} className={`outline-none ${inBar ? 'text-base' : 'text-xl'}`}>
            {t(page.addons ? 'staffPlace.addonsOf' : 'staffDay.moveOf', { name: nameOf(t, visit) })}
          </h2>
          <FromTo page={page} review={review} inBar={inBar} />
        </div>
        <RefusedChange answer={answer} />
        {reason && refusal && (
          <Against {...{ page, reason, refusal }} wanted={members} told={answer?.refusal !== undefined} />
        )}
        {warnings.length > 0 && (
          <ul className="grid gap-1 rounded bg-warning-soft p-3 text-on-warning-soft">
            {warnings.map((warning) => (
              <li key={warning}>{t(warningTexts[warning])}</li>
            ))}
          </ul>
        )}
        <Hidden
          page={page}
          sequence={told ? visit.sequence : seen}
          review={review}
          warnings={warnings}
          withdraws={withdraws}
        />
        {inBar && <input type="hidden" name="bar" value="1" />}
        {overbooks && (
          <Field
            name="over"
            label={t('staffPlace.overReason')}
            hint={t('staffPlace.overHint')}
            error={answer?.errors.over && t(answer.errors.over)}
            maxLength={200}
            required
          />
        )}
      </div>
      {maySave && visit.unanswered && visit.reachable && (
        <p className={`rounded bg-warning-soft p-3 text-on-warning-soft ${inBar ? 'col-span-full' : ''}`}>
          {t('staffPlace.asked', { when: whenText(format, visit.knownStart ?? visit.start) })}
        </p>
      )}
      {maySave && (
        <Informing reachable={visit.reachable} usual={page.addons ? 'agreed' : 'ask'} inBar={inBar} />
      )}
      <div className="flex flex-wrap gap-3">
        {maySave && (
          <SubmitButton busy={busy} busyText={t('shell.wait')}>
            {t(
              overbooks
                ? 'staffPlace.overbook'
                : withdraws
                  ? 'staffPlace.withdraw'
                  : page.addons
                    ? 'staffPlace.saveAddons'
                    : 'staffPlace.save',
            )}
          </SubmitButton>
        )}
        {onCancel ? (
          <Button type="button" tone="secondary" onClick={onCancel}>
            {t('staffDay.putBack')}
          </Button>
        ) : (
          <ButtonLink to={to} tone="secondary">
            {t('staffDay.putBack')}
          </ButtonLink>
        )}
      </div>
    </Frame>
  )
}

type Place = { /** A bar says it in as few lines as it can. */ inBar: boolean }

/** Where it was, and where it will be. */
function FromTo({
  page: { visit },
  review: { start, members, minutes, check },
  inBar,
}: Pick<ReviewProps, 'page' | 'review'> & Place) {
  const t = useText()
  const format = useFormat()
  const was = visit.segments.map((one) => Math.round((one.end - one.start) / 60_000))
  const longer = minutes.reduce((sum, one, index) => sum + one - (was[index] ?? one), 0)
  const end = check.ok ? check.end : start + visit.end - visit.start + longer * 60_000
  const nameOfMember = (id: string | undefined) =>
    visit.members.find((one) => one.id === id)?.name ?? t('staffPlace.anyone')
  const people = (ids: readonly (string | undefined)[]) => [...new Set(ids.map(nameOfMember))].join(', ')
  const shown = check.ok ? check.members : members
  const changed = was.some((one, index) => one !== minutes[index])
  const price = check.ok ? check.price : null
  const pair = inBar ? 'flex gap-2' : 'contents'
  return (
    <dl
      className={
        inBar
          ? 'flex flex-wrap gap-x-6 gap-y-1'
          : 'grid gap-x-6 gap-y-1 sm:grid-cols-[max-content_minmax(0,1fr)]'
      }
    >
      <div className={pair}>
        <dt className="text-muted">{t('staffPlace.from')}</dt>
        <dd>
          {[
            format.day(visit.start),
            timesText(format, visit),
            people(visit.segments.map(({ memberId }) => memberId)),
          ].join(' · ')}
        </dd>
      </div>
      <div className={pair}>
        <dt className="text-muted">{t('staffPlace.to')}</dt>
        <dd className="font-medium">
          {[format.day(start), timesText(format, { start, end }), people(shown)].join(' · ')}
        </dd>
      </div>
      {changed && (
        <div className={pair}>
          <dt className="text-muted">{t('staffPlace.lengths')}</dt>
          <dd>
            {visit.segments.map((segment, index) => (
              <span key={segment.position} className="block">
                <ServiceLine service={segment} />
                <span>{`: ${format.duration(minutes[index] ?? 0)}`}</span>
              </span>
            ))}
          </dd>
        </div>
      )}
      {visit.price !== null && price !== null && price !== visit.price && (
        <div className={pair}>
          <dt className="text-muted">{t('staffPlace.price')}</dt>
          <dd>{`${format.cost(visit.price, visit)} → ${format.cost(price, visit)}`}</dd>
        </div>
      )}
    </dl>
  )
}

type AgainstProps = {
  page: PlacePage
  /** Who was to perform each service. */ wanted: readonly string[]
  reason: Refusal['reason']
  refusal: Refusal
  /** It is the answer to saving. */ told: boolean
}

/** Why it cannot be there, what is there, and the nearest places that are free. */
function Against({ page: { visit, minutes, addons, to }, wanted, reason, refusal, told }: AgainstProps) {
  const t = useText()
  const format = useFormat()
  const nameOfMember = (id: string) => visit.members.find((one) => one.id === id)?.name ?? ''
  const isOther = (members: readonly string[]) => members.some((one, index) => one !== wanted[index])
  return (
    <div className="grid gap-2 rounded border-2 border-danger bg-danger-soft p-4 text-on-danger-soft">
      <p role={told ? 'alert' : undefined} className="font-medium">
        {t(refusalTexts[reason])}
      </p>
      {refusal.missing !== undefined && (
        <p>
          {t(addons ? 'staffPlace.missingAddons' : 'staffPlace.missing', {
            minutes: format.duration(refusal.missing),
          })}
        </p>
      )}
      {refusal.inTheWay.length > 0 && (
        <ul>
          {refusal.inTheWay.map((one) => (
            <li key={`${one.memberId} ${one.start} ${one.room}`}>
              <InTheWay taken={one} nameOf={nameOfMember} />
            </li>
          ))}
        </ul>
      )}
      {refusal.alternatives.length > 0 && (
        <>
          <p>{t('staffPlace.nearest')}</p>
          <ul className="flex flex-wrap gap-2">
            {refusal.alternatives.map(({ start, members }) => (
              <li key={`${start} ${members.join(' ')}`}>
                <ButtonLink
                  to={placeLink({ visit: visit.id }, { start, members, minutes, addons, to })}
                  tone="secondary"
                >
                  {[
                    whenText(format, start),
                    ...(isOther(members) ? [[...new Set(members)].map(nameOfMember).join(', ')] : []),
                  ].join(' · ')}
                </ButtonLink>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

type HiddenProps = Pick<ReviewProps, 'page' | 'review'> & {
  sequence: number
  warnings: readonly string[]
  withdraws: boolean
}

/** What was seen: another visit, or another warning, is refused. */
const Hidden = ({ page: { visit, addons, to }, sequence, review, warnings, withdraws }: HiddenProps) => (
  <>
    <input type="hidden" name="id" value={visit.id} />
    <input type="hidden" name="sequence" value={sequence} />
    <input type="hidden" name="start" value={review.start} />
    <input type="hidden" name="members" value={review.members.join(',')} />
    <input type="hidden" name="minutes" value={review.minutes.join(',')} />
    <input type="hidden" name="accept" value={warnings.join(',')} />
    <input type="hidden" name="to" value={to} />
    {addons && <input type="hidden" name="addons" value={addons.join(',')} />}
    {withdraws && <input type="hidden" name="withdraw" value="1" />}
  </>
)

type Way = keyof typeof informingTexts
const ways = Object.keys(informingTexts) as Way[]

type InformingProps = { reachable: boolean; /** What is chosen first. */ usual: Way } & Place

function Informing({ reachable, usual, inBar }: InformingProps) {
  const t = useText()
  if (!reachable)
    return (
      <p className="text-sm text-muted">
        <input type="hidden" name="inform" value="none" />
        <span>{t('staffDay.unreachable')}</span>
      </p>
    )
  return (
    <fieldset className={inBar ? 'flex flex-wrap gap-x-4 text-sm' : 'grid gap-1'}>
      <legend className={inBar ? 'sr-only' : 'font-medium'}>{t('staffPlace.inform')}</legend>
      {ways.map((one) => (
        <label key={one} className={`flex min-h-11 items-center ${inBar ? 'gap-2' : 'gap-3'}`}>
          <input
            type="radio"
            name="inform"
            value={one}
            defaultChecked={one === usual}
            className="size-5 shrink-0 accent-brand-line"
          />
          <span>{t(informingTexts[one])}</span>
        </label>
      ))}
    </fieldset>
  )
}
