import { namesOf } from '#domain/visit/addons.ts'
import { X } from 'lucide'
import { useState } from 'react'
import { absenceTexts } from '#contract/absence-texts.ts'
import { dayLink, placeLink, salonVisitLink } from '#contract/links.ts'
import { noticeTitles } from '#contract/notice-titles.ts'
import type { Translate } from '#contract/text.ts'
import { blockTimesText } from '#web/staff/day/away.ts'
import { StepButton } from '#web/staff/day/step-form.tsx'
import { guestText, nameOf, whenText } from '#web/staff/day/visit-words.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useFormat } from '#web/ui/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Link, textLinkClasses } from '#web/ui/link.tsx'
import { TenantList } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'
import type { Day } from './load-day.server.ts'
import { dayWith } from './where.ts'

/* What stands above the day: what is to be done, and what others have done. */

/** Visits of earlier days of which nobody has said how they ended, the latest first. */
export function Unclosed({ day }: { day: Day }) {
  const t = useText()
  const format = useFormat()
  if (day.unclosed.length === 0 || !day.may.progress) return null
  return (
    <Fold
      summary={t('staffDay.unclosed', { count: day.unclosed.length })}
      compact
      className="no-print rounded border-2 border-warning bg-warning-soft text-on-warning-soft"
    >
      <ul className="grid gap-2 px-4 pb-4">
        {day.unclosed.map((visit) => {
          const name = guestText(t, visit)
          return (
            <li key={visit.id} className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <span className="grow wrap-anywhere">
                <Link to={salonVisitLink({ visit: visit.id })} className={textLinkClasses}>
                  {name}
                </Link>
                <span className="ml-3">{`${whenText(format, visit.start)} · `}</span>
                <TenantList words={visit.services} />
              </span>
              <span className="flex flex-wrap gap-2">
                <StepButton visit={visit} to="done" name={name} />
                <StepButton visit={visit} to="noShow" name={name} />
              </span>
            </li>
          )
        })}
      </ul>
    </Fold>
  )
}

type Notice = Day['notices'][number]

const noticeLink = (one: Notice): string =>
  one.kind === 'absence' ? dayLink({ date: one.date }) : salonVisitLink({ visit: one.visitId })

const noticeTitle = (t: Translate, one: Notice): string =>
  one.kind === 'absence'
    ? t('notice.absenceTitle', { kind: t(absenceTexts[one.absence]) })
    : t(noticeTitles[one.kind], { name: guestText(t, { firstname: one.firstname, name: null }) })

/** When it is, where it was, and with whom it is now. */
function noticeTimes(
  { t, format }: { t: Translate; format: Pick<ReturnType<typeof useFormat>, 'day' | 'time'> },
  one: Notice,
): string {
  if (one.kind === 'absence') return blockTimesText({ t, format }, one)
  const start = whenText(format, one.start)
  if (one.kind === 'longer' || one.kind === 'shorter')
    return t('notice.until', { when: start, until: format.time(one.end) })
  const when = one.before === null ? start : `${whenText(format, one.before)} → ${start}`
  return one.members.length === 0 ? when : t('notice.nowWith', { when, names: one.members.join(', ') })
}

/** What others have changed, the latest first. */
export function Notices({ day: { notices } }: { day: Day }) {
  const t = useText()
  const format = useFormat()
  const unseen = notices.filter(({ seen }) => !seen)
  const [latest] = notices
  if (!latest) return null
  const when = (instant: number) => whenText(format, instant)
  return (
    <Fold
      summary={t('staffDay.notices', { count: unseen.length })}
      compact
      className="no-print rounded border border-line"
    >
      <div className="grid gap-3 px-4 pb-4">
        {unseen.length > 0 && (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value="seen" />
            <input type="hidden" name="seenUntil" value={latest.at} />
            <Button tone="secondary">{t('staffDay.markSeen')}</Button>
          </Form>
        )}
        <ul className="grid gap-2">
          {notices.map((one) => (
            <li key={one.id} className={one.seen ? 'text-muted' : ''}>
              <Link to={noticeLink(one)} className={textLinkClasses}>
                {noticeTitle(t, one)}
              </Link>
              <span className="ml-3">{noticeTimes({ t, format }, one)}</span>{' '}
              {one.kind !== 'absence' && (
                <>
                  <span>{'· '}</span>
                  <TenantList words={one.services} />
                </>
              )}{' '}
              <span className="text-sm text-muted">
                {[...(one.name ? [one.name] : []), when(one.at)].join(' · ')}
              </span>
              {!one.seen && <span className="ml-3 font-medium">{t('staffDay.unseen')}</span>}
            </li>
          ))}
        </ul>
      </div>
    </Fold>
  )
}

/** Tells a screen reader what others have changed since the page was opened. */
export function NewNotice({ day: { notices } }: { day: Day }) {
  const t = useText()
  const format = useFormat()
  const [latest] = notices
  const [first] = useState(latest?.id)
  const isNew = latest !== undefined && latest.id !== first && !latest.seen
  return (
    <p role="status" className="sr-only">
      {isNew && [noticeTitle(t, latest), noticeTimes({ t, format }, latest)].join(' · ')}
    </p>
  )
}

/** The visit that is picked up: it is placed on any day, in any view, or put back. */
export function Tray({ day }: { day: Day }) {
  const t = useText()
  const format = useFormat()
  const { tray } = day
  if (!tray) return null
  return (
    <section
      aria-labelledby="tray"
      className="tray no-print flex flex-wrap items-center gap-x-4 gap-y-2 rounded border-2 border-brand-line bg-brand-soft px-4 py-2 text-on-brand-soft"
    >
      <div className="min-w-0 grow wrap-anywhere">
        <h2 id="tray" className="text-base">
          {t('staffDay.trayTitle', { name: nameOf(t, tray) })}
        </h2>
        <p>
          <TenantList words={tray.segments.flatMap(namesOf)} />
          <span>{` · ${whenText(format, tray.start)}`}</span>
        </p>
        <p className="text-sm">{t('staffDay.trayLead')}</p>
      </div>
      <ButtonLink
        to={placeLink({ visit: tray.id }, { from: day.date, to: dayWith(day, { move: undefined }) })}
        tone="secondary"
      >
        {t('staffDay.freePlaces')}
      </ButtonLink>
      <ButtonLink id="put-back" to={dayWith(day, { move: undefined })} tone="secondary">
        <Icon of={X} size={20} />
        <span>{t('staffDay.putBack')}</span>
      </ButtonLink>
    </section>
  )
}

/** Three hints at the first visit, and never again. */
export function Hints() {
  const t = useText()
  return (
    <section
      aria-labelledby="hints"
      className="no-print grid justify-items-start gap-3 rounded border border-line bg-surface p-4"
    >
      <h2 id="hints" className="text-xl">
        {t('staffDay.hints')}
      </h2>
      <ol className="grid list-decimal gap-2 pl-6">
        <li>{t('staffDay.hintPress')}</li>
        <li>{t('staffDay.hintMove')}</li>
        <li>{t('staffDay.hintUndo')}</li>
      </ol>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="hints" />
        <Button tone="secondary">{t('staffDay.hintsSeen')}</Button>
      </Form>
    </section>
  )
}
