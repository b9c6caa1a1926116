import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'
import { useText } from '../text.tsx'
import type * as DialSearch from './dial-search.tsx'
import type { Dial } from './dial-search.tsx'
import { allDials, type Dials } from './dials.ts'
import { box } from './field.tsx'
import { useReady } from './ready.ts'

const NAME = 'countryCode'

/**
 * The country whose dial code stands before a number, as the field `countryCode`. It can be searched by name, native name, code or
 * dial code; without scripts it is a plain list, which goes on holding the value. What searches comes once it is touched: most guests
 * keep the country that stands there.
 */
export function DialCode({ label, dials, value }: { label: string; dials: Dials; value: string }) {
  const t = useText()
  const ready = useReady()
  const select = useRef<HTMLSelectElement>(null)
  const [code, show] = useState(value)
  const [unreached, fallBack] = useState(false)
  const searching = ready && !unreached
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
      <label htmlFor={NAME} className="font-medium">
        {label}
      </label>
      <select
        ref={select}
        id={searching ? undefined : NAME}
        name={NAME}
        defaultValue={value}
        autoComplete="tel-country-code"
        className={searching ? 'hidden' : box}
      >
        <optgroup label={t('shell.dialNear')}>{dials.near.map(option)}</optgroup>
        <optgroup label={t('shell.dialAll')}>{dials.rest.map(option)}</optgroup>
      </select>
      {searching && (
        <Combobox dials={allDials(dials)} code={code} choose={choose} fail={() => fallBack(true)} />
      )}
    </div>
  )
}

const option = ({ code, name, dial_code }: Dial) => (
  <option key={code} value={code}>{`${name} (${dial_code})`}</option>
)

type ComboboxProps = {
  dials: Dial[]
  code: string
  choose: (code: string) => void
  /** What searches could not be fetched: the plain list stays. */ fail: () => void
}

/** The input stands from the beginning; what searches and shows what it found comes at the first touch, and takes up what was typed by then. */
function Combobox({ dials, code, choose, fail }: ComboboxProps) {
  const t = useText()
  const fetching = useRef(false)
  const entered = useRef(false)
  const [search, arrive] = useState<typeof DialSearch | null>(null)
  const [query, type] = useState<string | null>(null)
  const [at, move] = useState(0)
  const chosen = dials.find((one) => one.code === code)
  const found = search && query !== null ? search.findDials(dials, query) : []
  const wake = () => {
    if (fetching.current) return
    fetching.current = true
    import('./dial-search.tsx').then(arrive, fail)
  }
  const ask = (text: string, index = 0) => {
    entered.current = false
    type(text)
    move(index)
  }
  const take = (one: Dial | undefined) => {
    if (one) choose(one.code)
    entered.current = false
    type(null)
  }
  const press = (event: KeyboardEvent) => {
    if (search) search.press(event, { dials, code, found, open: query !== null, at, move, ask, take })
    else if (event.key === 'Enter') {
      // Nothing that was meant for the list sends the form; it waits for the list.
      event.preventDefault()
      entered.current = query !== null
    } else if (/Down|Up/.test(event.key)) {
      event.preventDefault()
      if (query === null)
        ask(
          '',
          Math.max(
            0,
            dials.findIndex((one) => one.code === code),
          ),
        )
    }
  }
  const arrived = useEffectEvent(() => {
    if (entered.current) take(found[0])
  })
  useEffect(() => arrived(), [search])
  return (
    <>
      <input
        id={NAME}
        role="combobox"
        aria-expanded={search !== null && query !== null}
        aria-controls={`${NAME}-list`}
        aria-autocomplete="list"
        aria-activedescendant={found[at] ? `${NAME}-${found[at].code}` : undefined}
        aria-describedby={`${NAME}-name`}
        className={box}
        value={query ?? (chosen ? `${chosen.code} ${chosen.dial_code}` : '')}
        placeholder={t('shell.dialSearch')}
        autoComplete="off"
        spellCheck={false}
        onPointerEnter={wake}
        onFocus={wake}
        onClick={() => {
          if (query === null) ask('')
        }}
        onChange={(event) => ask(event.currentTarget.value)}
        onKeyDown={press}
        onBlur={() => {
          if (!entered.current) type(null)
        }}
      />
      <span id={`${NAME}-name`} className="sr-only">
        {chosen?.name}
      </span>
      {search && (
        <search.Found id={NAME} found={found} at={at} open={query !== null} take={take} onKey={press} />
      )}
    </>
  )
}
