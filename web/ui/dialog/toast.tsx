import { createContext, use, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router'
import { useText } from '../text.tsx'
import { useTopDialog } from './top-dialog.ts'

type Toast = { id: number; text: string; ms: number; title: string | undefined; at: number }
type Toasts = {
  show: (text: string, ms?: number, title?: string) => void
  /** Where news is shown while no toast is. */ place: HTMLElement | null
}
const ToastContext = createContext<Toasts>({ show: () => {}, place: null })

/** A toast that is so young belongs to the page that follows. */
const ARRIVING_MS = 3_000

/**
 * Shows a toast: `const showToast = useToast(); showToast(t('…'))`, optionally with `ms` (default 5 s) and a
 * title.
 */
export const useToast = () => use(ToastContext).show

/** The one place of the page for what is not part of it; null before hydration. */
export const useToastPlace = () => use(ToastContext).place

/**
 * The one place of toasts and news, a polite live region: above the bars at the bottom of the screen, and
 * inside the topmost dialog while one is open. One is shown at a time; toasts end with their page.
 */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([])
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const show = useCallback<Toasts['show']>(
    (text, ms = 5_000, title) =>
      setToasts((all) => [...all, { id: (all.at(-1)?.id ?? 0) + 1, text, ms, title, at: Date.now() }]),
    [],
  )
  const { pathname } = useLocation()
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    setToasts((all) => all.filter(({ at }) => Date.now() - at < ARRIVING_MS))
  }, [pathname])
  const dialog = useTopDialog()
  const remove = useCallback((id: number) => setToasts((all) => all.filter((one) => one.id !== id)), [])
  const [toast, ...others] = toasts
  const corner = (
    <div role="status" className="toasts no-print pointer-events-none z-40">
      {toast && <ToastCard key={toast.id} toast={toast} others={others.length} remove={remove} />}
      <div ref={setPlace} hidden={toast !== undefined} />
    </div>
  )
  const value = useMemo(() => ({ show, place }), [show, place])
  return (
    <ToastContext value={value}>
      {children}
      {dialog ? createPortal(corner, dialog) : corner}
    </ToastContext>
  )
}

/** Its timer is paused while the pointer or the focus is on it. */
function ToastCard({
  toast,
  others,
  remove,
}: {
  toast: Toast
  /** How many follow. */ others: number
  remove: (id: number) => void
}) {
  const t = useText()
  const [paused, setPaused] = useState(false)
  useEffect(() => {
    if (paused) return undefined
    const timer = setTimeout(() => remove(toast.id), toast.ms)
    return () => clearTimeout(timer)
  }, [paused, toast, remove])
  return (
    <div
      className="pointer-events-auto flex items-center justify-between gap-3 rounded border border-line bg-surface py-1 pl-4 pr-1 shadow-lg"
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <p>
        {toast.title && <strong className="block">{toast.title}</strong>}
        <span>{toast.text}</span>
        {others > 0 && <span className="ml-2 text-sm text-muted">{t('shell.more', { count: others })}</span>}
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
