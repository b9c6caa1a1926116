import { Search } from 'lucide'
import { useEffect, useRef } from 'react'
import { Button } from '../button.tsx'
import { Icon } from '../icon.tsx'
import { useText } from '../text.tsx'
import { inputClasses } from './input-classes.ts'

/** What a search form sends as `q`, and its button. `typed`: what was searched for. */
export function SearchField({ label, typed = '' }: { label: string; typed?: string }) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const last = useRef(typed)
  // Follows the URL without being replaced: the focus, and what was typed before hydration, stay.
  useEffect(() => {
    if (last.current === typed) return
    last.current = typed
    if (input.current && input.current.value.trim() !== typed) input.current.value = typed
  }, [typed])
  return (
    <div className="grid max-w-[32rem] gap-1.5">
      <label htmlFor="q" className="font-medium">
        {label}
      </label>
      <div className="flex gap-2">
        <input
          ref={input}
          id="q"
          name="q"
          type="search"
          defaultValue={typed}
          maxLength={100}
          enterKeyHint="search"
          autoComplete="off"
          className={inputClasses}
        />
        <Button type="submit" tone="secondary">
          <Icon of={Search} size={18} />
          <span>{t('shell.search')}</span>
        </Button>
      </div>
    </div>
  )
}
