import type { Input, Output } from '#contract/calls.ts'
import { readFormText } from '#web/request/form.ts'
import { nameErrors, readNames, toPersonInput, type PersonNames } from '#web/visit/party-names.ts'
import { parseParty, reconcileParty, type Party, type PartyProblems } from '#web/visit/party.ts'
import { emptyGuest, type GuestForm } from '../new/booking-form.ts'
import { readGuestForm } from '../new/read-booking.ts'

/** The form of a party as it is typed. */
export type PartyForm = GuestForm & {
  /** What each person wants. */
  persons: Party
  /** How many services are asked for beyond those that a person has: by its number, from 0. */
  more: number | null
  names: PersonNames[]
  date: string
  /** The chosen time of the first start, epoch ms; '' is none. */
  start: string
  note: string
  staffNote: string
  inform: boolean
}

/** Two persons who want nothing yet. */
export const emptyParty = (date: string): PartyForm => ({
  ...emptyGuest,
  persons: parseParty(new URLSearchParams()).party,
  more: null,
  names: [],
  date,
  start: '',
  note: '',
  staffNote: '',
  inform: true,
})

/** The form as it was sent: `count` and `more` are what its buttons ask for. */
export function readPartyForm(form: FormData): PartyForm {
  const text = (name: string) => readFormText(form, name)
  const typed = [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  // The button of a number comes after the number that was.
  if (form.has('count')) typed.push(['persons', text('count')])
  const { party } = parseParty(new URLSearchParams(typed))
  const start = text('start')
  return {
    ...readGuestForm(form),
    persons: party,
    more: form.has('more') ? Number(text('more')) - 1 : null,
    names: readNames(form),
    date: text('date'),
    start: /^\d{12,14}$/.test(start) ? start : '',
    note: text('note'),
    staffNote: text('staffNote'),
    inform: form.has('inform'),
  }
}

type Services = Output<'listBookable'>['services']

/** What keeps a party from being booked, beside its time. */
export function problemsOf({ persons }: PartyForm, services: Services): PartyProblems {
  const catalog = services.map(({ id, addons, members }) => ({
    id,
    addons,
    prices: Object.fromEntries(members.map((member) => [member, 0])),
  }))
  return reconcileParty({ party: persons, asked: persons.length }, catalog).problems
}

/** What is wrong with the names of a form, by field. */
export const nameProblems = ({ names }: PartyForm) => nameErrors(names)

type Wanted = Input<'findPartyPlaces'>['persons']

/** What each person wants, as the calls take it. */
export const toWishes = ({ persons }: PartyForm): Wanted =>
  persons.map(({ services, member }) => ({
    services: services.map((serviceId) => ({ serviceId, memberId: member })),
  }))

/** The same with the names. */
export function toNamedWishes(form: PartyForm): Input<'bookPartyBySalon'>['persons'] {
  const names = toPersonInput(form.names)
  return toWishes(form).map((one, index) => ({ ...one, ...names[index] }))
}
