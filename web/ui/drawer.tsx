import { X } from 'lucide'
import { useEffect, useRef, type ReactNode, type ToggleEvent } from 'react'
import { useLocation } from 'react-router'
import { Icon } from './icon.tsx'
import { useText } from '../text.tsx'
import { enterDialog } from './top-dialog.ts'

/** Closes every menu that is open. */
export const closePanels = () => {
  for (const open of document.querySelectorAll<HTMLElement>('[popover]:popover-open')) open.hidePopover()
}

/**
 * The menu that slides in. It is a popover of the browser's: it opens, closes on Escape and outside clicks and puts the focus
 * back without any script. Where one runs, all else is inert meanwhile, so that the focus stays in it, and another page closes it.
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
  const at = useRef(key)
  const leave = useRef<() => void>(undefined)
  useEffect(() => () => leave.current?.(), [])
  useEffect(() => {
    // The page as it came may have been opened at its menu before any script ran.
    if (at.current !== key) closePanels()
    at.current = key
  }, [key])
  const others = (inert: boolean) => {
    for (const one of ref.current?.parentElement?.children ?? [])
      if (one instanceof HTMLElement && one !== ref.current) one.inert = inert
  }
  // Before it closes: what gets the focus back has to be able to take it.
  const before = ({ newState }: ToggleEvent<HTMLDivElement>) => {
    if (newState === 'closed') others(false)
  }
  const after = ({ newState }: ToggleEvent<HTMLDivElement>) => {
    const drawer = ref.current
    leave.current?.()
    if (newState === 'open') {
      others(true)
      if (drawer) leave.current = enterDialog(drawer)
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
      onBeforeToggle={before}
      onToggle={after}
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
        <p className="truncate font-display text-lg font-semibold">{title}</p>
      </div>
      {children}
    </div>
  )
}
