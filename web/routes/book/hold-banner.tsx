import { Clock } from 'lucide'
import { useEffect, useRef, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import { useText } from '#web/text.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { useClock } from '#web/ui/clock.ts'
import { fetchRoute } from '#web/ui/fetched.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { rememberHold } from './held.ts'
import type { Hold } from './hold.server.ts'
import { addressOf, baseOf, searchOf } from './selection.ts'
import { minutesAndSeconds, useCountdown } from './use-countdown.ts'

type Prolonged = { hold?: Hold; now?: number; unreached?: number }

/**
 * How long the time is still held. It stands within the step's form: without scripts the button sends the whole form, so that
 * nothing typed is lost.
 */
export function HoldBanner({
  hold: given,
  now: asOf,
  stage,
}: {
  hold: Hold
  now: number
  stage: 'details' | 'review'
}) {
  const t = useText()
  const clock = useClock()
  const base = baseOf(useLocation().pathname)
  const fetcher = useFetcher<Prolonged>()
  const [unfetched, fail] = useState(0)
  const unreached = unfetched || fetcher.data?.unreached
  const answer = fetcher.data?.hold?.handle === given.handle && !unreached ? fetcher.data : null
  const hold = answer?.hold ?? given
  const seenAt = answer?.now ?? asOf
  const { handle, start, holdUntil } = hold
  const left = useCountdown(holdUntil, seenAt)
  const selection = { services: hold.segments.map((one) => one.id), teamMember: hold.teamMember }
  const search = searchOf(selection)
  useEffect(
    () => rememberHold({ handle, start, search }, holdUntil - seenAt),
    [handle, start, search, holdUntil, seenAt],
  )
  const expired = left === 0
  const timer = useRef<HTMLParagraphElement>(null)
  // The button that was pressed is gone: what it changed takes the focus.
  useEffect(() => {
    if (answer) timer.current?.focus()
  }, [answer])
  return (
    <div
      className={`flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-xl px-4 py-2 ${expired || (left ?? 999) <= 120 ? 'bg-warning-soft text-on-warning-soft' : 'bg-brand-soft text-on-brand-soft'}`}
    >
      <p
        ref={timer}
        tabIndex={-1}
        role="timer"
        className="tabular outline-none flex min-h-11 items-center gap-2"
      >
        <Icon of={Clock} size={20} className="shrink-0" />
        {expired ? (
          t('booking.holdOver')
        ) : (
          // One upon the other, so that the countdown does not move what stands beside it when it takes the place of the end.
          <span className="grid [&>*]:[grid-area:1/1]">
            <span className={left === null ? '' : 'invisible'}>
              {t('booking.heldUntil', { time: clock(holdUntil) })}
            </span>
            <span className={left === null ? 'invisible' : ''}>
              {t('booking.heldFor', {
                time: minutesAndSeconds(left ?? Math.ceil((holdUntil - seenAt) / 1_000)),
              })}
            </span>
          </span>
        )}
      </p>
      <p role="status" className="sr-only">
        {left === null ? '' : announced(t, left)}
        {answer ? t('booking.prolongedNow', { time: clock(holdUntil) }) : ''}
      </p>
      {unreached && (
        <p key={unreached} role="alert">
          {t('booking.unreached')}
        </p>
      )}
      {expired && (
        <ButtonLink to={addressOf(base, 'time', selection)} tone="secondary">
          {t('booking.findNewTime')}
        </ButtonLink>
      )}
      {!expired && !hold.prolonged && (
        <Button
          type="submit"
          tone="quiet"
          className="px-0!"
          name="intent"
          value="prolong"
          formNoValidate
          formAction={`${base}/confirm?hold=${handle}`}
          disabled={fetcher.state !== 'idle'}
          onClick={(event) => {
            event.preventDefault()
            fail(0)
            const prolong = () =>
              fetcher.submit(
                { intent: 'prolong', hold: handle, stage },
                { method: 'post', action: `${base}/confirm?hold=${handle}` },
              )
            void fetchRoute(base === '/book' ? 'routes/book/confirm' : 'appointments-confirm').then(
              prolong,
              () => fail(Date.now()),
            )
          }}
        >
          {t('booking.keepLonger')}
        </Button>
      )}
    </div>
  )
}

/** Told only twice before the end: a clock that speaks every second helps nobody. */
function announced(t: ReturnType<typeof useText>, left: number): string {
  if (left === 0) return t('booking.holdOver')
  if (left <= 30) return t('booking.secondsLeft', { count: 30 })
  return left <= 120 ? t('booking.minutesLeft', { count: 2 }) : ''
}
