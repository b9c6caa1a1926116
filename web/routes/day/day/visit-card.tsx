import { ServiceLine } from '#web/staff/day/service-line.tsx'
import { MessageSquareText, TriangleAlert } from 'lucide'
import { salonVisitLink } from '#contract/links.ts'
import { lateness, nextStep } from '#domain/visit/day-state.ts'
import { marksOf, notesOf } from '#web/staff/day/marks.ts'
import { ProgressIcon } from '#web/staff/day/progress-badge.tsx'
import { SmallStepButton } from '#web/staff/day/step-form.tsx'
import { labelOf, nameOf, timesText, type Segment, type Visit } from '#web/staff/day/visit-words.ts'
import type { Format } from '#web/ui/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Link } from '#web/ui/link.tsx'
import { Rooms } from '#web/staff/day/rooms.tsx'
import { useText } from '#web/ui/text.tsx'
import { TWO_LINES } from './card-words.ts'
import type { Day } from './load-day.server.ts'
import { toneOf } from './tone.ts'

/** From so many rows of five minutes on a card has room for a button. */
const BUTTON = 4

type CardProps = {
  day: Day
  visit: Visit
  segment: Segment
  span: number
  /** Of the person who performs it. */ member: string
  now: number
  format: Format
}

/** A service of a visit in its place on the grid; the name of the link says all of it. */
export function VisitCard({ day, visit, segment, span, member, now, format }: CardProps) {
  const t = useText()
  const warnings = marksOf(t, { visit, segments: [segment] }, now)
  const notes = notesOf(t, visit)
  const marks = [...warnings, ...notes]
  const next = nextStep(visit.progress)
  const late = lateness(visit, now)
  const name = nameOf(t, visit)
  const hasButton = day.may.progress && next !== null && visit.start < day.tomorrow && span >= BUTTON
  const edge = segment.uncovered ? 'uncovered' : segment.over === null ? '' : 'over'
  return (
    <div
      className={`visit-card group ${toneOf(day, visit, segment)} ${edge} ${late ?? ''}`}
      data-visit={visit.id}
      data-position={segment.position}
      data-movable={day.may.move || undefined}
    >
      <Link
        to={salonVisitLink({ visit: visit.id })}
        draggable={false}
        className={`absolute inset-0 z-1 rounded-sm ${hasButton ? 'right-8 pointer-coarse:right-12' : ''}`}
        aria-label={labelOf(t, format, { visit, segment, member, marks })}
      />
      <span aria-hidden="true" className="min-w-0 grow overflow-hidden px-1 leading-tight">
        <span className="flex items-center gap-1 font-medium">
          <ProgressIcon of={visit.progress} size={14} />
          {warnings.length > 0 && <Icon of={TriangleAlert} size={14} className="shrink-0" />}
          {notes.length > 0 && <Icon of={MessageSquareText} size={14} className="shrink-0" />}
          <span className="visit-name truncate">{name}</span>
        </span>
        {span >= TWO_LINES && (
          <span className="block truncate text-xs">
            <span className="visit-times">{timesText(format, segment)}</span>{' '}
            <ServiceLine service={segment} />
            {day.view === 'rooms' ? <span>{` · ${member}`}</span> : <Rooms of={segment} />}
          </span>
        )}
        {span >= 2 * TWO_LINES && marks.length > 0 && (
          // Beside the frame of a gap.
          <span className={`block text-xs ${segment.gaps.length > 0 ? 'w-1/2' : ''}`}>
            {marks.join(', ')}
          </span>
        )}
      </span>
      {hasButton && <SmallStepButton visit={visit} to={next} name={name} />}
    </div>
  )
}
