import { Pencil, Play, Trash2 } from 'lucide'
import { useNavigation } from 'react-router'
import type { TextKey } from '#contract/text.ts'
import { waitlistLink } from '#contract/links.ts'
import { Fold } from '#web/ui/fold.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useFormat } from '#web/ui/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { TenantList } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'
import { namesOf, type WaitlistEntry } from '#web/waitlist/entry.ts'
import { EntryFacts } from '#web/waitlist/entry-facts.tsx'
import { OpenOffer } from '#web/waitlist/open-offer.tsx'
import type { PauseError } from './change-entry.server.ts'
import { noticeText } from '../preferences/preference-fields.tsx'

type CardProps = {
  entry: WaitlistEntry
  /** It is the one that the URL names. */ focused: boolean
  /** The end (epoch ms) after an extension today. */ extendTo: number
  /** The dates at whose beginning a pause may end. */ pauseDays: { first: string; last: string }
  pauseError: PauseError | undefined
  now: number
  onLeave: () => void
}

/** An entry: its place, preferences, open offer, what went past it, and what can be done. */
export function EntryCard({ entry, focused, now, ...rest }: CardProps) {
  const t = useText()
  return (
    <li
      id={`entry-${entry.id}`}
      tabIndex={-1}
      aria-current={focused || undefined}
      aria-labelledby={`name-${entry.id}`}
      className={
        'grid gap-5 rounded-xl border bg-surface p-5 outline-none sm:p-6 ' +
        (focused ? 'border-2 border-brand-line' : 'border-line')
      }
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h2 id={`name-${entry.id}`} className="min-w-0 text-xl wrap-anywhere">
          <TenantList words={namesOf(entry)} />
        </h2>
        <EntryBadge entry={entry} />
      </div>
      {entry.offer && (
        <section
          aria-label={t('waitlist.offered')}
          className="grid gap-3 rounded border-2 border-brand-line p-4"
        >
          <OpenOffer offer={entry.offer} now={now} />
        </section>
      )}
      <p className="tabular text-lg font-medium">
        {t('waitlist.place', { place: entry.place, of: entry.of })}
      </p>
      <EntryFacts entry={entry} />
      <p className="text-sm text-muted">
        {t('waitlist.notice', { time: noticeText(t, entry.noticeMinutes) }) +
          (entry.atNight ? ` ${t('waitlist.alsoAtNight')}` : '')}
      </p>
      {entry.passed.length > 0 && <PassedOver entry={entry} />}
      <Actions entry={entry} {...rest} />
    </li>
  )
}

/** The state in words. */
function EntryBadge({ entry: { state, pausedUntil, confirmed } }: { entry: WaitlistEntry }) {
  const t = useText()
  const { part } = useFormat()
  if (state === 'offered') return <Badge tone="warning">{t('waitlist.offered')}</Badge>
  if (state === 'paused')
    return (
      <Badge tone="warning">
        {pausedUntil
          ? t('waitlist.pausedUntil', { date: part(pausedUntil, { day: 'numeric', month: 'short' }) })
          : t('waitlist.paused')}
      </Badge>
    )
  return (
    <Badge tone={confirmed ? 'success' : 'warning'}>
      {t(confirmed ? 'waitlist.waiting' : 'waitlist.unconfirmed')}
    </Badge>
  )
}

const reasons = {
  notice: 'waitlist.passedNotice',
  window: 'waitlist.passedWindow',
  person: 'waitlist.passedPerson',
  paused: 'waitlist.passedPaused',
  night: 'waitlist.passedNight',
  unconfirmed: 'waitlist.passedUnconfirmed',
  offered: 'waitlist.passedOffered',
  'own-visit': 'waitlist.passedOwnVisit',
} as const satisfies Record<WaitlistEntry['passed'][number]['reason'], TextKey>

/** The times that went to guests behind, and why: each reason once, and then for each time. */
function PassedOver({ entry: { passed } }: { entry: WaitlistEntry }) {
  const t = useText()
  const { day, time } = useFormat()
  const why = [...new Set(passed.map(({ reason }) => t(reasons[reason])))].join('; ')
  return (
    <Fold summary={t('waitlist.passed', { count: passed.length, reasons: why })} compact>
      <div className="grid gap-3 border-t border-line p-4">
        <p className="text-muted">{t('waitlist.passedHint')}</p>
        <ul className="grid gap-2">
          {passed.map(({ start, reason }) => (
            <li key={`${start} ${reason}`}>
              <span className="block font-medium">
                {t('format.dayAndTime', { day: day(start), time: time(start) })}
              </span>
              <span className="block text-muted first-letter:uppercase">{t(reasons[reason])}</span>
            </li>
          ))}
        </ul>
      </div>
    </Fold>
  )
}

/** What can be done with an entry. Without scripts its deletion opens a page with the same question. */
function Actions({ entry, extendTo, pauseDays, pauseError, onLeave }: Omit<CardProps, 'focused' | 'now'>) {
  const t = useText()
  const { day } = useFormat()
  const { state, formData } = useNavigation()
  const busy = state !== 'idle' && formData?.get('entry') === entry.id
  const which = (
    <span className="sr-only">
      <span>: </span>
      <TenantList words={namesOf(entry)} />
    </span>
  )
  return (
    <div className="grid gap-4 border-t border-line pt-5">
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={waitlistLink({ edit: entry.id })} tone="secondary">
          <Icon of={Pencil} size={18} />
          <span>{t('waitlist.edit')}</span>
          {which}
        </ButtonLink>
        <Form method="post" action={waitlistLink()} className="contents">
          <input type="hidden" name="entry" value={entry.id} />
          {entry.state === 'paused' && (
            <Button name="intent" value="resume" tone="secondary" disabled={busy}>
              <Icon of={Play} size={18} />
              <span>{t('waitlist.resume')}</span>
              {which}
            </Button>
          )}
          {extendTo > entry.end && (
            <Button name="intent" value="extend" tone="secondary" disabled={busy}>
              <span>{t('waitlist.extend', { date: day(extendTo - 60_000) })}</span>
              {which}
            </Button>
          )}
        </Form>
        <form
          action={waitlistLink()}
          onSubmit={(event) => {
            event.preventDefault()
            onLeave()
          }}
        >
          <input type="hidden" name="leave" value={entry.id} />
          <Button type="submit" tone="secondary">
            <Icon of={Trash2} size={18} />
            <span>{t('waitlist.delete')}</span>
            {which}
          </Button>
        </form>
      </div>
      {entry.state === 'waiting' && (
        <Fold summary={t('waitlist.pause')} open={pauseError ? true : undefined} compact>
          <div className="grid gap-3 border-t border-line p-4">
            <Form method="post" action={waitlistLink()} className="grid gap-4">
              <input type="hidden" name="entry" value={entry.id} />
              <Field
                type="date"
                name={`pause-${entry.id}`}
                label={t('waitlist.pauseUntil')}
                hint={t('waitlist.pauseHint')}
                error={pauseError && t(pauseError.error)}
                defaultValue={pauseError?.until}
                min={pauseDays.first}
                max={pauseDays.last}
              />
              <Button
                name="intent"
                value="pause"
                tone="secondary"
                disabled={busy}
                className="justify-self-start"
              >
                {t('waitlist.pauseNow')}
              </Button>
            </Form>
          </div>
        </Fold>
      )}
    </div>
  )
}
