/**
 * A small model of the waitlist's rules, for one salon in summer time: two people who work from 9 to 11,
 * visits of one hour, 'color' by anna only. It shares nothing with domain/, not even types. Times are epoch
 * ms.
 */
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Copenhagen in summer. */
const OFFSET = 2 * HOUR
const QUEUE = MINUTE
const PEOPLE = ['anna', 'bo']
const FIRST_HOUR = 9
const HOURS = 2
const MAX_ENTRIES = 5
const OFFER_MINUTES = 30

type Span = { from: string; until: string; weekdays: number[]; earliest: string; latest: string }
export type Preference = {
  services: string[]
  members: string[] | null
  windows: Span[]
  notice: number
  atNight: boolean
  end: number | null
}
type Entry = {
  number: number
  who: number
  services: string[]
  members: string[] | null
  windows: Span[]
  notice: number
  atNight: boolean
  end: number
  joined: number
  confirmed: boolean
  state: 'waiting' | 'paused' | 'offered' | 'booked' | 'left' | 'ended'
  pausedUntil: number | null
  unanswered: number
}
type Slot = { member: string; start: number }
type Kept = Slot & { kind: 'booked' | 'queue' | 'offer'; until: number; who: number | null; created: number }
type Offer = {
  entry: Entry
  kept: Kept
  slot: Slot
  until: number
  state: 'open' | 'accepted' | 'declined' | 'expired' | 'withdrawn'
  moved: boolean
}
type Place = { place: number; of: number }

const midnight = (at: number) => Math.floor((at + OFFSET) / DAY) * DAY - OFFSET
export const dateOf = (at: number) => new Date(at + OFFSET).toISOString().slice(0, 10)
const minuteOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
const wishOf = ({ services, members, windows }: Pick<Preference, 'services' | 'members' | 'windows'>) =>
  JSON.stringify([services, members, windows])
const isOpen = ({ state }: Entry) => state === 'waiting' || state === 'paused' || state === 'offered'

/** `accounts`: how many of the people who join (0, 1, …) have one; the others are contacts. */
export function createModel(begin: number, accounts: number) {
  let now = begin
  const entries: Entry[] = []
  /** The tenant's order, closed entries among them. */
  const order: Entry[] = []
  const visits: Kept[] = []
  let kept: Kept[] = []
  const offers: Offer[] = []

  const counts = (one: Entry) => isOpen(one) && one.end > now && (one.confirmed || one.joined > now - DAY)
  const line = () => order.filter(counts)
  const isLive = (one: Kept) => one.kind === 'booked' || one.until > now
  const isSame = (a: Slot, b: Slot) => a.member === b.member && a.start === b.start
  const isFree = (slot: Slot) => slot.start > now && !kept.some((one) => isSame(one, slot) && isLive(one))
  const openOffer = (entry: Entry) => offers.find((one) => one.entry === entry && one.state === 'open')

  // ---- order ----

  const span = ({ windows }: Entry) =>
    windows.length === 0
      ? null
      : {
          from: windows.map(({ from }) => from).sort()[0]!,
          until: windows
            .map(({ until }) => until)
            .sort()
            .at(-1)!,
        }
  function compete(a: Entry, b: Entry): boolean {
    if (!a.services.some((id) => b.services.includes(id))) return false
    const [one, other] = [span(a), span(b)]
    if (one && other) return one.from <= other.until && other.from <= one.until
    if (one) return one.from <= dateOf(b.end - 1)
    if (other) return other.from <= dateOf(a.end - 1)
    return true
  }
  function placeOf(entry: Entry): Place {
    const rivals = line().filter((one) => one === entry || compete(entry, one))
    return { place: rivals.indexOf(entry) + 1, of: rivals.length }
  }
  function passOne(entry: Entry): boolean {
    const all = line()
    const rival = all.slice(0, all.indexOf(entry)).findLast((one) => compete(entry, one))
    if (!rival) return false
    order.splice(order.indexOf(entry), 1)
    order.splice(order.indexOf(rival), 0, entry)
    return true
  }

  // ---- what the clock has ended ----

  function keepForQueue(offer: Offer, state: 'declined' | 'expired' | 'withdrawn'): void {
    offer.state = state
    offer.kept.kind = 'queue'
    if (offer.kept.until > now) offer.kept.until = now + QUEUE
  }
  /** `answered`: by an answer that came too late. */
  function endOverdue(entry: Entry, answered = false): void {
    const offer = openOffer(entry)
    if (!offer || offer.until > now) return
    keepForQueue(offer, 'expired')
    entry.unanswered = answered ? 0 : entry.unanswered + 1
    entry.state = entry.unanswered >= 3 ? 'paused' : 'waiting'
    entry.pausedUntil = null
    if (entry.state === 'paused') entry.unanswered = 0
  }
  const endAllOverdue = () => order.filter(isOpen).forEach((entry) => endOverdue(entry))
  function resumeDue(entry: Entry): void {
    if (entry.state !== 'paused' || entry.pausedUntil === null || entry.pausedUntil > now) return
    entry.state = 'waiting'
    entry.pausedUntil = null
  }
  function close(entry: Entry, state: 'left' | 'ended'): void {
    endOverdue(entry)
    const offer = openOffer(entry)
    if (offer) keepForQueue(offer, 'withdrawn')
    entry.state = state
  }

  // ---- matching ----

  const isInside = ({ windows }: Entry, { start }: Slot) =>
    windows.length === 0 ||
    windows.some((one) => {
      const [date, local] = [dateOf(start), Math.floor((start - midnight(start)) / MINUTE)]
      const weekday = new Date(start + OFFSET).getUTCDay() || 7
      return (
        one.from <= date &&
        date <= one.until &&
        (one.weekdays.length === 0 || one.weekdays.includes(weekday)) &&
        minuteOf(one.earliest) <= local &&
        local + 60 <= minuteOf(one.latest)
      )
    })
  const isBusyThen = ({ who }: Entry, { start }: Slot) =>
    kept.some((one) => one.kind === 'booked' && one.who === who && one.start === start) ||
    offers.some((one) => one.state === 'open' && one.entry.who === who && one.slot.start === start)
  function endOf({ notice, atNight }: Entry, { start }: Slot): number | null {
    const last = start - 15 * MINUTE
    if (now + notice * MINUTE > start || now + 5 * MINUTE > last) return null
    const hour = (now - midnight(now)) / HOUR
    const isDay = hour >= 8 && hour < 21
    if (isDay || atNight) return Math.min(now + OFFER_MINUTES * MINUTE, last)
    const morning = midnight(now) + 8 * HOUR + (hour < 8 ? 0 : DAY)
    return morning + OFFER_MINUTES * MINUTE <= last ? morning + OFFER_MINUTES * MINUTE : null
  }
  function offerSlot(slot: Slot): void {
    for (const entry of line()) {
      if (entry.state !== 'waiting' || !entry.confirmed) continue
      if (entry.services.includes('color') && slot.member !== 'anna') continue
      if (entry.members && !entry.members.includes(slot.member)) continue
      if (!isInside(entry, slot) || (entry.windows.length === 0 && slot.start >= entry.end)) continue
      if (offers.some((one) => one.entry === entry && isSame(one.slot, slot)) || isBusyThen(entry, slot))
        continue
      const until = endOf(entry, slot)
      if (until === null) continue
      const hold: Kept = { ...slot, kind: 'offer', until: until + QUEUE, who: null, created: now }
      kept.push(hold)
      offers.push({ entry, kept: hold, slot, until, state: 'open', moved: false })
      entry.state = 'offered'
      return
    }
  }

  return {
    entries,
    offers,
    visits,
    now: () => now,
    /** The n-th time from now on at which a member works. */
    slot(index: number): Slot {
      const all: Slot[] = []
      for (let day = midnight(now); all.length <= index; day += DAY)
        for (let hour = FIRST_HOUR; hour < FIRST_HOUR + HOURS; hour += 1)
          for (const member of PEOPLE)
            if (day + hour * HOUR > now) all.push({ member, start: day + hour * HOUR })
      return all[index]!
    },
    pass(ms: number) {
      now += ms
    },
    /** The number of the entry: a new one, or the one that waits for the same; null: too many. */
    join(who: number, wanted: Preference): number | null {
      const { end, services, members, windows, notice, atNight } = wanted
      const own = entries.filter((one) => one.who === who && counts(one))
      const same = own.find((one) => wishOf(one) === wishOf(wanted))
      if (same) {
        if (who >= accounts && same.confirmed) return same.number
        if (who >= accounts) same.joined = now
        else if (same.state === 'paused') {
          same.state = 'waiting'
          same.unanswered = 0
          same.pausedUntil = null
        }
        Object.assign(same, { notice, atNight, end: Math.max(same.end, end ?? midnight(now) + 31 * DAY) })
        return same.number
      }
      if (own.length >= MAX_ENTRIES) return null
      const entry: Entry = {
        number: entries.length,
        who,
        services,
        members,
        windows,
        notice,
        atNight,
        end: end ?? midnight(now) + 31 * DAY,
        joined: now,
        confirmed: who < accounts,
        state: 'waiting',
        pausedUntil: null,
        unanswered: 0,
      }
      entries.push(entry)
      order.push(entry)
      return entry.number
    },
    /** Null: not found. */
    confirm(entry: Entry): Place | null {
      if (!counts(entry)) return null
      entry.confirmed = true
      return placeOf(entry)
    },
    edit(entry: Entry, { end, ...preference }: Partial<Preference>): Place | null {
      if (!counts(entry)) return null
      endAllOverdue()
      resumeDue(entry)
      Object.assign(entry, preference, end ? { end } : {})
      return placeOf(entry)
    },
    pause(entry: Entry, until: number | null): Place | null {
      if (!counts(entry)) return null
      endAllOverdue()
      resumeDue(entry)
      const offer = openOffer(entry)
      if (offer) {
        keepForQueue(offer, 'declined')
        entry.unanswered = 0
      }
      entry.state = 'paused'
      entry.pausedUntil = until
      return placeOf(entry)
    },
    resume(entry: Entry): Place | null {
      if (!counts(entry)) return null
      endAllOverdue()
      resumeDue(entry)
      if (entry.state === 'paused') {
        entry.state = 'waiting'
        entry.unanswered = 0
      }
      entry.pausedUntil = null
      return placeOf(entry)
    },
    /** The end after it; null: not found. */
    extend(entry: Entry, days: number): number | null {
      if (!counts(entry)) return null
      entry.end = Math.max(entry.end, midnight(now) + (1 + days) * DAY)
      return entry.end
    },
    /** False: not found, for an account only. */
    leave(entry: Entry): boolean {
      if (isOpen(entry)) close(entry, 'left')
      return entry.state === 'left' || entry.who >= accounts
    },
    book(slot: Slot, who: number): boolean {
      if (!isFree(slot)) return false
      const visit: Kept = { ...slot, kind: 'booked', until: Infinity, who, created: now }
      kept.push(visit)
      visits.push(visit)
      return true
    },
    /** False: it has begun. */
    cancel(visit: Kept): boolean {
      if (!kept.includes(visit)) return true
      if (visit.start <= now) return false
      kept = kept.filter((one) => one !== visit)
      if (line().length > 0)
        kept.push({ ...visit, kind: 'queue', until: now + QUEUE, who: null, created: now })
      return true
    },
    /** The jobs of all times that are the queue's, in the order of their starts, people and age. */
    match(): void {
      const holds = kept
        .filter(({ kind }) => kind === 'queue')
        .sort((a, b) => a.start - b.start || a.member.localeCompare(b.member) || a.created - b.created)
      for (const hold of holds) {
        endAllOverdue()
        order.filter(isOpen).forEach(resumeDue)
        kept = kept.filter((one) => one !== hold)
        if (isFree(hold)) offerSlot({ member: hold.member, start: hold.start })
      }
    },
    endOffers(): void {
      endAllOverdue()
    },
    sweep(): void {
      for (const entry of order.filter(isOpen)) if (!counts(entry)) close(entry, 'ended')
      order.filter(isOpen).forEach(resumeDue)
    },
    /** Null: not found. */
    accept(offer: Offer): { booked: true } | ({ booked: false; moved: boolean } & Partial<Place>) | null {
      const { entry, slot } = offer
      if (slot.start + HOUR <= now) return null
      if (offer.state === 'accepted') return { booked: true }
      if (offer.state === 'open' && offer.until > now) {
        offer.state = 'accepted'
        entry.state = 'booked'
        Object.assign(offer.kept, { kind: 'booked', until: Infinity, who: entry.who })
        visits.push(offer.kept)
        return { booked: true }
      }
      if (offer.state === 'open') endOverdue(entry, true)
      if (!counts(entry)) return { booked: false, moved: false }
      const isLost = offer.state !== 'declined' && !offer.moved
      if (isLost) {
        offer.moved = true
        entry.unanswered = 0
      }
      const moved = isLost && passOne(entry)
      return { booked: false, moved, ...placeOf(entry) }
    },
    decline(offer: Offer): boolean | null {
      if (offer.slot.start + HOUR <= now) return null
      if (offer.state === 'declined') return true
      if (offer.state !== 'open' || offer.until <= now) return false
      keepForQueue(offer, 'declined')
      offer.entry.state = 'waiting'
      offer.entry.unanswered = 0
      return true
    },
    /** Everything that anybody can see. */
    seen() {
      const stateOf = (entry: Entry) => {
        if (!isOpen(entry)) return entry.state
        if (!counts(entry)) return 'over'
        if (entry.state === 'paused' && entry.pausedUntil !== null && entry.pausedUntil <= now)
          return 'waiting'
        return entry.state === 'offered' &&
          !offers.some((one) => one.entry === entry && one.state === 'open' && one.until > now)
          ? 'waiting'
          : entry.state
      }
      const times = Array.from({ length: 4 * HOURS * PEOPLE.length }, (_, index) => this.slot(index))
      return {
        states: entries.map(stateOf),
        order: line().map(({ number }) => number),
        places: Array.from({ length: accounts }, (_, who) =>
          line()
            .filter((one) => one.who === who)
            .map((one) => ({ number: one.number, ...placeOf(one) })),
        ),
        offers: offers
          .filter(({ state, until }) => state === 'open' && until > now)
          .map(({ entry, slot, until }) => ({ number: entry.number, ...slot, until }))
          .sort((a, b) => a.number - b.number),
        visits: kept
          .filter(({ kind }) => kind === 'booked')
          .map(({ member, start, who }) => ({ member, start, who }))
          .sort((a, b) => a.start - b.start || a.member.localeCompare(b.member)),
        free: [...new Set(times.filter(isFree).map(({ start }) => start))],
        until: times.at(-1)!.start,
      }
    },
  }
}
