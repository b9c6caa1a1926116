/*
 * One function for each page: the path of a link, form or redirect, without the host. This file has no
 * table: a browser loads only the functions that it calls; `test/site-map.test.ts` compares each with the
 * site map.
 */
type Query = Record<string, string | null | undefined>

type Message = { message?: string | undefined }

/** Leaves out what is not set. */
function withQuery(path: string, query: Query): string {
  const search = Object.entries(query)
    .flatMap(([name, value]) => (value ? [`${name}=${encodeURIComponent(value)}`] : []))
    .join('&')
  return search ? `${path}?${search}` : path
}

const segments = (...names: string[]): string => names.map((name) => `/${encodeURIComponent(name)}`).join('')

export const landingLink = (query: Message = {}): string => withQuery('/', query)
/** `q`: what is searched for, in all types. */
export const priceListLink = (query: { type?: string; q?: string; info?: string } = {}): string =>
  withQuery('/behandlinger', query)
export const serviceLink = ({ service }: { service: string }): string => segments('behandlinger', service)
export const personLink = ({ person }: { person: string }): string => segments('person', person)
/** `bid`, with `fromLastVisit`: the own visit whose products are shown first. */
type Shop = { type?: string; stock?: 'true'; q?: string; bid?: string; fromLastVisit?: 'true' }
export const shopLink = (query: Shop = {}): string => withQuery('/shop', query)
export const productLink = ({ product, variant }: { product: string; variant?: string }): string =>
  withQuery(segments('shop', 'product', product), { variant })
export const cartLink = (query: Message = {}): string => withQuery('/shop/cart', query)
/**
 * `step`: 1 to 4. With `ri`, a receipt, and `c`: the status of its payment; `t`: the handle of the provider's
 * way back; `go`: the page that leads to the provider.
 */
type Checkout = Message & {
  step?: number
  ri?: string
  c?: 'true'
  t?: string
  go?: 'true'
  code?: string
}
export const checkoutLink = ({ step, ...query }: Checkout = {}): string =>
  withQuery('/checkout', { step: step?.toString(), ...query })
/** The data of the status view, as `checkoutLink`; its page asks for it again. */
export const paymentStatusLink = (of: { ri: string; t?: string }): string => withQuery('/checkout/status', of)
/** `order`: the id of a receipt, shown to its owner only. */
export const paymentSuccessLink = ({ order }: { order: string }): string =>
  withQuery('/payment-success', { orderId: order })
/** `handle`: the one of the mail's link. */
export const receiptLink = ({ handle }: { handle: string }): string =>
  withQuery('/receipt', { receipt: handle })
export const ownReceiptLink = ({ order }: { order: string }): string =>
  withQuery('/receipt', { orderId: order })
/** An order's page for withdrawing from its contract: the guest's own, or of the link in its mail. */
export const withdrawalLink = (of: { orderId: string } | { receipt: string }): string =>
  withQuery('/withdrawal', of)
export const ordersLink = (query: { before?: string } = {}): string => withQuery('/home/orders', query)
export const orderLink = ({ order }: { order: string }): string => segments('home', 'orders', order)
export const termsLink = ({ part }: { part?: 'cookies' } = {}): string => `/tc${part ? `#${part}` : ''}`
export const cookiesLink = (): string => '/cookies'

/** The steps of a booking, and joining the waitlist where no time suits. */
export type BookingStep =
  'services' | 'person' | 'first' | 'time' | 'repeat' | 'details' | 'confirm' | 'waitlist'
type Booking = {
  /** Ids, which have no commas. */ services?: readonly string[]
  /** Ids, null or `any` for anyone: one for each service or for all of them; null: not chosen yet. */
  teamMember?: readonly (string | null)[] | null
  /** As `toAddonName` writes them. */ addons?: readonly string[]
  /** The handle of what is held. */ hold?: string
  /** When it begins (epoch ms), for when it has expired. */ start?: number
  /** `YYYY-MM` */ month?: string | null | undefined
  /** `YYYY-MM-DD`: the first of the four weeks' days. */ from?: string | null | undefined
  /** `YYYY-MM-DD`: the day that is shown. */ day?: string | null | undefined
  /** `YYYY-MM-DD`: the day without times, for the waitlist. */ date?: string | undefined
  /** The last of several such days. */ until?: string | undefined
  /** The times too that are hidden, since they leave gaps. */ all?: 'true' | undefined
  /** The services step says that a service is missing. */ none?: 'true' | undefined
  /** Every so many weeks, so many dates, from `start` on. */ weeks?: number | undefined
  count?: number | undefined
  /** The starts of dates that somebody else has taken, epoch ms. */ lost?: readonly number[] | undefined
  /** Why a series has not been booked. */ why?: string | undefined
  lang?: string | null
}
/** A step of a booking: `base` is `bookLink()` or `appointmentsLink()`. */
export function bookingLink(base: string, step: BookingStep, booking: Booking): string {
  const { hold, start, services = [], addons = [], month, from, day, date, until, all, none, lang } = booking
  const { lost = [] } = booking
  const people = (booking.teamMember ?? []).map((id) => id ?? 'any')
  const teamMember = (new Set(people).size === 1 ? people.slice(0, 1) : people).join(',')
  const query = {
    hold,
    start: start?.toString(),
    services: services.join(','),
    addons: addons.join(','),
    teamMember,
  }
  const path = step === 'services' ? base : `${base}/${step}`
  const repeat = {
    weeks: booking.weeks?.toString(),
    count: booking.count?.toString(),
    lost: lost.length > 0 ? lost.join(',') : undefined,
    why: booking.why,
  }
  return withQuery(path, { ...query, month, from, day, date, until, all, none, lang, ...repeat }).replaceAll(
    /%2C|%3A/g,
    (code) => decodeURIComponent(code),
  )
}
type Party = {
  /** What each person wants: ids, add-ons as `toAddonName` writes them; a member null is anyone. */
  persons?: readonly { services: readonly string[]; addons: readonly string[]; member: string | null }[]
  /** The handle of what is held. */ hold?: string
  /** The step of the persons says what is missing. */ check?: 'true'
  month?: string | null | undefined
  from?: string | null | undefined
  day?: string | null | undefined
}
/** A step of a booking for several persons: `base` is `bookLink()` or `appointmentsLink()`. */
export function partyLink(
  base: string,
  step: 'people' | 'time' | 'confirm' = 'people',
  { persons = [], ...query }: Party = {},
): string {
  const wanted = persons.flatMap(({ services, addons, member }, index) => [
    [`services${index + 1}`, services.join(',')],
    [`addons${index + 1}`, addons.join(',')],
    [`member${index + 1}`, member ?? 'any'],
  ])
  const path = step === 'people' ? `${base}/party` : `${base}/party/${step}`
  const count = persons.length > 0 ? persons.length.toString() : null
  return withQuery(path, { ...query, persons: count, ...Object.fromEntries(wanted) }).replaceAll(
    /%2C|%3A/g,
    (code) => decodeURIComponent(code),
  )
}
/** Booking for everybody. */
export const bookLink = (booking: Booking = {}, step: BookingStep = 'services'): string =>
  bookingLink('/book', step, booking)
/** Booking for guests who are signed in. */
export const appointmentsLink = (booking: Booking = {}, step: BookingStep = 'services'): string =>
  bookingLink('/appointments', step, booking)
/** One time of a booking; `start`: epoch ms, in the id of its place on the page. */
export const bookTimeLink = ({ start, ...booking }: Booking & { start: number }): string =>
  `${bookLink(booking, 'time')}#time-${start}`
/** The page that proves an address, with the code of a mail or before one is sent. */
export const bookProofLink = (
  query: {
    code?: string
    to?: string
    services?: string
    lang?: string | null
  } = {},
): string => withQuery('/book/proof', query)
export const bookDoneLink = (query: { visit: string }): string => withQuery('/book/done', query)
export const calendarLink = ({ handle }: { handle: string }): string =>
  `${segments('visit', handle)}/calendar.ics`

/** To cancel a visit and all later dates of its series; `handle`: the one of its page. */
export const cancelSeriesLink = ({ handle, done }: { handle: string; done?: boolean }): string =>
  withQuery(segments('cancelSeries', handle), { done: done ? '1' : undefined })
/** `language`: the one that its mail is written in. */
export const cancelLink = ({ handle, language }: { handle: string; language?: string | undefined }): string =>
  segments('cancelBooking', handle, ...(language ? [language] : []))

/**
 * What the page to move a visit shows: people and days; a chosen time (epoch ms) before the button; or
 * the visit once it is moved, `done` being its start before.
 */
type Move = Message & {
  teamMember?: string | undefined
  month?: string | null | undefined
  from?: string | null | undefined
  day?: string | undefined
  start?: number | undefined
  done?: number | undefined
}
/** `handle`: the one that cancels the visit. `language`: the one that its mail is written in. */
export const moveLink = (
  { handle, language }: { handle: string; language?: string | undefined },
  { start, done, ...query }: Move = {},
): string =>
  withQuery(segments('move', handle, ...(language ? [language] : [])), {
    ...query,
    start: start?.toString(),
    done: done?.toString(),
  }).replaceAll('%2C', ',')

export const confirmEntryLink = (to: { handle: string; language: string }): string =>
  segments('waitlist', 'confirm', to.handle, to.language)
/** Without an offer: the page as its address bar shows it. */
export const offerLink = (to?: { message: string; waitlist: string }): string =>
  segments('awi', ...(to ? [to.message, to.waitlist] : []))
/** `date`: the present end, in epoch seconds, only shown. */
export const extendWaitlistLink = (to: {
  handle: string
  language: string
  days?: number
  date?: number
}): string =>
  withQuery(segments('extendWaitlist', to.handle, to.language), {
    days: to.days?.toString(),
    date: to.date?.toString(),
  })
export const unsubscribeWaitlistLink = (to: { handle: string; language?: string | undefined }): string =>
  segments('unsubscribeWaitlist', to.handle, ...(to.language ? [to.language] : []))

/** `id`: the entry to show first; `edit`, `leave`: the entry to change, or to leave after a question. */
type Waitlist = Message & { id?: string | undefined; edit?: string; leave?: string }
export const waitlistLink = (query: Waitlist = {}): string => withQuery('/waitlist', query)
/** `view`, `remove`: the photo of that page to show, or to delete after a question. */
type Photos = Message & { page?: string | undefined; view?: string; remove?: string }
export const photosLink = (query: Photos = {}): string => withQuery('/photos', query)
export const homeLink = (query: Message = {}): string => withQuery('/home', query)
export const myAccountLink = (query: Message = {}): string => withQuery('/my-account', query)
/** The guest's earlier visits; `before`: the `next` of the page before. */
export const visitsLink = (query: { before?: string } = {}): string => withQuery('/my-account/visits', query)
export const visitLink = ({ id }: { id: string }): string => segments('my-account', 'visits', id)
export const cancelVisitLink = ({ id }: { id: string }): string => segments('my-account', 'cancel', id)
export const onboardingLink = (query: Message & { to?: string } = {}): string =>
  withQuery('/onboarding', query)
export const changeEmailLink = (): string => '/changeEmail'
export const notificationsLink = (): string => '/notifications'
export const pushDeviceLink = (): string => '/notifications/device'

export const profileLink = (): string => '/profile'
/** `part` is the id of a card on the page. */
export const contactLink = ({ part, ...query }: Message & { part?: 'mobile-state' } = {}): string =>
  withQuery('/profile/contact', query) + (part ? `#${part}` : '')
/** `part` is the id of the list of notifications on the page. */
export const notificationSettingsLink = ({ part }: { part?: 'notifications' } = {}): string =>
  `/profile/notifications${part ? `#${part}` : ''}`
export const securityLink = (): string => '/profile/security'
export const privacyLink = (): string => '/profile/privacy'
export const profileTabLink = (tab: string): string => segments('profile', tab)
export const exportLink = (): string => '/profile/export.zip'
export const passkeyLink = (): string => '/profile/passkey'

type SignIn = Message & { to?: string; loginType?: 'magic' }
export const loginLink = (query: SignIn = {}): string => withQuery('/login', query)
export const newGuestLink = (): string => '/new-guest2'
export const resetLink = (): string => '/sign-in/reset'
export const magicLink = (): string => '/sign-in/magic'
export const providerLink = (): string => '/sign-in/provider'
export const passkeySignInLink = (): string => '/sign-in/passkey'
export const callbackLink = (query: { code?: string } = {}): string => withQuery('/sign-in/callback', query)
/** `to`: the return path. */
export const gongLink = (query: Message & { to?: string } = {}): string => withQuery('/gong', query)

/** A link that signs in: `customLoginLink` in mails, `shortLoginLink` in text messages. */
export const customLoginLink = ({ code }: { code?: string } = {}): string =>
  segments('custom-login', ...(code ? [code] : []))
export const shortLoginLink = ({ code, ml }: { code: string; ml: boolean }): string =>
  withQuery(segments('cl', code), { ml: ml ? 'true' : null })
/** `lang`: the language that its mail is written in. */
export const confirmLink = (
  query: { mode?: string; oobCode?: string; lang?: string; done?: string } = {},
): string => withQuery('/confirm', query)
export const confirmMobileLink = (to: { code: string; language: string; user: string }): string =>
  segments('confirmMobile', to.code, to.language, to.user)
export const unsubscribeLink = ({ token }: { token: string }): string => segments('unsubscribe', token)
export const inviteLink = ({ id, lang }: { id: string; lang?: string }): string =>
  withQuery(segments('userInvite', id), { lang })

export const languageLink = (): string => '/language'
export const signOutLink = (): string => '/sign-out'

/** Pages of the salon's own site, on its own host. */
type Welcome = Message & { oobCode?: string; lang?: string; to?: string }
/** With the code of a link in a mail, or without one to sign in; `to`: the return path. */
export const welcomeLink = (query: Welcome = {}): string => withQuery('/welcome', query)
export const passkeyAnswerLink = (): string => '/welcome/passkey'
/** Leads to the day, or where the person may go. */
export const startLink = (): string => '/admin'
/** What was just done: `did` says it, and `undo` names the changes that can be taken back `until` then. */
type Done = Message & { did?: string; undo?: string; until?: string }
/**
 * `view`: columns unless stated. `who`: the person of a week, a list, or a phone's screen. `colour`: what the
 * colours of visits tell. `move`: the visit that is picked up, to be placed.
 */
type Day = Done & {
  date?: string | undefined
  view?: 'columns' | 'rooms' | 'week' | 'list' | undefined
  who?: string | undefined
  colour?: 'state' | 'person' | 'kind' | undefined
  move?: string | undefined
}
export const dayLink = (query: Day = {}): string => withQuery('/admin/day', query)
/**
 * By its id or number; `ask`: the question before it is cancelled, alone or with the later dates of its
 * series, or its guest asked for another time.
 */
export const salonVisitLink = (
  { visit }: { visit: string },
  query: Done & { ask?: 'cancel' | 'series' | 'time' } = {},
): string => withQuery(segments('admin', 'visit', visit), query)
/** No add-ons, where an address without any means those that there are. */
const NO_ADDONS = 'none'
/**
 * Free places from a date on; with `start` (epoch ms) one of them, to be looked at before it is saved.
 * `members`: who performs each service, `any` for anyone; `minutes`: the length of each; empty: as it is.
 * `addons`: those of each, as `toAddonName` names them by the place of their service, from 0; absent: as they
 * are. `to`: the return path. `bar`: for the day's grid, which shows the place by itself.
 */
export const placeLink = (
  { visit }: { visit: string },
  {
    start,
    members,
    minutes,
    addons,
    ...query
  }: {
    from?: string | undefined
    start?: number | undefined
    members?: readonly string[] | undefined
    minutes?: readonly (number | '')[] | undefined
    addons?: readonly string[] | undefined
    to?: string | undefined
    bar?: '1'
  } = {},
): string =>
  withQuery(segments('admin', 'place', visit), {
    ...query,
    start: start?.toString(),
    members: members?.join(','),
    minutes: minutes?.join(','),
    addons: addons && (addons.join(',') || NO_ADDONS),
  })
    .replaceAll('%2C', ',')
    .replaceAll('%3A', ':')
/**
 * `date`, `member`: what the day shows; with `start` (epoch ms) the place that was pressed; `walkIn`:
 * somebody who is there already; `again`: a visit whose guest and services it has too.
 */
type NewVisit = {
  date?: string | undefined
  member?: string | undefined
  start?: number | undefined
  walkIn?: true | undefined
  again?: string | undefined
}
export const newVisitLink = ({ start, walkIn, ...query }: NewVisit = {}): string =>
  withQuery('/admin/visit/new', { ...query, start: start?.toString(), walkIn: walkIn && '1' })
/** Several persons at once, whom the salon books. */
export const salonPartyLink = (query: { date?: string | undefined } = {}): string =>
  withQuery('/admin/party', query)
/**
 * What keeps a person from work: on a date, or, with `ids`, the visits that have no place any more, to be
 * handed over.
 */
type Absence = Message & {
  member?: string | undefined
  date?: string | undefined
  kind?: string | undefined
  ids?: readonly string[] | undefined
}
export const absenceLink = ({ ids, ...query }: Absence = {}): string =>
  withQuery('/admin/absence', { ...query, ids: ids?.join(',') }).replaceAll('%2C', ',')
/** The hours of a person in the weeks from the week of a date on. */
export const hoursLink = (query: { member?: string; from?: string } = {}): string =>
  withQuery('/admin/hours', query)
/** `member`: of one person; `phones`: with the numbers of guests. */
export const printLink = (
  query: { date?: string | undefined; member?: string | undefined; phones?: '1' | undefined } = {},
): string => withQuery('/admin/day/print', query)
/** `before`: the `next` of the page before; `cancel`: the number of an order to cancel after a question. */
export const salonOrdersLink = (
  query: { before?: string | undefined; cancel?: string | undefined } = {},
): string => withQuery('/admin/orders', query)
export const lockLink = (query: { to?: string } = {}): string => withQuery('/admin/lock', query)
export const meLink = (query: Message = {}): string => withQuery('/admin/me', query)
export const staffPasskeyLink = (): string => '/admin/me/passkey'
/** The push subscription of this browser, at the salon's own site. */
export const staffPushLink = (): string => '/admin/me/push'
/** `edit`, `remove`: the person to change, or to remove after a question. */
type People = Message & { edit?: string; remove?: string }
export const peopleLink = (query: People = {}): string => withQuery('/admin/people', query)
export const devicesLink = (query: Message = {}): string => withQuery('/admin/devices', query)
/** `staff`: what one person did; `before`: the `next` of the page before. */
export const auditLink = (query: { staff?: string; before?: string } = {}): string =>
  withQuery('/admin/audit', query)
export const staffLanguageLink = (): string => '/admin/language'
export const staffSignOutLink = (): string => '/admin/sign-out'
