import { Clock } from 'lucide'
import { useEffect, useEffectEvent } from 'react'
import { minutesAndSeconds, useCountdown } from '../ui/time/use-countdown.ts'
import { useClock } from '../ui/time/clock.ts'
import { useFormat } from '../ui/format.ts'
import { momentText } from '../ui/time/moment.ts'
import { Icon } from '../ui/icon.tsx'
import { useText } from '../ui/text.tsx'

const HOUR = 3_600

/**
 * When an offer ends, counted down in the last hour. Times in epoch ms; `now`: the server's clock when
 * the page was rendered. `onOver` is called once the offer has ended.
 */
export function OfferCountdown({
  expiresAt,
  now,
  onOver,
}: {
  expiresAt: number
  now: number
  onOver?: () => void
}) {
  const t = useText()
  const clock = useClock()
  const left = useCountdown(expiresAt, now)
  const end = useEffectEvent(() => onOver?.())
  const over = left === 0
  useEffect(() => {
    if (over) end()
  }, [over])
  const { part, dateLanguage, timeZone } = useFormat()
  const formatDate = (instant: number) => part(instant, { day: 'numeric', month: 'numeric' })
  const until =
    formatDate(expiresAt) === formatDate(now)
      ? t('offer.heldUntil', { time: clock(expiresAt) })
      : t('offer.heldUntilDay', {
          when: momentText({ t, dateLanguage, now, brand: { timeZone } }, expiresAt),
        })
  const counting = left !== null && left > 0 && left < HOUR
  return (
    <div
      className={
        'flex flex-wrap items-center gap-x-2 rounded px-4 py-3 ' +
        (left !== null && left <= 120
          ? 'bg-warning-soft text-on-warning-soft'
          : 'bg-brand-soft text-on-brand-soft')
      }
    >
      <p role="timer" className="tabular flex items-center gap-2 font-medium">
        <Icon of={Clock} size={20} className="shrink-0" />
        {over ? (
          <span>{t('offer.over')}</span>
        ) : expiresAt - now >= HOUR * 1_000 && !counting ? (
          <span>{until}</span>
        ) : (
          // Both texts occupy the same grid cell, so that the countdown shifts no layout.
          <span className="grid [&>*]:[grid-area:1/1]">
            <span className={counting ? 'invisible' : ''}>{until}</span>
            <span className={counting ? '' : 'invisible'}>
              {t('offer.heldFor', {
                time: minutesAndSeconds(Math.min(left ?? HOUR, HOUR - 1)),
                until: clock(expiresAt),
              })}
            </span>
          </span>
        )}
      </p>
      <p role="status" className="sr-only">
        {left === null ? '' : announcement(t, left)}
      </p>
    </div>
  )
}

/** Announced only twice before the end: an announcement every second would be noise. */
function announcement(t: ReturnType<typeof useText>, left: number): string {
  if (left === 0) return t('offer.over')
  if (left <= 60) return t('offer.minutesLeft', { count: 1 })
  return left <= 300 ? t('offer.minutesLeft', { count: 5 }) : ''
}
