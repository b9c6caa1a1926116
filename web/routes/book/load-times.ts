import { MOST_MONTHS } from '#domain/visit/horizon.ts'
import { addDays, dayWindow, localParts } from '#domain/zone.ts'
import type { Output } from '#contract/calls.ts'
import { CallError } from '#contract/errors.ts'
import { loadCatalog, type Catalog } from './load-catalog.ts'
import type { BookingScope } from './scope.ts'
import { readAsked, searchOf, settle, type Notes, type Selection } from './selection.ts'
import { chosenOf, sumOf } from './sums.ts'
import type { Offering } from './time-button.tsx'

export type Offer = Output<'getAvailability'>['offers'][number]
/** `search` is the selection that it is held for, as it stands in an address. */
export type Held = { handle: string; start: number; search: string }
/** Who does it for how much (minor units including VAT); many times share one. */
export type Combo = { members: string[]; price: number }
/** The times of a month by local date, each as [epoch minute, position of its combo]. */
type Times = { days: Record<string, [number, number][]>; combos: Combo[] }

/** The selection of an address as far as it exists, or null when no service is left of it. */
export async function loadSelection(
  scope: BookingScope,
): Promise<{
  catalog: Catalog
  selection: Selection & { teamMember: (string | null)[] }
  notes: Notes
} | null> {
  const catalog = await loadCatalog(scope)
  const { selection, notes } = settle(readAsked(scope.search), catalog.services)
  if (selection.services.length === 0) return null
  return {
    catalog,
    selection: { ...selection, teamMember: selection.teamMember ?? selection.services.map(() => null) },
    notes,
  }
}

/** Everything that the time step shows, or null when there is nothing to find a time for. */
export async function loadTimeStep(scope: BookingScope) {
  const loaded = await loadSelection(scope)
  if (!loaded) return null
  const { catalog, selection, notes } = loaded
  const services = chosenOf(catalog.services, selection.services)
  const [times, held] = await Promise.all([loadTimes(scope, selection), loadHeld(scope)])
  const names = Object.fromEntries(catalog.people.map((one) => [one.id, one.name]))
  const offering: Offering = {
    names,
    minutes: sumOf(services).minutes,
    money: catalog.money,
    pricesDiffer:
      selection.teamMember.includes(null) && new Set(times.times.combos.map((one) => one.price)).size > 1,
  }
  const asked = selection.teamMember.flatMap((one) => (one === null ? [] : (names[one] ?? [])))
  return {
    words: await scope.words(services.map((one) => one.name)),
    services,
    selection,
    notes,
    times,
    held,
    offering,
    asked: [...new Set(asked)],
    contact: scope.brand.phone ?? scope.brand.email,
  }
}

export type TimeData = NonNullable<Awaited<ReturnType<typeof loadTimeStep>>>

/** The month that is asked for, or the first one with times; where that has none, what comes nearest. */
async function loadTimes(
  scope: BookingScope,
  { services, teamMember }: Selection & { teamMember: (string | null)[] },
) {
  const { call, brand, search, now } = scope
  const zone = brand.timeZone
  const today = localParts(zone, Math.floor(now / 60_000)).date
  const month = (wanted: string, people = teamMember.map((one) => one ?? 'any').join(',')) =>
    call('getAvailability', {
      tenantId: brand.tenantId,
      services: services.join(','),
      teamMember: people,
      month: wanted,
    })
  const first = today.slice(0, 7)
  const last = monthAfter(first, MOST_MONTHS)
  const asked = monthIn(search, first, last)
  const wanted = await month(asked ?? first)
  const shown = wanted.offers.length === 0 && !asked && wanted.next ? await month(wanted.next) : wanted
  const full = shown.offers.length === 0
  const times = byDay(shown.offers, zone)
  const [firstDay] = Object.keys(times.days)
  const [later, others] = full
    ? await Promise.all([
        shown.next ? month(shown.next) : null,
        teamMember.some((one) => one !== null) ? month(shown.month, 'any') : null,
      ])
    : [null, null]
  return {
    month: shown.month,
    /** The month that was full when none was asked for. */
    skipped: shown === wanted ? null : wanted.month,
    before: shown.month > first ? monthAfter(shown.month, -1) : null,
    after: shown.month < last && !(full && !shown.next) ? monthAfter(shown.month, 1) : null,
    /** Whether nothing is free any sooner. */
    soonest: !asked || asked === first,
    // Days before the first with times say nothing that a guest could use.
    dates: datesOf(shown.month).filter((date) => date >= today && date >= (firstDay ?? '')),
    times,
    next: shown.next,
    later: later?.offers.slice(0, 3) ?? [],
    others: others?.offers.slice(0, 3) ?? [],
  }
}

/** What the guest holds already, if it is still held. */
async function loadHeld({ call, brand, search }: BookingScope): Promise<Held | null> {
  const handle = search.get('hold')
  if (!handle) return null
  try {
    const { start, segments, teamMember } = await call('getHold', { tenantId: brand.tenantId, handle })
    return { handle, start, search: searchOf({ services: segments.map((one) => one.id), teamMember }) }
  } catch (error) {
    if (error instanceof CallError) return null
    throw error
  }
}

function monthIn(search: URLSearchParams, first: string, last: string): string | null {
  const asked = search.get('month') ?? search.get('day')?.slice(0, 7)
  if (!asked || !/^\d{4}-(0[1-9]|1[0-2])$/.test(asked)) return null
  return asked < first ? first : asked > last ? last : asked
}

function byDay(offers: Offer[], zone: string): Times {
  const combos: Combo[] = []
  const positions = new Map<string, number>()
  const days: Times['days'] = {}
  let date = ''
  let until = -Infinity
  for (const { start, members, price } of offers) {
    const minute = start / 60_000
    if (minute >= until) {
      date = localParts(zone, minute).date
      until = dayWindow(zone, date).until
    }
    const key = `${price} ${members.join(',')}`
    const position = positions.get(key) ?? combos.push({ members, price }) - 1
    positions.set(key, position)
    ;(days[date] ??= []).push([minute, position])
  }
  return { days, combos }
}

function datesOf(month: string): string[] {
  const dates: string[] = []
  for (let date = `${month}-01`; date.startsWith(month); date = addDays(date, 1)) dates.push(date)
  return dates
}

function monthAfter(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count)).toISOString().slice(0, 7)
}
