import { MAX_MONTHS } from '#domain/availability/horizon.ts'
import { MAX_DAYS } from '#domain/waitlist/extend.ts'
import { addDays, dayWindow, localParts, shiftMonth } from '#domain/zone.ts'
import type { Output } from '#contract/calls.ts'
import { loadCatalog, type Catalog } from '#web/service/load-catalog.ts'
import { loadHeld, type BookingContext } from './booking-context.ts'
import { parseSelection, reconcileSelection, type Notes, type Selection } from '#web/visit/selection.ts'
import { selectedServices, computeTotal } from './totals.ts'
import type { Offering } from './time-button.tsx'

export type Offer = Output<'getAvailability'>['offers'][number]
/** Who performs it, for how much (minor units including VAT); many times share one combo. */
export type Combo = { members: string[]; price: number }
/** The times of a month by local date, each as [epoch minute, index of its combo]. */
type Times = { days: Record<string, [number, number][]>; combos: Combo[] }

/** The bookable selection of the URL, or null if no service is left. */
export async function loadSelection(ctx: BookingContext): Promise<{
  catalog: Catalog
  selection: Selection & { teamMember: (string | null)[] }
  notes: Notes
} | null> {
  const catalog = await loadCatalog(ctx)
  const { selection, notes } = reconcileSelection(parseSelection(ctx.search), catalog.services)
  if (selection.services.length === 0) return null
  return {
    catalog,
    selection: { ...selection, teamMember: selection.teamMember ?? selection.services.map(() => null) },
    notes,
  }
}

/** The data of the time step, or null without a bookable service. */
export async function loadTimeStep(ctx: BookingContext) {
  const loaded = await loadSelection(ctx)
  if (!loaded) return null
  const { catalog, selection, notes } = loaded
  const services = selectedServices(catalog.services, selection.services)
  const [times, held] = await Promise.all([
    loadTimes(
      ctx,
      createMonthLoader(ctx, selection),
      selection.teamMember.some((one) => one !== null),
    ),
    loadHeld(ctx),
  ])
  const names = Object.fromEntries(catalog.people.map((one) => [one.id, one.name]))
  const offering: Offering = {
    names,
    minutes: computeTotal(services).minutes,
    money: catalog.money,
  }
  const asked = selection.teamMember.flatMap((one) => (one === null ? [] : (names[one] ?? [])))
  return {
    words: await ctx.translate(services.map((one) => one.name)),
    services,
    selection,
    notes,
    times,
    held,
    offering,
    asked: [...new Set(asked)],
    contact: ctx.brand.phone ?? ctx.brand.email,
  }
}

type TimeData = NonNullable<Awaited<ReturnType<typeof loadTimeStep>>>
export type MonthTimes = TimeData['times']
/** The URL of the same page for another month or day. */
export type MonthUrl = (to: { month?: string | null; day?: string }) => string

/** The times of a month; `anyone` instead of the requested people. */
type LoadMonth = (
  month: string,
  anyone?: boolean,
) => Promise<Pick<Output<'getAvailability'>, 'month' | 'offers' | 'next'>>

/**
 * The requested month, or the first one with times; if it has none, the nearest alternatives, also with
 * others than the requested people where `othersToo`.
 */
export async function loadTimes(
  { brand, search, now }: Pick<BookingContext, 'brand' | 'search' | 'now'>,
  month: LoadMonth,
  othersToo: boolean,
) {
  const zone = brand.timeZone
  const today = localParts(zone, Math.floor(now / 60_000)).date
  const first = today.slice(0, 7)
  const last = shiftMonth(first, MAX_MONTHS)
  const asked = monthIn(search, first, last)
  const wanted = await month(asked ?? first)
  const shown = wanted.offers.length === 0 && !asked && wanted.next ? await month(wanted.next) : wanted
  const full = shown.offers.length === 0
  const times = byDay(shown.offers, zone)
  const [later, others] = full
    ? await Promise.all([shown.next ? month(shown.next) : null, othersToo ? month(shown.month, true) : null])
    : [null, null]
  return {
    month: shown.month,
    /** The full month that was skipped because the URL names no month. */
    skipped: shown === wanted ? null : wanted.month,
    before: shown.month > first ? shiftMonth(shown.month, -1) : null,
    after: shown.month < last && !(full && !shown.next) ? shiftMonth(shown.month, 1) : null,
    /** Whether no earlier time exists. */
    soonest: !asked || asked === first,
    // Also full days before the first free one: each leads to the waitlist.
    dates: listDates(shown.month).filter((date) => date >= today),
    times,
    next: shown.next,
    /** Whether an entry of the waitlist can last until the month. */
    waitlist: `${shown.month}-01` <= addDays(today, MAX_DAYS),
    later: later?.offers.slice(0, 3) ?? [],
    others: others?.offers.slice(0, 3) ?? [],
  }
}

/** The months of a booking, by the call that lists free times. */
const createMonthLoader =
  (
    { call }: BookingContext,
    { services, teamMember }: Selection & { teamMember: (string | null)[] },
  ): LoadMonth =>
  (month, anyone = false) =>
    call('getAvailability', {
      services: services.join(','),
      teamMember: anyone ? 'any' : teamMember.map((one) => one ?? 'any').join(','),
      month,
    })

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

function listDates(month: string): string[] {
  const dates: string[] = []
  for (let date = `${month}-01`; date.startsWith(month); date = addDays(date, 1)) dates.push(date)
  return dates
}
