import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { registerToastPlace } from '../toast-place.ts'

type DialogProps = { open: boolean; title: ReactNode; onClose: () => void; children: ReactNode }

/**
 * A modal dialog based on `<dialog>`: focus management, Escape and inert background are the browser's.
 * Rendered open on the server, it is visible without scripts too.
 */
export function Dialog({ open, title, onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const heading = useId()
  const [sentOpen] = useState(open)
  useEffect(() => {
    const dialog = ref.current
    // A dialog that is open in the server's HTML is not modal yet.
    if (open && dialog?.open && !dialog.matches(':modal')) dialog.removeAttribute('open')
    if (open && !dialog?.open) dialog?.showModal()
    if (!open && dialog?.open) dialog.close()
    return open && dialog ? registerToastPlace(dialog) : undefined
  }, [open])
  return (
    <dialog
      ref={ref}
      open={sentOpen || undefined}
      onClose={onClose}
      aria-labelledby={heading}
      className="modal m-auto w-[32rem] rounded-xl border border-line bg-surface p-6 text-text"
    >
      {open && (
        <>
          <h2 id={heading} className="text-xl">
            {title}
          </h2>
          <div className="mt-4 grid gap-4">{children}</div>
        </>
      )}
    </dialog>
  )
}
