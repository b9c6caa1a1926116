import { MessageSquareText, TriangleAlert } from 'lucide'
import { progressSteps } from '#domain/visit/day-state.ts'
import { ProgressBadge } from '#web/staff/day/progress-badge.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { TenantText } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'
import type { TextKey } from '#contract/text.ts'
import type { Day } from './load-day.server.ts'
import { huesOf } from './tone.ts'

/** What the colours tell, beside icon and word; and the patterns of what is no visit. */
export function Legend({ day }: { day: Day }) {
  const t = useText()
  const hues = day.colour === 'person' ? huesOf(day.members) : huesOf(day.kinds)
  return (
    <Fold summary={t('staffDay.legend')} compact className="no-print rounded border border-line">
      <div className="grid gap-4 px-4 pb-4">
        <ul className="flex flex-wrap gap-3">
          {progressSteps.map((step) => (
            <li key={step}>
              <ProgressBadge of={step} />
            </li>
          ))}
        </ul>
        {day.colour !== 'state' && (
          <ul className="flex flex-wrap gap-3">
            {hues.map(({ id, name, hue }) => (
              <li key={id} className={`${hue} rounded border px-3 py-0.5 text-sm`}>
                {day.colour === 'kind' ? <TenantText>{name}</TenantText> : name}
              </li>
            ))}
          </ul>
        )}
        <ul className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
          {patterns.map(({ className, text }) => (
            <li key={className} className="flex items-center gap-2">
              <span aria-hidden="true" className={`legend-pattern ${className}`} />
              <span>{t(text)}</span>
            </li>
          ))}
          {icons.map(({ icon, text }) => (
            <li key={text} className="flex items-center gap-2">
              <Icon of={icon} size={20} />
              <span>{t(text)}</span>
            </li>
          ))}
        </ul>
      </div>
    </Fold>
  )
}

const icons = [
  { icon: TriangleAlert, text: 'staffDay.legendWarning' },
  { icon: MessageSquareText, text: 'staffDay.legendNote' },
] as const

const patterns: { className: string; text: TextKey }[] = [
  { className: 'closed', text: 'staffDay.legendClosed' },
  { className: 'away', text: 'staffDay.legendAway' },
  { className: 'buffer', text: 'staffDay.legendBuffer' },
  { className: 'gap', text: 'staffDay.legendGap' },
  { className: 'hold hold-hold', text: 'staffDay.legendHold' },
  { className: 'hold hold-offer', text: 'staffDay.legendOffer' },
  { className: 'uncovered', text: 'staffDay.legendUncovered' },
  { className: 'over', text: 'staffDay.legendOver' },
  { className: 'others', text: 'staffDay.othersBusy' },
]
