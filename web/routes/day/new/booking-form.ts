/** Who comes, as it is typed. */
export type GuestForm = {
  /** What a guest is searched by. */
  q: string
  /** `account:<id>`, `visit:<id>` of an earlier visit, or somebody new. */
  guest: string
  firstname: string
  lastname: string
  mobile: string
  email: string
}

/** What the form of a visit by telephone has, as it is typed: so it is shown again. */
export type BookingForm = GuestForm & {
  source: 'phone' | 'walkIn'
  date: string
  time: string
  /** The instant (epoch ms) that date and time were filled in from. */
  start: string
  /**
   * A chosen free time: its start (epoch ms) and the members in the order of the services; '' is date and
   * time.
   */
  place: string
  /** For all services; '' is anyone. */
  member: string
  /** In the order in which they are performed. */
  services: string[]
  /** What differs for a service, by its id: the member, and the minutes. */
  members: Record<string, string>
  minutes: Record<string, string>
  /** As `toAddonName` names them. */
  addons: string[]
  note: string
  staffNote: string
  inform: boolean
  /** Every so many weeks; '' is once. */
  weeks: string
  count: string
  /** What is chosen for the dates of a series, by their numbers: a start (epoch ms), or `out`. */
  dates: Record<string, string>
  /** The series whose dates were shown, see `seriesKey`. */
  reviewed: string
  /** Why it is over another visit. */
  over: string
  withdraw: boolean
  /** The warnings that have been shown. */
  accept: string[]
  /** Whether it has been shown that nobody is named. */
  nameless: boolean
  /** The guests of whom it has been shown that they have the number of somebody new. */
  known: string[]
}

/** The value of `guest` for somebody new. */
export const NEW_GUEST = 'new'

/** Nobody is searched or named. */
export const emptyGuest: GuestForm = {
  q: '',
  guest: NEW_GUEST,
  firstname: '',
  lastname: '',
  mobile: '',
  email: '',
}

/** A form in which nothing is typed. */
export const emptyForm: BookingForm = {
  ...emptyGuest,
  source: 'phone',
  date: '',
  time: '',
  start: '',
  place: '',
  member: '',
  services: [],
  members: {},
  minutes: {},
  addons: [],
  note: '',
  staffNote: '',
  inform: true,
  weeks: '',
  count: '',
  dates: {},
  reviewed: '',
  over: '',
  withdraw: false,
  accept: [],
  nameless: false,
  known: [],
}

/** The choice of leaving a date of a series out. */
export const LEFT_OUT = 'out'

/** Which series a form asks for, so far as its dates go. */
export const seriesKey = ({ date, time, place, services, member, weeks, count }: BookingForm): string =>
  [date, time, place, services.join('.'), member, weeks, count].join(' ')
