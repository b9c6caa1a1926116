import { createContext, use, useCallback, useEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useText } from '../text.tsx'
import { useTopDialog } from './top-dialog.ts'

type Toast = { id: number; text: string; ms: number; title: string | undefined }
const ToastContext = createContext<(text: string, ms?: number, title?: string) => void>(() => {})

/**
 * Shows a toast: `const showToast = useToast(); showToast(t('…'))`, optionally with `ms` (default 5 s) and a
 * title.
 */
export const useToast = () => use(ToastContext)

/** Renders the toasts in a polite live region; inside the topmost dialog while one is open. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([])
  const showToast = useCallback(
    (text: string, ms = 5_000, title?: string) =>
      setToasts((all) => [...all, { id: (all.at(-1)?.id ?? 0) + 1, text, ms, title }]),
    [],
  )
  const dialog = useTopDialog()
  const remove = useCallback((id: number) => setToasts((all) => all.filter((one) => one.id !== id)), [])
  const corner = (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 bottom-[calc(1rem+var(--strip)+var(--bar))] z-40 grid justify-items-center gap-2"
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} remove={remove} />
      ))}
    </div>
  )
  return (
    <ToastContext value={showToast}>
      {children}
      {dialog ? createPortal(corner, dialog) : corner}
    </ToastContext>
  )
}

/** Its timer is paused while the pointer or the focus is on it. */
function ToastCard({ toast, remove }: { toast: Toast; remove: (id: number) => void }) {
  const t = useText()
  const [paused, setPaused] = useState(false)
  useEffect(() => {
    if (paused) return undefined
    const timer = setTimeout(() => remove(toast.id), toast.ms)
    return () => clearTimeout(timer)
  }, [paused, toast, remove])
  return (
    <div
      className="pointer-events-auto flex max-w-md items-center gap-3 rounded border border-line bg-surface py-1 pl-4 pr-1 shadow-lg"
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <p>
        {toast.title && <strong className="block">{toast.title}</strong>}
        <span>{toast.text}</span>
      </p>
      <button
        type="button"
        className="min-h-11 px-3 text-sm text-muted underline underline-offset-4"
        onClick={() => remove(toast.id)}
      >
        {t('shell.dismiss')}
      </button>
    </div>
  )
}
