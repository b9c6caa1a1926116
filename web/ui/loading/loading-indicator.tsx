import { useNavigation } from 'react-router'
import { useText } from '../text.tsx'
import { useDelayedPending } from './use-delayed-pending.ts'

/** The loading bar, for navigations that take noticeably long. */
export function LoadingIndicator() {
  const t = useText()
  const shown = useDelayedPending(useNavigation().state !== 'idle')
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
