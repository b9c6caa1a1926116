import { X } from 'lucide'
import { useEffect, useRef, type ReactNode, type ToggleEvent } from 'react'
import { useLocation } from 'react-router'
import { Icon } from '../ui/icon.tsx'
import { useText } from '../ui/text.tsx'
import { registerToastPlace } from '../ui/toast-place.ts'

/** Closes all open popovers. */
export const closePanels = () => {
  for (const open of document.querySelectorAll<HTMLElement>('[popover]:popover-open')) open.hidePopover()
}

/**
 * The navigation drawer: a native popover that opens, closes on Escape and outside clicks and restores the
 * focus without scripts. With scripts, the rest of the page is inert while it is open, and a navigation
 * closes it.
 */
export function Drawer({
  id,
  label,
  title,
  children,
}: {
  id: string
  label: string
  title: string
  children: ReactNode
}) {
  const t = useText()
  const ref = useRef<HTMLDivElement>(null)
  const { key } = useLocation()
  const lastKey = useRef(key)
  const unregister = useRef<() => void>(undefined)
  useEffect(() => () => unregister.current?.(), [])
  useEffect(() => {
    // Not on the first render: the guest may have opened the menu before hydration.
    if (lastKey.current !== key) closePanels()
    lastKey.current = key
  }, [key])
  const setOthersInert = (inert: boolean) => {
    for (const one of ref.current?.parentElement?.children ?? [])
      if (one instanceof HTMLElement && one !== ref.current) one.inert = inert
  }
  // Before it closes: the element that regains the focus must not be inert then.
  const onBeforeToggle = ({ newState }: ToggleEvent<HTMLDivElement>) => {
    if (newState === 'closed') setOthersInert(false)
  }
  const onToggle = ({ newState }: ToggleEvent<HTMLDivElement>) => {
    const drawer = ref.current
    unregister.current?.()
    if (newState === 'open') {
      setOthersInert(true)
      if (drawer) unregister.current = registerToastPlace(drawer)
      if (!drawer?.contains(document.activeElement)) drawer?.querySelector('button')?.focus()
    } else if (document.activeElement === document.body)
      document.querySelector<HTMLElement>(`[popovertarget="${id}"]`)?.focus()
  }
  return (
    <div
      ref={ref}
      id={id}
      popover="auto"
      role="dialog"
      aria-label={label}
      onBeforeToggle={onBeforeToggle}
      onToggle={onToggle}
      className="drawer fixed inset-y-0 left-0 right-auto m-0 h-dvh max-h-none w-[min(20rem,85vw)] overflow-y-auto border-r border-line bg-surface p-2 text-text"
    >
      <div className="flex items-center gap-2">
        <button
          type="button"
          autoFocus
          popoverTarget={id}
          popoverTargetAction="hide"
          aria-label={t('shell.closeMenu')}
          className="grid size-11 shrink-0 place-items-center rounded border-0 bg-transparent hover:bg-brand-soft"
        >
          <Icon of={X} size={24} />
        </button>
        <p className="min-w-0 font-display text-lg font-semibold wrap-anywhere">{title}</p>
      </div>
      {children}
    </div>
  )
}
