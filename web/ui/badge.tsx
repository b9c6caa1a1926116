import { CircleAlert, CircleCheck, Clock } from 'lucide'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

type BadgeTone = 'danger' | 'warning' | 'success'

const stylesByType = {
  danger: { icon: CircleAlert, className: 'bg-danger-soft text-on-danger-soft' },
  warning: { icon: Clock, className: 'bg-warning-soft text-on-warning-soft' },
  success: { icon: CircleCheck, className: 'bg-success-soft text-on-success-soft' },
}

/** A state as text with an icon; the colour only repeats it. Forced colours show the border. */
export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  const { icon, className } = stylesByType[tone]
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full border border-transparent px-3 py-1 text-sm font-medium ${className}`}
    >
      <Icon of={icon} size={16} className="shrink-0" />
      <span>{children}</span>
    </span>
  )
}
