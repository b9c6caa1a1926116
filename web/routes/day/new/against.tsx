import { useEffect, useRef } from 'react'
import { guestText } from '#web/staff/day/visit-words.ts'
import { guestValue, type FoundGuest } from '#web/staff/form/found-guest.ts'
import { PlaceChoice, type FreePlace } from '#web/staff/form/place-choice.tsx'
import { isOverbooking, PlacementFields, PlacementLines, type Placement } from '#web/staff/form/placement.tsx'
import { Button } from '#web/ui/button.tsx'
import { useFormat } from '#web/ui/format.ts'
import { useText } from '#web/ui/text.tsx'
import type { Answer } from './answer.ts'
import type { BookingForm } from './booking-form.ts'

type Known = {
  placement: Placement | undefined
  /** The nearest free times, where a time is not free. */ nearest: readonly FreePlace[]
  /** Who has the number of somebody new. */ known: readonly FoundGuest[]
  /** Whether nobody is named, which was asked before. */ nameless: boolean
}

type May = { over: boolean; withdraw: boolean }

/** Whether the next press accepts something. */
export const needsMore = ({ placement, known, nameless }: Known): boolean =>
  nameless ||
  known.length > 0 ||
  (placement !== undefined && (placement.warnings.length > 0 || isOverbooking(placement)))

/** Whether nothing but another time helps, as far as who reads may do it. */
export function isHopeless(placement: Placement | undefined, may: May): boolean {
  if (!placement || placement.ok) return false
  const { reason } = placement
  if (reason === 'taken' || reason === 'room') return !may.over
  return reason === 'offered' ? !may.withdraw : reason !== 'warned'
}

type AgainstProps = Known & {
  nameOf: (memberId: string) => string
  may: May
  values: BookingForm
  /** The chosen free time, or ''. */ chosen: string
  onChoose: (place: string) => void
  onTake: (guest: FoundGuest) => void
  /** The answer that has booked nothing for this: it takes the focus. */ held: Answer | undefined
  /** Of the reason for double-booking. */ error: string | undefined
}

const looks = {
  against:
    'grid max-h-[33dvh] gap-3 overflow-y-auto rounded bg-warning-soft px-4 py-3 text-on-warning-soft [@media(height<24rem)]:max-h-none',
  free: 'rounded bg-success-soft px-4 py-2 text-on-success-soft',
  unknown: 'sr-only',
}

/**
 * What stands against a booking, and what there is to know about it, beside the button that accepts it: what
 * is shown is accepted with the next press. It is there, empty, before anything is known: only what a screen
 * reader knows already is read out when its text changes.
 */
export function Against({ placement, nearest, known, nameless, held, ...rest }: AgainstProps) {
  const t = useText()
  const { nameOf, may, values, chosen, onChoose, onTake, error } = rest
  const { day } = useFormat()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!held) return
    const field = error ? box.current?.querySelector<HTMLElement>('[name=over]') : null
    const focused = field ?? box.current
    focused?.focus()
    field?.scrollIntoView({ block: 'center' })
  }, [held, error])
  const days = new Set(nearest.map(({ start }) => day(start)))
  const hasMore = needsMore({ placement, nearest, known, nameless }) || (placement && !placement.ok)
  const isAgainst = hasMore || nearest.length > 0
  const look = isAgainst ? 'against' : placement ? 'free' : 'unknown'
  // Much of it scrolls by itself, by key too.
  const group = { tabIndex: 0, role: 'group', 'aria-label': t('newVisit.against') }
  return (
    <div ref={box} {...(isAgainst && group)} className={looks[look]}>
      <div role="status">
        {placement && !hasMore && <p>{t('placement.free')}</p>}
        {isAgainst && (
          <>
            {held && <p className="font-medium">{t('newVisit.notBookedYet')}</p>}
            <ul className="grid gap-1">
              {placement && <PlacementLines placement={placement} nameOf={nameOf} />}
              {nameless && (
                <li>
                  <span>{t('newVisit.nameless')}</span>
                  <input type="hidden" name="nameless" value="1" />
                </li>
              )}
              {known.map((one) => (
                <li key={guestValue(one)} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <span>{t('newVisit.known', { name: guestText(t, one) })}</span>
                  <input type="hidden" name="known" value={guestValue(one)} />
                  <Button
                    name="take"
                    value={guestValue(one)}
                    tone="secondary"
                    onClick={(event) => {
                      // Nothing need be loaded for it.
                      event.preventDefault()
                      onTake(one)
                    }}
                  >
                    {t('newVisit.take', { name: guestText(t, one) })}
                  </Button>
                </li>
              ))}
              {isHopeless(placement, may) && placement && !placement.ok && placement.reason === 'taken' && (
                <li>{t('placement.mayNotOver')}</li>
              )}
            </ul>
          </>
        )}
      </div>
      {nearest.length > 0 && (
        <PlaceChoice
          legend={[t('placement.nearest'), ...(days.size === 1 ? days : [])].join(': ')}
          places={nearest}
          days={days.size > 1}
          chosen={chosen}
          onChoose={onChoose}
          nameOf={nameOf}
        />
      )}
      {placement && (
        <PlacementFields
          placement={placement}
          may={may}
          over={values.over}
          withdraw={values.withdraw}
          error={error}
        />
      )}
    </div>
  )
}
