import { Check, Circle, LogIn, Play, UserX, type IconNode } from 'lucide'
import { progressTexts } from '#contract/progress-texts.ts'
import type { Progress } from '#domain/visit/day-state.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useText } from '#web/ui/text.tsx'

const icons: Record<Progress, IconNode> = {
  expected: Circle,
  arrived: LogIn,
  started: Play,
  done: Check,
  noShow: UserX,
}

export const ProgressIcon = ({ of, size = 16 }: { of: Progress; size?: number }) => (
  <Icon of={icons[of]} size={size} className="shrink-0" />
)

/** Where a visit is on its day, as icon and word; the colour only repeats it. */
export function ProgressBadge({ of }: { of: Progress }) {
  const t = useText()
  return (
    <span className={`visit-${of} inline-flex items-center gap-1.5 rounded-full border px-3 py-0.5 text-sm`}>
      <ProgressIcon of={of} />
      <span>{t(progressTexts[of])}</span>
    </span>
  )
}
