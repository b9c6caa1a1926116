import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'
import { useText } from '../text.tsx'
import type * as DialSearch from './dial-search.tsx'
import type { DialCodeOption } from './dial-search.tsx'
import { allDialCodes, type DialCodeOptions } from './dial-codes.ts'
import { inputClasses } from './input-classes.ts'
import { useReturnedText } from '#web/site/use-root-data.ts'
import { useHydrated } from '../use-hydrated.ts'

const NAME = 'countryCode'

/**
 * The field `countryCode`: the country whose dial code precedes the mobile number. A combobox searches by
 * name, native name, code or dial code. Without scripts it is a plain select, which also holds the value
 * afterwards. Its options begin with the code, since their end is cut until the combobox appears. The search
 * code loads on first touch, since most guests keep the default.
 */
export function DialCode({
  label,
  dialCodes,
  value: given,
}: {
  label: string
  dialCodes: DialCodeOptions
  value: string
}) {
  const t = useText()
  const hydrated = useHydrated()
  const value = useReturnedText(NAME) ?? given
  const select = useRef<HTMLSelectElement>(null)
  const [code, setCode] = useState(value)
  const [loadFailed, setLoadFailed] = useState(false)
  const searching = hydrated && !loadFailed
  // Takes over what was chosen before hydration; a form reset changes it later.
  const sync = useEffectEvent(() => setCode(select.current?.value ?? value))
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
    setCode(chosen)
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
        className={searching ? 'hidden' : inputClasses}
      >
        <optgroup label={t('shell.dialNear')}>{dialCodes.near.map(option)}</optgroup>
        <optgroup label={t('shell.dialAll')}>{dialCodes.rest.map(option)}</optgroup>
      </select>
      {searching && (
        <Combobox
          dialCodes={allDialCodes(dialCodes)}
          code={code}
          choose={choose}
          fail={() => setLoadFailed(true)}
        />
      )}
    </div>
  )
}

const option = ({ code, name, dial_code }: DialCodeOption) => (
  <option key={code} value={code}>{`${code} ${dial_code} ${name}`}</option>
)

type ComboboxProps = {
  dialCodes: DialCodeOption[]
  code: string
  choose: (code: string) => void
  /** The search code could not be loaded: the plain select stays. */ fail: () => void
}

/** The input renders at once. The search code loads on first touch and uses what was typed by then. */
function Combobox({ dialCodes, code, choose, fail }: ComboboxProps) {
  const t = useText()
  const fetching = useRef(false)
  const enterPending = useRef(false)
  const [search, setSearch] = useState<typeof DialSearch | null>(null)
  const [query, setQuery] = useState<string | null>(null)
  const [at, setAt] = useState(0)
  const chosen = dialCodes.find((one) => one.code === code)
  const found = search && query !== null ? search.searchDialCodes(dialCodes, query) : []
  const loadSearch = () => {
    if (fetching.current) return
    fetching.current = true
    import('./dial-search.tsx').then(setSearch, fail)
  }
  const openList = (text: string, index = 0) => {
    enterPending.current = false
    setQuery(text)
    setAt(index)
  }
  const selectOption = (picked: DialCodeOption | undefined) => {
    if (picked) choose(picked.code)
    enterPending.current = false
    setQuery(null)
  }
  const handleKey = (event: KeyboardEvent) => {
    if (search)
      search.handleKey(event, {
        dialCodes,
        code,
        found,
        open: query !== null,
        at,
        move: setAt,
        openList,
        select: selectOption,
      })
    else if (event.key === 'Enter') {
      // Enter must not submit the form while the list is loading; it selects once the list is there.
      event.preventDefault()
      enterPending.current = query !== null
    } else if (/Down|Up/.test(event.key)) {
      event.preventDefault()
      if (query === null)
        openList(
          '',
          Math.max(
            0,
            dialCodes.findIndex((one) => one.code === code),
          ),
        )
    }
  }
  const onSearchLoaded = useEffectEvent(() => {
    if (enterPending.current) selectOption(found[0])
  })
  useEffect(() => onSearchLoaded(), [search])
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
        className={inputClasses}
        value={query ?? (chosen ? `${chosen.code} ${chosen.dial_code}` : '')}
        placeholder={t('shell.dialSearch')}
        autoComplete="off"
        spellCheck={false}
        onPointerEnter={loadSearch}
        onFocus={loadSearch}
        onClick={() => {
          if (query === null) openList('')
        }}
        onChange={(event) => openList(event.currentTarget.value)}
        onKeyDown={handleKey}
        onBlur={() => {
          if (!enterPending.current) setQuery(null)
        }}
      />
      <span id={`${NAME}-name`} className="sr-only">
        {chosen?.name}
      </span>
      {search && (
        <search.DialCodeList
          id={NAME}
          found={found}
          at={at}
          open={query !== null}
          select={selectOption}
          onKey={handleKey}
        />
      )}
    </>
  )
}
