import { CircleAlert, CircleCheck, Info } from 'lucide'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useRootData } from '../site/use-root-data.ts'
import { Icon } from './icon.tsx'
import { useText } from './text.tsx'
import { useHydrated } from './use-hydrated.ts'

export type Tone = 'done' | 'note' | 'failed'
type OutcomeProps = {
  tone?: Tone
  /** What has happened. */ children: ReactNode
  /** A mail about it went to the guest. */ mailed?: boolean
  /** Whether it takes the focus; not where the work goes on elsewhere on the page. */ focus?: boolean
  /** The button of the step that follows; absent where the page below begins with it. */ next?: ReactNode
}

const looks = {
  done: { icon: CircleCheck, colors: 'border-success-soft bg-success-soft text-on-success-soft' },
  note: { icon: Info, colors: 'border-line bg-surface' },
  failed: { icon: CircleAlert, colors: 'border-danger bg-danger-soft text-on-danger-soft' },
}

/**
 * What has come of the guest's own action, in the one place where the action ends: what has happened, where
 * a mail went, and what to do now. Takes the focus, which brings it into view and has it read out.
 */
export function Outcome({ tone = 'done', children, mailed = false, focus = true, next }: OutcomeProps) {
  const t = useText()
  const ref = useRef<HTMLDivElement>(null)
  const email = useRootData().guest?.email
  // A page that was loaded with it leaves the focus with what the guest has chosen before the scripts ran.
  const hydrated = useHydrated()
  const [isAnswer] = useState(hydrated)
  useEffect(() => {
    if (!focus) return undefined
    // After a new page's heading, which takes the focus too.
    const frame = requestAnimationFrame(() => {
      if (isAnswer || document.activeElement === document.body) ref.current?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [isAnswer, focus])
  const { icon, colors } = looks[tone]
  return (
    <div
      ref={ref}
      tabIndex={-1}
      role={tone === 'failed' ? 'alert' : 'status'}
      className={`flex gap-3 rounded border-2 p-4 ${colors}`}
    >
      <Icon of={icon} size={22} className="mt-0.5 shrink-0" />
      <div className="grid min-w-0 justify-items-start gap-2">
        <p className="font-medium">{children}</p>
        {mailed && email && <p className="wrap-anywhere">{t('shell.mailSent', { email })}</p>}
        {next}
      </div>
    </div>
  )
}
