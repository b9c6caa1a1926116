import { useEffect, useEffectEvent, useRef } from 'react'
import { guestValue, onlyGuest, type FoundGuests } from '#web/staff/form/found-guest.ts'
import { GuestSearch } from '#web/staff/form/guest-search.tsx'
import { newGuestFrom } from '#web/staff/form/new-guest.ts'
import { EmailField, Field } from '#web/ui/form/field.tsx'
import { useText } from '#web/ui/text.tsx'
import { NEW_GUEST, type GuestForm } from './booking-form.ts'

type GuestFieldsProps = {
  values: GuestForm
  found: FoundGuests | null
  /** The value of the chosen guest. */ chosen: string
  onChoose: (value: string) => void
  focus: boolean
  errorOf: (name: string) => string | undefined
  onSearch: () => void
}

const newFields = ['firstname', 'lastname', 'mobile'] as const
type NewGuest = Record<(typeof newFields)[number], string>
const nobody: NewGuest = { firstname: '', lastname: '', mobile: '' }

const inputOf = (name: string): HTMLInputElement | null => {
  const search = document.getElementById('q') as HTMLInputElement | null
  return (search?.form?.elements.namedItem(name) as HTMLInputElement | null | undefined) ?? null
}

/** Who comes: somebody known, or somebody new, of whom nothing need be known. */
export function GuestFields({ values, found, chosen, onChoose, focus, errorOf, onSearch }: GuestFieldsProps) {
  const t = useText()
  // What the search has filled in for somebody new, whether it has chosen who is chosen, and the search for
  // which somebody has chosen by hand.
  const filled = useRef(nobody)
  const isBySearch = useRef(false)
  const decided = useRef(values.q)
  const searched = () => inputOf('q')?.value ?? ''
  const isTyped = () =>
    newFields.some((name) => {
      const value = inputOf(name)?.value ?? ''
      return value !== '' && value !== filled.current[name]
    })
  /** What was searched becomes the name or the number of somebody new, where nothing is typed yet. */
  const fillNew = () => {
    if (isTyped()) return
    filled.current = newGuestFrom(searched())
    for (const name of newFields) {
      const input = inputOf(name)
      if (input) input.value = filled.current[name]
    }
  }
  const onFound = useEffectEvent((guests: FoundGuests) => {
    if (isTyped() || searched() === decided.current) return
    const only = onlyGuest(guests)
    const next = only ? guestValue(only) : isBySearch.current ? NEW_GUEST : chosen
    if (next !== chosen) {
      isBySearch.current = only !== undefined
      onChoose(next)
    }
    if (guests.documents.length === 0 && next === NEW_GUEST) fillNew()
  })
  useEffect(() => {
    if (found) onFound(found)
  }, [found])
  return (
    <div className="group grid gap-4">
      <GuestSearch
        q={values.q}
        found={found}
        chosen={chosen}
        newGuest={{ value: NEW_GUEST, label: t('newVisit.newGuest') }}
        focus={focus}
        onSearch={onSearch}
        onChoose={(value) => {
          isBySearch.current = false
          decided.current = searched()
          onChoose(value)
          if (value === NEW_GUEST) fillNew()
        }}
      />
      {/* Without scripts too: hidden while somebody known is chosen. */}
      <div className="hidden gap-4 group-has-[#guest-new:checked]:grid sm:grid-cols-2">
        <Field
          name="mobile"
          type="tel"
          label={t('onboarding.mobile')}
          error={errorOf('mobile')}
          defaultValue={values.mobile}
          autoComplete="off"
          maxLength={40}
        />
        <EmailField
          label={t('magic.email')}
          error={errorOf('email')}
          defaultValue={values.email}
          autoComplete="off"
          maxLength={254}
        />
        <Field
          name="firstname"
          label={t('onboarding.firstname')}
          error={errorOf('firstname')}
          defaultValue={values.firstname}
          autoComplete="off"
          maxLength={50}
        />
        <Field
          name="lastname"
          label={t('onboarding.lastname')}
          error={errorOf('lastname')}
          defaultValue={values.lastname}
          autoComplete="off"
          maxLength={50}
        />
      </div>
    </div>
  )
}
