import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'
import { useText } from '../text.tsx'
import { findDials, flagOf, type Dial } from './dial-search.ts'
import { box } from './field.tsx'
import { useReady } from './ready.ts'

const NAME = 'countryCode'

export type Dials = { /** The salon's own country and those it serves. */ near: readonly Dial[]; all: readonly Dial[] }

/**
 * The country whose dial code stands before a number, as the field `countryCode`. It can be searched by name, native name, code or
 * dial code; without scripts it is a plain list, which goes on holding the value.
 */
export function DialCode({ label, dials: { near, all }, value }: { label: string; dials: Dials; value: string }) {
  const t = useText()
  const ready = useReady()
  const select = useRef<HTMLSelectElement>(null)
  const [code, show] = useState(value)
  const rest = all.filter((one) => !near.some((known) => known.code === one.code))
  // What was chosen before the scripts came counts; later the form may be reset.
  const sync = useEffectEvent(() => show(select.current?.value ?? value))
  useEffect(() => {
    sync()
    const form = select.current?.form
    const reset = () => setTimeout(sync)
    form?.addEventListener('reset', reset)
    return () => form?.removeEventListener('reset', reset)
  }, [])
  const choose = (chosen: string) => {
    if (!select.current) return
    select.current.value = chosen
    select.current.dispatchEvent(new Event('input', { bubbles: true }))
    show(chosen)
  }
  return (
    <div className="relative grid gap-1.5">
      <label htmlFor={NAME} className="font-medium">{label}</label>
      <select ref={select} id={ready ? undefined : NAME} name={NAME} defaultValue={value} autoComplete="tel-country-code" className={ready ? 'hidden' : box}>
        <optgroup label={t('shell.dialNear')}>{near.map(option)}</optgroup>
        <optgroup label={t('shell.dialAll')}>{rest.map(option)}</optgroup>
      </select>
      {ready && <Picker dials={[...near, ...rest]} code={code} choose={choose} />}
    </div>
  )
}

const option = ({ code, name, dial_code }: Dial) => <option key={code} value={code}>{`${name} (${dial_code})`}</option>

function Picker({ dials, code, choose }: { dials: Dial[]; code: string; choose: (code: string) => void }) {
  const t = useText()
  const list = useRef<HTMLDivElement>(null)
  const [query, search] = useState<string | null>(null)
  const [at, move] = useState(0)
  const chosen = dials.find((one) => one.code === code)
  const found = query === null ? [] : findDials(dials, query)
  const open = query !== null
  useEffect(() => { list.current?.children[at]?.scrollIntoView({ block: 'nearest' }) }, [at, open])
  const ask = (text: string, index = 0) => { search(text); move(index) }
  const take = (one: Dial | undefined) => { if (one) choose(one.code); search(null) }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 5, PageUp: -5 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (open) move(Math.min(Math.max(0, at + step), found.length - 1))
      else ask('', Math.max(0, dials.findIndex((one) => one.code === code)))
    } else if (open && (event.key === 'Enter' || event.key === 'Escape')) {
      // Neither sends the form, nor closes a dialog around it.
      event.preventDefault()
      event.stopPropagation()
      take(event.key === 'Enter' ? found[at] : undefined)
    }
  }
  return (
    <>
      <input
        id={NAME} role="combobox" aria-expanded={open} aria-controls={`${NAME}-list`} aria-autocomplete="list" aria-activedescendant={open && found[at] ? `${NAME}-${found[at].code}` : undefined} aria-describedby={`${NAME}-name`}
        className={box} value={query ?? (chosen ? `${chosen.code} ${chosen.dial_code}` : '')} placeholder={t('shell.dialSearch')} autoComplete="off" spellCheck={false}
        onClick={() => { if (!open) ask('') }} onChange={(event) => ask(event.currentTarget.value)} onKeyDown={press} onBlur={() => search(null)}
      />
      <span id={`${NAME}-name`} className="sr-only">{chosen?.name}</span>
      <div ref={list} id={`${NAME}-list`} role="listbox" aria-label={t('shell.dialSearch')} hidden={!open || found.length === 0} className="absolute top-full left-0 z-30 mt-1 max-h-[20vh] w-[min(20rem,80vw)] overflow-y-auto overscroll-contain rounded border border-control bg-surface py-1 shadow-lg">
        {found.map((one, index) => (
          <div key={one.code} id={`${NAME}-${one.code}`} role="option" tabIndex={-1} aria-selected={index === at} className="flex min-h-11 cursor-pointer items-center gap-3 px-3 aria-selected:bg-brand-soft" onPointerDown={(event) => event.preventDefault()} onClick={() => take(one)} onKeyDown={press}>
            <span aria-hidden="true">{flagOf(one.code)}</span><span className="grow">{one.name}</span><span className="text-muted">{one.dial_code}</span>
          </div>
        ))}
      </div>
      <p role="status" className={open && found.length === 0 ? 'absolute top-full left-0 z-30 mt-1 w-max rounded border border-control bg-surface px-3 py-2 shadow-lg' : 'sr-only'}>{open ? t('shell.dialFound', { count: found.length }) : ''}</p>
    </>
  )
}
