import { CircleAlert } from 'lucide'
import { useEffect, useId, useRef } from 'react'
import { useText } from '#web/text.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { enterDialog } from '#web/ui/top-dialog.ts'

/** There is no such visit: all that this page has to say, in a dialog that stands open in the first HTML and becomes modal with a script. */
export function NoBooking() {
  const t = useText()
  const ref = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => {
    // Only a closed dialog can be made modal, and closing it with `close` would count as an answer.
    ref.current?.removeAttribute('open')
    ref.current?.showModal()
    return ref.current ? enterDialog(ref.current) : undefined
  }, [])
  return (
    <div className="grid min-h-[60vh] place-items-center px-4 py-10">
      <dialog
        ref={ref}
        open
        aria-labelledby={heading}
        onCancel={(event) => event.preventDefault()}
        className="modal m-auto w-[28rem] rounded-xl border border-line bg-surface p-6 text-text"
      >
        <Icon of={CircleAlert} size={32} className="text-danger" />
        <h1 id={heading} className="mt-3 text-xl">
          {t('cancel.missing')}
        </h1>
        <p className="mt-3 text-muted">{t('cancel.missingHint')}</p>
        <ButtonLink to="/" wide className="mt-6">
          {t('cancel.ok')}
        </ButtonLink>
      </dialog>
    </div>
  )
}
