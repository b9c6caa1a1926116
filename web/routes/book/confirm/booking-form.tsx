import { parseAddonName } from '#domain/visit/addons.ts'
import { readFormText } from '#web/request/form.ts'
import type { Contact } from '#web/guest/contact.ts'
import { toSelection } from '#web/visit/selection.ts'
import type { Hold } from '../shared/hold.server.ts'
import { readExtras, type Extras } from '../details/visit-extras.tsx'

/**
 * What a form books: the hold and the requested services behind it, so that they can be held again once the
 * hold has expired.
 */
export type BookingForm = {
  handle: string
  services: string[]
  /** As `toAddonName` names them. */ addons: string[]
  teamMember: (string | null)[]
  start: number
  price: number
  /** ISO 4217, if the form names one. */ currency: string | undefined
  extras: Extras
  /** Where several dates are booked: every so many weeks, so many. */
  series: { weeks: number; count: number } | null
}

/** The price of all visits of a hold. */
export const totalOf = ({ price, group }: Pick<Hold, 'price' | 'group'>): number => group?.total ?? price

/** The booking as hidden form fields. */
export const BookingHiddenFields = ({ hold, state }: { hold: Hold; state: 'details' | 'review' }) => (
  <>
    <input type="hidden" name="stage" value={state} />
    <input type="hidden" name="hold" value={hold.handle} />
    <input type="hidden" name="services" value={hold.segments.map((one) => one.id).join(',')} />
    <input type="hidden" name="teamMember" value={hold.teamMember.map((one) => one ?? 'any').join(',')} />
    <input type="hidden" name="heldAddons" value={toSelection(hold).addons.join(',')} />
    <input type="hidden" name="at" value={hold.start} />
    <input type="hidden" name="price" value={totalOf(hold)} />
    {hold.group?.kind === 'series' && (
      <>
        <input type="hidden" name="weeks" value={hold.group.weeks} />
        <input type="hidden" name="count" value={hold.group.visits.length} />
      </>
    )}
    <input type="hidden" name="currency" value={hold.currency} />
  </>
)

/** Personal details travel only in the form: not in a URL, not in a cookie. */
export const DetailFields = ({ details }: { details: Contact | Extras }) =>
  Object.entries(details).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)

/** Parses the fields that `BookingHiddenFields` wrote. */
export const parseBookingForm = (form: FormData): BookingForm => ({
  handle: readFormText(form, 'hold'),
  services: readFormText(form, 'services').split(',').filter(Boolean),
  teamMember: readFormText(form, 'teamMember')
    .split(',')
    .map((one) => (one === 'any' || one === '' ? null : one)),
  addons: readFormText(form, 'heldAddons').split(',').filter(parseAddonName),
  start: Number(readFormText(form, 'at')),
  price: Number(readFormText(form, 'price')),
  currency: /^[A-Z]{3}$/.exec(readFormText(form, 'currency'))?.[0],
  extras: readExtras(form),
  series: form.has('weeks')
    ? { weeks: Number(readFormText(form, 'weeks')), count: Number(readFormText(form, 'count')) }
    : null,
})
