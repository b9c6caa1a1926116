import { memo, Suspense, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { absenceTexts } from '#contract/absence-texts.ts'
import { dayLink, newVisitLink } from '#contract/links.ts'
import { readDone } from '#web/staff/day/done.ts'
import { holdTexts } from '#web/staff/day/texts.ts'
import { useMinute } from '#web/staff/day/use-minute.ts'
import { timesText } from '#web/staff/day/visit-words.ts'
import { useFormat, type Format } from '#web/ui/format.ts'
import { Link } from '#web/ui/link.tsx'
import { lazyOptional } from '#web/ui/loading/lazy.tsx'
import { TenantText } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { hasRoom, isPerformedAt } from './drop.ts'
import { FreePlace } from './free-place.tsx'
import type { Column, Grid } from './grid.server.ts'
import type { Day } from './load-day.server.ts'
import { NowLine } from './now-line.tsx'
import { VisitCard } from './visit-card.tsx'

const DayMoves = lazyOptional(() => import('./day-moves.tsx'))

type GridProps = {
  day: Day
  grid: Grid
  /** By what is drawn with the grid only: the hook draws at each step of a navigation. */ format: Format
}

/**
 * People, or the days of one, as columns on rows of five minutes; drawn again only once a day has loaded, not
 * when its page begins to load another one.
 */
export const DayGrid = memo(function DayGrid({ day, grid, format }: GridProps) {
  const t = useText()
  const hydrated = useHydrated()
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  // Today begins at the present hour, not at the first.
  useEffect(() => {
    const line = frame?.querySelector<HTMLElement>('.now-line')
    if (frame && line) frame.scrollTo({ top: line.offsetTop - frame.clientHeight / 3 })
  }, [frame, day.date])
  const [search] = useSearchParams()
  const { of } = readDone(search)
  // What was just booked or moved is in view, wherever it is.
  useEffect(() => {
    frame
      ?.querySelector(`[data-visit="${CSS.escape(of)}"]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [frame, of, day.date])
  return (
    <>
      <section
        ref={setFrame}
        aria-label={t('staffDay.grid')}
        className="day-grid overflow-x-auto"
        tabIndex={-1}
      >
        <div className="day-columns">
          <Hours grid={grid} />
          {grid.columns.map((column) => (
            <DayColumn key={`${column.member} ${column.date}`} {...{ day, grid, column, format }} />
          ))}
        </div>
      </section>
      {hydrated && frame && day.may.move && (
        <Suspense>
          <DayMoves day={day} frame={frame} />
        </Suspense>
      )}
    </>
  )
})

/** The hours beside the columns, which stay in view. */
function Hours({ grid: { rows, hours } }: { grid: Grid }) {
  const { time } = useFormat()
  return (
    <div aria-hidden="true" className="day-axis">
      <div className="column-head" />
      <div className="day-rows">
        <span className={`row-start-1 row-span-${rows}`} />
        {hours.map(({ row, at }) => (
          <time key={at} className={`row-start-${row} row-span-6 text-sm text-muted`}>
            {time(at)}
          </time>
        ))}
      </div>
    </div>
  )
}

function DayColumn({ day, grid, column, format }: GridProps & { column: Column }) {
  const title = `column-${column.member}-${column.date}`
  const member = (day.view === 'rooms' ? day.rooms : day.members).find(({ id }) => id === column.member)
  if (!member) return null
  // A phone's screen shows one person; a week is scrolled sideways.
  const aside = day.view === 'columns' && day.who !== column.member ? 'max-md:hidden' : ''
  const fits = day.view === 'rooms' || day.tray === null || isPerformedAt(day.tray, column.member)
  return (
    <section aria-labelledby={title} className={`day-column ${aside}`}>
      <div className="column-head">
        <ColumnTitle {...{ day, column, member, title, fits }} />
      </div>
      <div
        className="day-body grid"
        data-column={column.member}
        data-date={column.date}
        data-from={column.from}
        data-rows={grid.rows}
      >
        <Background column={column} rows={grid.rows} />
        <Places {...{ day, column, member, fits, format }} />
        <NowLine column={column} loaded={day.now} />
      </div>
    </section>
  )
}

type Member = Day['members'][number]

/** Where something can be placed: what is picked up, where it fits, else a new visit. */
function freeFor({ tray, may }: Day, { free }: Column, fits: boolean): Column['free'] {
  if (tray) return fits ? free.filter((cell) => hasRoom(tray, cell)) : []
  return may.book ? free : []
}
type OwnProps = {
  day: Day
  column: Column
  member: Member
  /** Whether the visit that is picked up can be theirs. */ fits: boolean
}

function ColumnTitle({
  day,
  column: { date, from, until },
  member,
  title,
  fits,
}: OwnProps & { title: string }) {
  const t = useText()
  const { part } = useFormat()
  const now = useMinute(day.now)
  const others = day.otherHours.filter(
    (one) => one.date === date && (one.members === null || one.members.includes(member.id)),
  )
  const holiday = others.length === 0 ? day.holidays.find((one) => one.date === date) : undefined
  const isNow = now >= from && now < until
  return (
    <>
      <h2 id={title} className="min-w-0 text-base wrap-anywhere">
        {day.view === 'week' ? (
          <Link to={dayLink({ date, who: member.id })} className="flex min-h-11 items-center">
            {part(from, { weekday: 'short', day: 'numeric', month: 'short' })}
          </Link>
        ) : day.view === 'rooms' ? (
          <TenantText>{member.name}</TenantText>
        ) : (
          member.name
        )}
      </h2>
      {isNow && day.may.book && member.open && !member.left && !day.tray && (
        <Link
          to={newVisitLink({ member: member.id, walkIn: true })}
          aria-label={t('staffDay.nowWith', { member: member.name })}
          className="inline-flex min-h-9 shrink-0 items-center rounded border border-control bg-surface px-2 text-sm no-underline pointer-coarse:min-h-11 pointer-coarse:px-3"
        >
          {t('staffDay.now')}
        </Link>
      )}
      {!fits && <span className="w-full text-xs wrap-anywhere">{t('staffDay.doesNot')}</span>}
      {holiday && (
        <span className="w-full text-xs text-muted wrap-anywhere">
          {`${t('staffDay.closed')} · ${holiday.name}`}
        </span>
      )}
      {others.length > 0 && (
        <span className="w-full text-xs text-muted wrap-anywhere">
          {others
            .map(({ hours, reason }) =>
              [hours.map((one) => `${one.from}–${one.to}`).join(', ') || t('staffDay.closed'), reason ?? '']
                .filter(Boolean)
                .join(' · '),
            )
            .join(' · ')}
        </span>
      )}
    </>
  )
}

const at = ({ row, span }: { row: number; span: number }) => `row-start-${row} row-span-${span}`
const inLane = (cell: { row: number; span: number; lane: number; lanes: number }) =>
  `${at(cell)} lane-${cell.lane} lanes-${cell.lanes}`

/** What can only be seen: closed time, buffers and gaps, each with a pattern of its own. */
const Background = ({ column: { closed, buffers, gaps }, rows }: { column: Column; rows: number }) => (
  <div aria-hidden="true" className="day-rows day-hours">
    <span className={`row-start-1 row-span-${rows}`} />
    {closed.map((cell) => (
      <span key={`c${cell.row}`} className={`closed ${at(cell)}`} />
    ))}
    {buffers.map((cell) => (
      <span key={`u${cell.row} ${cell.lane}`} className={`buffer ${inLane(cell)}`} />
    ))}
    {gaps.map((cell) => (
      <span key={`g${cell.row} ${cell.lane}`} className={`gap ${cell.open ? 'open' : ''} ${inLane(cell)}`} />
    ))}
  </div>
)

/** Whether somebody is there though the member is free: the visit of the gap stays within reach. */
const isWithinVisit = ({ visits }: Column, { row }: { row: number }): boolean =>
  visits.some((visit) => visit.row < row && row < visit.row + visit.span)

/** What takes the time of a person and what is free, in the order of time. */
function Places({ day, column, member, fits, format }: OwnProps & { format: Format }) {
  const t = useText()
  const now = useMinute(day.now)
  const places = [
    ...column.visits.flatMap((cell) => {
      const visit = day.visits.find(({ id }) => id === cell.visit)
      const segment = visit?.segments.find(({ position }) => position === cell.position)
      if (!visit || !segment) return []
      const performer = day.members.find(({ id }) => id === segment.memberId)?.name ?? ''
      const shown = (
        <VisitCard {...{ day, visit, segment, now, format }} span={cell.span} member={performer} />
      )
      return [
        { key: `${visit.id} ${cell.position}`, row: cell.row, place: `visit-place ${inLane(cell)}`, shown },
      ]
    }),
    ...column.holds.map((cell) => ({
      key: `hold ${cell.start}`,
      row: cell.row,
      place: inLane(cell),
      shown: (
        <span className={`hold hold-${cell.kind}`}>
          {t(holdTexts[cell.kind], { times: timesText(format, cell), until: format.time(cell.until) })}
        </span>
      ),
    })),
    ...column.busy.map((cell) => ({
      key: `busy ${cell.row}`,
      row: cell.row,
      place: at(cell),
      shown: <span className="others">{t('staffDay.othersBusy')}</span>,
    })),
    ...column.away.map((cell) => ({
      key: `away ${cell.start} ${cell.kind}`,
      row: cell.row,
      place: `away-place ${at(cell)}`,
      shown: (
        <span className="away">
          {[t(absenceTexts[cell.kind]), cell.reason ?? ''].filter(Boolean).join(': ')}
        </span>
      ),
    })),
    ...freeFor(day, column, fits).map((cell) => ({
      key: `free ${cell.start}`,
      row: cell.row,
      place: `free ${isWithinVisit(column, cell) ? 'within' : ''} ${at(cell)}`,
      shown: <FreePlace day={day} free={cell} member={member} format={format} />,
    })),
  ].toSorted((a, b) => a.row - b.row)
  return (
    <ol className="day-rows">
      {places.map(({ key, place, shown }) => (
        <li key={key} className={`min-w-0 ${place}`}>
          {shown}
        </li>
      ))}
    </ol>
  )
}
