import { useEffect, useRef, type KeyboardEvent } from 'react'
import { toFlag } from '#domain/country-flag.ts'
import { useText } from '../text.tsx'

/** A country option. `dial_code` includes the plus sign; `name` is in the page's language. */
export type DialCodeOption = { code: string; name: string; dial_code: string }

const normalize = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const nativeNames = new Map<string, string>()
/** The country's name in the language most likely spoken there; '' if unknown. */
function nativeName(code: string): string {
  const known = nativeNames.get(code)
  if (known !== undefined) return known
  const language = new Intl.Locale(`und-${code}`).maximize().language
  const name =
    language === 'und'
      ? ''
      : (new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }).of(code) ?? '')
  nativeNames.set(code, name)
  return name
}

/**
 * The countries that match a name, native name, code or dial code. An exact code or the shortest dial code
 * comes first.
 */
export function searchDialCodes<D extends DialCodeOption>(dialCodes: readonly D[], query: string): D[] {
  const needle = normalize(query.trim())
  if (needle === '') return [...dialCodes]
  const digits = needle.replace(/^(\+|00)/, '')
  if (/^\d+$/.test(digits)) {
    const matches = dialCodes.filter(({ dial_code }) => dial_code.startsWith(`+${digits}`))
    return matches.toSorted((a, b) => a.dial_code.length - b.dial_code.length)
  }
  const isCode = (one: DialCodeOption) => one.code.toLowerCase() === needle
  const isNamed = (option: DialCodeOption) =>
    [option.name, nativeName(option.code)].some((name) =>
      normalize(name)
        .split(/[\s(-]+/)
        .some((_, index, words) =>
          words
            .slice(index)
            .join(' ')
            .startsWith(needle.replace(/[\s(-]+/g, ' ')),
        ),
    )
  return [...dialCodes.filter(isCode), ...dialCodes.filter((one) => !isCode(one) && isNamed(one))]
}

type KeyPressContext = {
  dialCodes: readonly DialCodeOption[]
  code: string
  found: readonly DialCodeOption[]
  open: boolean
  at: number
  move: (at: number) => void
  /** Opens the list with this query. */
  openList: (text: string, at?: number) => void
  /** Closes the list, with a country or without. */
  select: (one: DialCodeOption | undefined) => void
}

/** Handles a key press in the input or the list. */
export function handleKey(
  event: KeyboardEvent,
  { dialCodes, code, found, open, at, move, openList, select }: KeyPressContext,
): void {
  const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 5, PageUp: -5 }[event.key]
  if (step !== undefined) {
    event.preventDefault()
    if (open) move(Math.min(Math.max(0, at + step), found.length - 1))
    else
      openList(
        '',
        Math.max(
          0,
          dialCodes.findIndex((one) => one.code === code),
        ),
      )
  } else if (open && (event.key === 'Enter' || event.key === 'Escape')) {
    // Neither key may submit the form or close a dialog around it.
    event.preventDefault()
    event.stopPropagation()
    select(event.key === 'Enter' ? found[at] : undefined)
  }
}

type DialCodeListProps = {
  id: string
  found: readonly DialCodeOption[]
  at: number
  open: boolean
  select: (one: DialCodeOption) => void
  onKey: (event: KeyboardEvent) => void
}

/** The list of matching countries, below the input. */
export function DialCodeList({ id, found, at, open, select, onKey }: DialCodeListProps) {
  const t = useText()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at, open])
  return (
    <>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={t('shell.dialSearch')}
        hidden={!open || found.length === 0}
        className="absolute top-full left-0 z-30 mt-1 max-h-[20vh] w-[min(20rem,80vw)] overflow-y-auto overscroll-contain rounded border border-control bg-surface py-1 shadow-lg"
      >
        {found.map((option, index) => (
          <div
            key={option.code}
            id={`${id}-${option.code}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className="flex min-h-11 cursor-pointer items-center gap-3 px-3 aria-selected:bg-brand-soft"
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => select(option)}
            onKeyDown={onKey}
          >
            <span aria-hidden="true">{toFlag(option.code)}</span>
            <span className="grow">{option.name}</span>
            <span className="text-muted">{option.dial_code}</span>
          </div>
        ))}
      </div>
      <p
        role="status"
        className={
          open && found.length === 0
            ? 'absolute top-full left-0 z-30 mt-1 w-max rounded border border-control bg-surface px-3 ' +
              'py-2 shadow-lg'
            : 'sr-only'
        }
      >
        {open ? t('shell.dialFound', { count: found.length }) : ''}
      </p>
    </>
  )
}
