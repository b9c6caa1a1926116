import { ChevronRight } from 'lucide'
import type { ComponentProps } from 'react'
import { Icon } from './icon.tsx'

type FoldProps = ComponentProps<'details'> & { summary: string; compact?: boolean }

/** What only some guests need, behind its summary. */
export const Fold = ({
  summary,
  open = false,
  compact = false,
  className = 'rounded border border-line',
  children,
}: FoldProps) => (
  <details open={open || undefined} className={`group ${className}`}>
    <summary
      className={`flex ${compact ? 'min-h-12' : 'min-h-14'} list-none items-center gap-2 px-4 py-2 font-medium [&::-webkit-details-marker]:hidden`}
    >
      <Icon
        of={ChevronRight}
        size={20}
        className="shrink-0 transition-transform duration-150 group-open:rotate-90"
      />
      <span>{summary}</span>
    </summary>
    {children}
  </details>
)
