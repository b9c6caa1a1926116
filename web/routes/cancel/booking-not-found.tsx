import { CircleAlert } from 'lucide'
import { useEffect, useId, useRef } from 'react'
import { landingLink } from '#contract/links.ts'
import { useText } from '#web/ui/text.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { registerToastPlace } from '#web/ui/toast-place.ts'
import { VisitMissing } from '#web/visit/visit-missing.tsx'

/**
 * The page for an unknown visit: a dialog that is open in the first HTML and becomes modal with scripts.
 * Below it is the page that stays once it is closed.
 */
export function BookingNotFound() {
  const t = useText()
  const ref = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => {
    // `showModal` throws on an open dialog, and `close` would fire a close event.
    ref.current?.removeAttribute('open')
    ref.current?.showModal()
    return ref.current ? registerToastPlace(ref.current) : undefined
  }, [])
  return (
    <div className="min-h-[60vh]">
      <div className="scripted">
        <VisitMissing />
      </div>
      <dialog
        ref={ref}
        open
        aria-labelledby={heading}
        className="modal m-auto w-[28rem] rounded-xl border border-line bg-surface p-6 text-text"
      >
        <Icon of={CircleAlert} size={32} className="text-danger" />
        <h1 id={heading} className="mt-3 text-xl">
          {t('cancel.missing')}
        </h1>
        <p className="mt-3 text-muted">{t('cancel.missingHint')}</p>
        <ButtonLink to={landingLink()} wide className="mt-6">
          {t('cancel.ok')}
        </ButtonLink>
      </dialog>
    </div>
  )
}
