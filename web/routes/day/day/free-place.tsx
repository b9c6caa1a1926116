import { Plus } from 'lucide'
import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import { newVisitLink, placeLink } from '#contract/links.ts'
import { timesText } from '#web/staff/day/visit-words.ts'
import type { Format } from '#web/ui/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Link } from '#web/ui/link.tsx'
import { useText } from '#web/ui/text.tsx'
import { membersAt } from './drop.ts'
import type { Day } from './load-day.server.ts'
import { pressedStart } from './press.ts'
import { dayWith } from './where.ts'

type FreeProps = {
  day: Day
  free: { start: number; end: number }
  member: { id: string; name: string }
  format: Format
}

/**
 * Free time of a person: the visit that is picked up is placed where it is pressed, else a new one is booked
 * there. Without scripts, and by key, at its beginning.
 */
export function FreePlace({ day, free, member, format }: FreeProps) {
  const t = useText()
  const navigate = useNavigate()
  const { tray } = day
  const to = (start: number) =>
    tray
      ? placeLink(
          { visit: tray.id },
          { start, members: membersAt(tray, member.id), to: dayWith(day, { move: undefined }) },
        )
      : newVisitLink({ member: member.id, start })
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    // By key, or into another tab.
    if (event.detail === 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    const { top, height } = event.currentTarget.getBoundingClientRect()
    void navigate(to(pressedStart(free, (event.clientY - top) / height)))
  }
  const times = timesText(format, free)
  return (
    <Link
      to={to(free.start)}
      onClick={press}
      draggable={false}
      className={`free-place ${tray ? 'to-place' : ''}`}
      aria-label={t(tray ? 'staffDay.placeHere' : 'staffDay.bookHere', { times, member: member.name })}
    >
      <Icon of={Plus} size={16} />
    </Link>
  )
}
