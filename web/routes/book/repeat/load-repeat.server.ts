import { memberAt } from '#domain/visit/services.ts'
import { dayWindow } from '#domain/zone.ts'
import type { Output } from '#contract/calls.ts'
import { nullIfRefused } from '#web/request/call-errors.ts'
import { parseReason } from '../confirm/refusal-texts.ts'
import { namesOfGone } from '../shared/gone-addons.ts'
import { selectedServices, computeTotal } from '../shared/totals.ts'
import { loadSelection } from '../shared/load-times.ts'
import type { BookingContext } from '../shared/booking-context.ts'
import { readChoices, readRepeat } from './choices.ts'

export type PreviewDate = Output<'previewSeries'>['dates'][number]

/** The dates of the URL's series; null without a bookable service or a start. */
export async function loadRepeat(ctx: BookingContext) {
  const loaded = await loadSelection(ctx)
  const start = Number(ctx.search.get('start'))
  if (!loaded || !Number.isInteger(start) || start <= 0) return null
  const { catalog, selection, notes } = loaded
  const { weeks, count } = readRepeat(ctx.search)
  const people = selection.services.map((_, index) => memberAt(selection.teamMember, index) ?? null)
  const preview = await ctx
    .call('previewSeries', {
      services: selection.services.join(','),
      teamMember: people.map((one) => one ?? 'any').join(','),
      ...(selection.addons.length > 0 && { addons: selection.addons.join(',') }),
      start,
      weeks,
      count,
    })
    .catch(nullIfRefused)
  if (!preview) return null
  const services = selectedServices(catalog.services, selection)
  const { minutes, from } = computeTotal(services)
  return {
    words: await ctx.translate([...services.map((one) => one.name), ...catalog.addonNames.values()]),
    selection: { ...selection, teamMember: people },
    start,
    weeks,
    count,
    dates: preview.dates,
    /** Noon of the last day that is open for booking. */
    lastDay: (dayWindow(preview.timeZone, preview.lastDay).from + 720) * 60_000,
    lost: (ctx.search.get('lost') ?? '')
      .split(',')
      .map(Number)
      .filter((start) => start > 0),
    why: parseReason(ctx.search.get('why')),
    choices: readChoices(ctx.search),
    notes,
    gone: namesOfGone(notes, catalog),
    names: Object.fromEntries(catalog.people.map((one) => [one.id, one.name])),
    minutes,
    money: { ...catalog.money, from },
  }
}
