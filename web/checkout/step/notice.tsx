import { useEffect, useRef, type ReactNode } from 'react'

/** Why something did not happen. Takes the focus when it appears; another `of` is another notice. */
export function Failure({ of, children }: { of: unknown; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.focus(), [of])
  return (
    <div
      ref={ref}
      tabIndex={-1}
      role="alert"
      className="grid gap-2 rounded border-2 border-danger bg-danger-soft p-4 text-on-danger-soft"
    >
      {children}
    </div>
  )
}
