import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFetcher, useNavigate } from 'react-router'
import { placeLink } from '#contract/links.ts'
import { useRootData } from '#web/site/use-root-data.ts'
import { nameOf, timesText, type Visit } from '#web/staff/day/visit-words.ts'
import { useFormat } from '#web/ui/format.ts'
import { fetchRoute } from '#web/ui/loading/lazy.tsx'
import { reserveBottomSpace } from '#web/ui/reserve-bottom-space.ts'
import { TextProvider, useText } from '#web/ui/text.tsx'
import type { PlaceAnswer, PlacePage } from '../place/place-page.ts'
import { PlaceReview } from '../place/review.tsx'
import { toDrop, type Drop } from './drop.ts'
import { columnsOf, label, placeOf, putBack, show, take, type Held } from './held.ts'
import { holdByPointer } from './hold-by-pointer.ts'
import type { Day } from './load-day.server.ts'
import { dayWith } from './where.ts'

type Dropped = Drop & { visit: Visit; held: Held }

const ROW_MS = 5 * 60_000
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, select, textarea')

/**
 * Moves and lengthens visits on the grid by mouse, finger and keys; nothing is saved before it was looked at.
 */
export default function DayMoves({ day, frame }: { day: Day; frame: HTMLElement }) {
  const t = useText()
  const format = useFormat()
  const { time } = format
  const { work } = useRootData()
  const [said, setSaid] = useState('')
  const [dropped, setDropped] = useState<Dropped | null>(null)
  const byKey = useRef<Held | null>(null)
  const visitOf = (held: Held) => day.visits.find(({ id }) => id === held.visit)

  const tell = useEffectEvent((held: Held) => {
    const segment = visitOf(held)?.segments.find(({ position }) => position === held.position)
    if (!segment) return
    const [origin, target] = [placeOf(held.origin), placeOf(held.target)]
    const moved = target.from - origin.from + held.rows * ROW_MS
    const start = segment.start + moved
    const end = segment.end + moved + held.longer * ROW_MS
    const member = day.members.find(({ id }) => id === target.member)
    const performs = target.member === origin.member || member?.services.includes(segment.serviceId)
    const warning = performs ? [] : [t('staffDay.doesNot')]
    label(held, [timesText(format, { start, end }), ...warning].join(' · '))
    const place = t('staffDay.heldAt', { from: time(start), until: time(end), member: member?.name ?? '' })
    setSaid([place, ...warning].join('. '))
  })
  const finish = useEffectEvent((held: Held) => {
    setSaid('')
    const visit = visitOf(held)
    const shift = { ...held, origin: placeOf(held.origin), target: placeOf(held.target) }
    const drop = visit && toDrop(visit, held.position, shift)
    if (visit && drop) setDropped({ ...drop, visit, held })
    else putBack(held)
  })
  const isFree = useEffectEvent(() => dropped === null && byKey.current === null)

  useEffect(
    () =>
      holdByPointer(frame, {
        isFree: () => isFree(),
        onMove: (held) => tell(held),
        onDrop: (held) => finish(held),
        onLose: () => setSaid(''),
      }),
    [frame],
  )

  // A pointer is where the card is; keys may move it out of view.
  const showAt = useEffectEvent((held: Held) => {
    show(held)
    tell(held)
    held.place.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const held = byKey.current
    if (!held) {
      const card = (event.target as HTMLElement).closest<HTMLElement>('.visit-card[data-movable]')
      if (event.key !== 'm' || !card || !work?.staff?.shortcuts || isTyping(event.target) || !isFree()) return
      byKey.current = take(card, false)
      if (!byKey.current) return
      event.preventDefault()
      return showAt(byKey.current)
    }
    const change = changeBy(event, held, columnsOf(frame))
    if (!change) return
    event.preventDefault()
    if (change === 'drop' || change === 'lose') byKey.current = null
    if (change === 'drop') return finish(held)
    if (change === 'lose') {
      putBack(held)
      return setSaid('')
    }
    Object.assign(held, change)
    showAt(held)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    frame.addEventListener('keydown', listen)
    return () => frame.removeEventListener('keydown', listen)
  }, [frame])

  const close = () => {
    if (!dropped) return
    putBack(dropped.held)
    dropped.held.card.querySelector('a')?.focus({ preventScroll: true })
    setDropped(null)
  }
  return (
    <>
      <div role="status" data-moves className="sr-only">
        <span>{said}</span>
      </div>
      {dropped && <Review key={dropped.visit.id} {...{ day, dropped, close }} />}
    </>
  )
}

/** What a key does with a visit that is held: a step, `drop` or `lose`; null: nothing. */
function changeBy({ key, shiftKey }: KeyboardEvent, held: Held, columns: HTMLElement[]) {
  const step = { ArrowUp: -1, ArrowDown: 1 }[key]
  if (step) return shiftKey ? { longer: held.longer + step } : { rows: held.rows + step }
  const aside = { ArrowLeft: -1, ArrowRight: 1 }[key]
  if (aside) return { target: columns[columns.indexOf(held.target) + aside] ?? held.target }
  if (key === 'Enter') return 'drop'
  return key === 'Escape' ? 'lose' : null
}

/** What the place means for the visit, before it is saved: at the lower edge of the screen. */
function Review({ day, dropped, close }: { day: Day; dropped: Dropped; close: () => void }) {
  const t = useText()
  const { language } = useRootData()
  const { load, data, state } = useFetcher<PlacePage | null>()
  const post = useFetcher<PlaceAnswer>()
  const { visit, start, members, minutes } = dropped
  const address = placeLink({ visit: visit.id }, { start, members, minutes, to: dayWith(day), bar: '1' })
  useEffect(() => {
    void fetchRoute('routes/day/place').then(
      () => load(address),
      () => {},
    )
  }, [load, address])
  const navigate = useNavigate()
  const goOn = useEffectEvent((to: string) => {
    close()
    void navigate(to, { preventScrollReset: true })
  })
  const next = post.data?.next
  useEffect(() => {
    if (next) goOn(next)
  }, [next])
  // What is refused is shown where it still is.
  const refused = post.data?.refusal ?? (data?.review && !data.review.check.ok && data.review.check)
  const isRefused = refused ? refused.reason !== 'warned' : false
  useEffect(() => {
    if (isRefused) putBack(dropped.held)
  }, [isRefused, dropped.held])
  const escape = useEffectEvent(({ key }: KeyboardEvent) => key === 'Escape' && close())
  useEffect(() => {
    const listen = (event: KeyboardEvent) => escape(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  const failed = data !== undefined && !data?.review
  const bar = useRef<HTMLElement>(null)
  // The visit stays in view above the bar, whose height depends on what it says.
  useEffect(() => {
    const element = bar.current
    if (!element) return undefined
    const free = reserveBottomSpace(element)
    const { place } = dropped.held
    const observer = new ResizeObserver(() => place.scrollIntoView({ block: 'nearest', inline: 'nearest' }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      free()
    }
  }, [dropped.held])
  return (
    <section
      ref={bar}
      aria-label={t('staffDay.moveOf', { name: nameOf(t, visit) })}
      className="review-bar no-print"
    >
      {data?.review ? (
        <TextProvider language={language} more={data.text}>
          <PlaceReview
            page={data}
            review={data.review}
            answer={post.data}
            busy={post.state !== 'idle' || state !== 'idle'}
            form={post.Form}
            onCancel={close}
          />
        </TextProvider>
      ) : (
        <p role="status">{t(failed ? 'error.notDone' : 'shell.wait')}</p>
      )}
      {failed && (
        <button type="button" className="min-h-11 underline underline-offset-4" onClick={close}>
          {t('staffDay.putBack')}
        </button>
      )}
    </section>
  )
}
