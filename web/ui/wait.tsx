import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import { useText } from '../text.tsx'

const SOON_MS = 300

/** The wait spinner: only when the next page takes noticeably long. */
export function Wait() {
  const t = useText()
  const waiting = useNavigation().state !== 'idle'
  const [shown, show] = useState(false)
  useEffect(() => {
    if (!waiting) return undefined
    const timer = setTimeout(() => show(true), SOON_MS)
    return () => {
      clearTimeout(timer)
      show(false)
    }
  }, [waiting])
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-50">
      {shown && (
        <>
          <div aria-hidden="true" className="h-1 w-full animate-pulse bg-brand motion-reduce:animate-none" />
          <span className="sr-only">{t('shell.wait')}</span>
        </>
      )}
    </div>
  )
}
