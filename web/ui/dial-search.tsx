import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useText } from '../text.tsx'

/** A country as the picker shows it: `dial_code` carries its plus sign, `name` is in the language of the page. */
export type Dial = { code: string; name: string; dial_code: string }

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const natives = new Map<string, string>()
/** What a country calls itself: its name in the language that is likeliest spoken there. */
function nativeName(code: string): string {
  const known = natives.get(code)
  if (known !== undefined) return known
  const language = new Intl.Locale(`und-${code}`).maximize().language
  const name =
    language === 'und'
      ? ''
      : (new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }).of(code) ?? '')
  natives.set(code, name)
  return name
}

/** The countries that a guest means by name, native name, code or dial code, in their order; the very code or dial code comes first. */
export function findDials<D extends Dial>(dials: readonly D[], query: string): D[] {
  const asked = plain(query.trim())
  if (asked === '') return [...dials]
  const digits = asked.replace(/^(\+|00)/, '')
  if (/^\d+$/.test(digits)) {
    const begins = dials.filter(({ dial_code }) => dial_code.startsWith(`+${digits}`))
    return begins.toSorted((a, b) => a.dial_code.length - b.dial_code.length)
  }
  const isCode = (one: Dial) => one.code.toLowerCase() === asked
  const isNamed = (one: Dial) =>
    [one.name, nativeName(one.code)].some((name) =>
      plain(name)
        .split(/[\s(-]+/)
        .some((_, index, words) =>
          words
            .slice(index)
            .join(' ')
            .startsWith(asked.replace(/[\s(-]+/g, ' ')),
        ),
    )
  return [...dials.filter(isCode), ...dials.filter((one) => !isCode(one) && isNamed(one))]
}

/** A country's flag is its two letters, each moved to the regional indicators. */
export const flagOf = (code: string): string =>
  String.fromCodePoint(...[...code].map((letter) => 0x1f1e6 + letter.charCodeAt(0) - 65))

type Pressed = {
  dials: readonly Dial[]
  code: string
  found: readonly Dial[]
  open: boolean
  at: number
  move: (at: number) => void
  /** Opens the list with what is sought. */
  ask: (text: string, at?: number) => void
  /** Closes it, with a country or without. */
  take: (one: Dial | undefined) => void
}

/** What a key does to the list. */
export function press(
  event: KeyboardEvent,
  { dials, code, found, open, at, move, ask, take }: Pressed,
): void {
  const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 5, PageUp: -5 }[event.key]
  if (step !== undefined) {
    event.preventDefault()
    if (open) move(Math.min(Math.max(0, at + step), found.length - 1))
    else
      ask(
        '',
        Math.max(
          0,
          dials.findIndex((one) => one.code === code),
        ),
      )
  } else if (open && (event.key === 'Enter' || event.key === 'Escape')) {
    // Neither sends the form, nor closes a dialog around it.
    event.preventDefault()
    event.stopPropagation()
    take(event.key === 'Enter' ? found[at] : undefined)
  }
}

type FoundProps = {
  id: string
  found: readonly Dial[]
  at: number
  open: boolean
  take: (one: Dial) => void
  onKey: (event: KeyboardEvent) => void
}

/** The list of the countries that were found, below the input that asks. */
export function Found({ id, found, at, open, take, onKey }: FoundProps) {
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
        {found.map((one, index) => (
          <div
            key={one.code}
            id={`${id}-${one.code}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className="flex min-h-11 cursor-pointer items-center gap-3 px-3 aria-selected:bg-brand-soft"
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => take(one)}
            onKeyDown={onKey}
          >
            <span aria-hidden="true">{flagOf(one.code)}</span>
            <span className="grow">{one.name}</span>
            <span className="text-muted">{one.dial_code}</span>
          </div>
        ))}
      </div>
      <p
        role="status"
        className={
          open && found.length === 0
            ? 'absolute top-full left-0 z-30 mt-1 w-max rounded border border-control bg-surface px-3 py-2 shadow-lg'
            : 'sr-only'
        }
      >
        {open ? t('shell.dialFound', { count: found.length }) : ''}
      </p>
    </>
  )
}
