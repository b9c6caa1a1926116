import { useNavigation } from 'react-router'
import { useText } from '../text.tsx'
import { useSlow } from './slow.ts'

/** The wait spinner: only when the next page takes noticeably long. */
export function Wait() {
  const t = useText()
  const shown = useSlow(useNavigation().state !== 'idle')
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
