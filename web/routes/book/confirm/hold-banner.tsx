import { Clock } from 'lucide'
import { useEffect, useRef, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import { bookingLink } from '#contract/links.ts'
import { useText } from '#web/ui/text.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { useClock } from '#web/ui/time/clock.ts'
import { fetchRoute } from '#web/ui/loading/lazy.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { storeHoldEnd } from './booking-store.ts'
import type { Hold } from '../shared/hold.server.ts'
import { pickBase, toSelection } from '#web/visit/selection.ts'
import { minutesAndSeconds, useCountdown } from '#web/ui/time/use-countdown.ts'

type Prolonged = { hold?: Hold; now?: number; unreached?: number }

/**
 * The remaining time of the hold. It is inside the step's form: without scripts its button submits the whole
 * form, so typed values are kept.
 */
export function HoldBanner({
  hold: loadedHold,
  now: loadedAt,
  state,
  action,
  otherTimes,
  onOver,
}: {
  hold: Hold
  now: number
  state: 'details' | 'review'
  /** The page that prolongs it, of several persons; default: that of one. */ action?: string
  /** Where another time is found; default: for the visit of the hold. */ otherTimes?: string
  /** Called with whether the time is no longer held. */ onOver?: (over: boolean) => void
}) {
  const t = useText()
  const clock = useClock()
  const base = pickBase(useLocation().pathname)
  const fetcher = useFetcher<Prolonged>()
  const [unfetched, fail] = useState(0)
  const unreached = unfetched || fetcher.data?.unreached
  const answer = fetcher.data?.hold?.handle === loadedHold.handle && !unreached ? fetcher.data : null
  const hold = answer?.hold ?? loadedHold
  const seenAt = answer?.now ?? loadedAt
  const { handle, holdUntil } = hold
  const left = useCountdown(holdUntil, seenAt)
  const selection = toSelection(hold)
  useEffect(() => storeHoldEnd(holdUntil - seenAt), [holdUntil, seenAt])
  const expired = left === 0
  const prolongAt = action ?? `${base}/confirm?hold=${handle}`
  useEffect(() => onOver?.(expired), [expired, onOver])
  const timer = useRef<HTMLParagraphElement>(null)
  // The pressed button disappears: focus the timer that it changed.
  useEffect(() => {
    if (answer) timer.current?.focus()
  }, [answer])
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-2">
      <p
        ref={timer}
        tabIndex={-1}
        role="timer"
        className={
          'tabular inline-flex min-w-0 items-center gap-1.5 rounded-2xl px-2 py-1 text-sm font-medium outline-none ' +
          (expired || (left ?? 999) <= 120
            ? 'bg-warning-soft text-on-warning-soft'
            : 'bg-brand-soft text-on-brand-soft')
        }
      >
        <Icon of={Clock} size={16} className="shrink-0" />
        {expired ? (
          <span>{t('booking.holdOver')}</span>
        ) : (
          <>
            <span className="unscripted">{t('booking.heldUntil', { time: clock(holdUntil) })}</span>
            <span className="scripted">
              {t('booking.heldFor', {
                time: minutesAndSeconds(left ?? Math.ceil((holdUntil - seenAt) / 1_000)),
              })}
            </span>
          </>
        )}
      </p>
      <p role="status" className="sr-only">
        <span>{left === null ? '' : announcementFor(t, left)}</span>
        <span>{answer ? t('booking.prolongedNow', { time: clock(holdUntil) }) : ''}</span>
      </p>
      {unreached && (
        <p key={unreached} role="alert">
          {t('booking.unreached')}
        </p>
      )}
      {expired && (
        <ButtonLink to={otherTimes ?? bookingLink(base, 'time', selection)} tone="secondary">
          {t('booking.findNewTime')}
        </ButtonLink>
      )}
      {!expired && !hold.prolonged && (
        <Button
          type="submit"
          tone="quiet"
          className="px-0! text-sm"
          name="intent"
          value="prolong"
          formNoValidate
          formAction={prolongAt}
          disabled={fetcher.state !== 'idle'}
          onClick={(event) => {
            event.preventDefault()
            fail(0)
            const prolong = () =>
              fetcher.submit(
                { intent: 'prolong', hold: handle, stage: state },
                { method: 'post', action: prolongAt },
              )
            // The page of several persons is here already.
            void (
              action
                ? Promise.resolve()
                : fetchRoute(base === '/book' ? 'routes/book/confirm' : 'appointments-confirm')
            ).then(prolong, () => fail(Date.now()))
          }}
        >
          {t('booking.keepLonger')}
        </Button>
      )}
    </div>
  )
}

/** Announced only twice before the end: an announcement every second would be noise. */
function announcementFor(t: ReturnType<typeof useText>, left: number): string {
  if (left === 0) return t('booking.holdOver')
  if (left <= 30) return t('booking.secondsLeft', { count: 30 })
  return left <= 120 ? t('booking.minutesLeft', { count: 2 }) : ''
}
