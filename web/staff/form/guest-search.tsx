import { Fragment, useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { salonVisitLink } from '#contract/links.ts'
import { parseGuestSearch } from '#domain/search-key.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { useFormat } from '#web/ui/format.ts'
import { Link, textLinkClasses } from '#web/ui/link.tsx'
import { useText } from '#web/ui/text.tsx'
import { guestText } from '../day/visit-words.ts'
import { guestValue, type FoundGuest, type FoundGuests } from './found-guest.ts'

type GuestSearchProps = {
  q: string
  /** Null: nobody has searched yet. */ found: FoundGuests | null
  /** The chosen guest, as `guestValue`; else of somebody new. */ chosen: string
  newGuest: { value: string; label: string }
  /** Whether the page opens with the focus in the search. */ focus: boolean
  /** With scripts: searches what is typed. */ onSearch: () => void
  onChoose: (value: string) => void
}

/**
 * Finds a guest by number or name, while somebody types or by its button, and has one chosen. Who is chosen
 * by hand stays in the list.
 */
export function GuestSearch({ q, found, chosen, newGuest, focus, onSearch, onChoose }: GuestSearchProps) {
  const t = useText()
  const [kept, setKept] = useState<FoundGuest | null>(null)
  const takeFocus = useEffectEvent(() => {
    const { activeElement } = document
    // What somebody has chosen before the scripts ran keeps it.
    const isFree = activeElement === document.body || activeElement?.tagName === 'H1'
    if (focus && isFree) document.getElementById('q')?.focus({ preventScroll: true })
  })
  // After the page's heading, which takes the focus too.
  useEffect(() => {
    const frame = requestAnimationFrame(() => takeFocus())
    return () => cancelAnimationFrame(frame)
  }, [])
  const listed = found?.documents ?? []
  const current = listed.find((one) => guestValue(one) === chosen)
  if (current && current !== kept) setKept(current)
  const known = !current && kept && guestValue(kept) === chosen ? [kept, ...listed] : listed
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3">
        <Field
          name="q"
          type="search"
          label={t('guestSearch.label')}
          defaultValue={q}
          autoComplete="off"
          maxLength={100}
          onInput={({ currentTarget: { value } }) => parseGuestSearch(value) && onSearch()}
        />
        <Button name="intent" value="search" tone="secondary">
          {t('guestSearch.button')}
        </Button>
      </div>
      <p className="text-sm text-muted">{t('guestSearch.hint')}</p>
      <fieldset className="grid gap-2">
        <legend className="sr-only">{t('guestSearch.legend')}</legend>
        {known.map((guest) => (
          <Fragment key={guestValue(guest)}>
            <Choice value={guestValue(guest)} checked={chosen === guestValue(guest)} onChoose={onChoose}>
              <Guest guest={guest} />
            </Choice>
            {chosen === guestValue(guest) && <VisitsOf guest={guest} />}
          </Fragment>
        ))}
        <Choice
          value={newGuest.value}
          checked={!known.some((one) => guestValue(one) === chosen)}
          onChoose={onChoose}
        >
          <span>{newGuest.label}</span>
        </Choice>
      </fieldset>
      <p role="status" className="text-sm text-muted">
        {found === null
          ? ''
          : found.more
            ? t('guestSearch.more')
            : t('guestSearch.found', { count: listed.length })}
      </p>
    </div>
  )
}

type ChoiceProps = {
  value: string
  checked: boolean
  onChoose: (value: string) => void
  children: ReactNode
}

const Choice = ({ value, checked, onChoose, children }: ChoiceProps) => (
  <label className="flex min-h-12 items-center gap-3 rounded border border-control px-4 py-2 has-checked:border-brand-line has-checked:bg-brand-soft has-checked:text-on-brand-soft">
    <input
      type="radio"
      name="guest"
      id={`guest-${value}`}
      value={value}
      checked={checked}
      onChange={() => onChoose(value)}
      className="size-5 shrink-0 accent-brand-line"
    />
    {children}
  </label>
)

/** The way to the visits that a guest is asked for on the telephone: the next one, and the last. */
function VisitsOf({ guest: { last, next, lastVisit, nextVisit } }: { guest: FoundGuest }) {
  const t = useText()
  const { fullDay } = useFormat()
  const ways = [
    ...(next !== null && nextVisit
      ? [[nextVisit, t('guestSearch.next', { date: fullDay(next) })] as const]
      : []),
    ...(last !== null && lastVisit
      ? [[lastVisit, t('guestSearch.last', { date: fullDay(last) })] as const]
      : []),
  ]
  if (ways.length === 0) return null
  return (
    <p className="flex flex-wrap gap-x-4 px-4">
      {ways.map(([visit, text]) => (
        <Link
          key={visit}
          to={salonVisitLink({ visit })}
          className={`${textLinkClasses} inline-flex min-h-11 items-center`}
        >
          {t('guestSearch.open', { visit: text })}
        </Link>
      ))}
    </p>
  )
}

/** Who it is, as far as the reader may know, and how often they have been here and have not come. */
function Guest({ guest }: { guest: FoundGuest }) {
  const t = useText()
  const { fullDay } = useFormat()
  const { phone, email, visits, noShows, last, next } = guest
  const facts = [
    // No link: a press on the row chooses the guest.
    ...(phone ? [phone.text] : []),
    ...(email ? [email] : []),
    t('guestSearch.visits', { count: visits }),
    ...(last === null ? [] : [t('guestSearch.last', { date: fullDay(last) })]),
    ...(next === null ? [] : [t('guestSearch.next', { date: fullDay(next) })]),
  ]
  return (
    <span className="grid min-w-0 gap-1">
      <span className="font-medium wrap-anywhere">{guestText(t, guest)}</span>
      <span className="text-sm wrap-anywhere">{facts.join(' · ')}</span>
      {noShows > 0 && (
        <span>
          <Badge tone="warning">{t('guestSearch.noShows', { count: noShows })}</Badge>
        </span>
      )}
    </span>
  )
}
