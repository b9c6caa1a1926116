import { CircleCheck } from 'lucide'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

type AlertProps = { /** Its margin. */ className?: string; children: ReactNode }

/** Says that something has failed. */
export const Alert = ({ className = '', children }: AlertProps) => (
  <p
    role="alert"
    className={`rounded border-2 border-danger bg-danger-soft p-4 text-on-danger-soft ${className}`}
  >
    {children}
  </p>
)

/** Says that something has been done. */
export const Success = ({ className = '', children }: AlertProps) => (
  <p role="status" className={`flex gap-3 rounded bg-success-soft p-4 text-on-success-soft ${className}`}>
    <Icon of={CircleCheck} size={22} className="mt-0.5 shrink-0" />
    <span className="font-medium">{children}</span>
  </p>
)
