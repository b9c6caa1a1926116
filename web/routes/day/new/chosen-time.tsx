import { scrollToAnchor } from '#web/ui/scroll-to-anchor.ts'
import { textLinkClasses } from '#web/ui/link.tsx'
import { useFormat } from '#web/ui/format.ts'
import { useText } from '#web/ui/text.tsx'

type ChosenTimeProps = {
  isWalkIn: boolean
  /** As they are typed. */ date: string
  time: string
  /** A chosen free time, or ''. */ place: string
  member: string
  nameOf: (memberId: string) => string
}

/** When and with whom, in one line, and the way to change it. */
export function ChosenTime({ isWalkIn, date, time, place, member, nameOf }: ChosenTimeProps) {
  const t = useText()
  const format = useFormat()
  const [start = '', ...members] = place.split(':')
  // A typed time is written as it reads, wherever the browser is.
  const read = Date.parse(`${date}T${time || '12:00'}Z`)
  const asTyped = (options: Intl.DateTimeFormatOptions) => format.part(read, { ...options, timeZone: 'UTC' })
  const when = () => {
    if (start) return `${format.day(Number(start))} ${format.time(Number(start))}`
    if (isWalkIn) return t('newVisit.startsNow')
    if (Number.isNaN(read)) return ''
    const day = asTyped({ weekday: 'long', day: 'numeric', month: 'long' })
    return time ? `${day} ${asTyped({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })}` : day
  }
  const people = [...new Set(members)].map(nameOf).filter(Boolean)
  const parts = [when(), ...(people.length > 0 ? people : [member])].filter(Boolean)
  return (
    <p className="-my-4 flex flex-wrap items-center gap-x-3 text-lg">
      <span>{parts.join(', ')}</span>
      <a
        href="#when"
        className={`inline-flex min-h-11 items-center ${textLinkClasses}`}
        onClick={scrollToAnchor}
      >
        {t('newVisit.changeTime')}
      </a>
    </p>
  )
}
