import { textOf } from '#web/form.ts'
import type { Details } from './guest-details.ts'
import type { Hold } from './hold.server.ts'

/** What a form books: the hold, and the wish behind it, so that the same can be asked for again once the hold is over. */
export type Wish = {
  handle: string
  services: string[]
  teamMember: (string | null)[]
  start: number
  price: number
  /** ISO 4217, where the form names one. */ currency: string | undefined
}

/** The wish as a form's hidden fields. */
export const WishFields = ({ hold, stage }: { hold: Hold; stage: 'details' | 'review' }) => (
  <>
    <input type="hidden" name="stage" value={stage} />
    <input type="hidden" name="hold" value={hold.handle} />
    <input type="hidden" name="services" value={hold.segments.map((one) => one.id).join(',')} />
    <input type="hidden" name="teamMember" value={hold.teamMember.map((one) => one ?? 'any').join(',')} />
    <input type="hidden" name="at" value={hold.start} />
    <input type="hidden" name="price" value={hold.price} />
    <input type="hidden" name="currency" value={hold.currency} />
  </>
)

/** What the guest has told travels in the form alone: not in an address, not in a cookie. */
export const DetailFields = ({ details }: { details: Details }) =>
  Object.entries(details).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)

/** The wish of a form as `WishFields` wrote it. */
export const readWish = (form: FormData): Wish => ({
  handle: textOf(form, 'hold'),
  services: textOf(form, 'services').split(',').filter(Boolean),
  teamMember: textOf(form, 'teamMember')
    .split(',')
    .map((one) => (one === 'any' || one === '' ? null : one)),
  start: Number(textOf(form, 'at')),
  price: Number(textOf(form, 'price')),
  currency: /^[A-Z]{3}$/.exec(textOf(form, 'currency'))?.[0],
})
