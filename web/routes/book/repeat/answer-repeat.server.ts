import { data, redirect } from 'react-router'
import { MIN_DATES } from '#domain/visit/series.ts'
import { CallError } from '#contract/errors.ts'
import { bookingLink, bookProofLink } from '#contract/links.ts'
import type { TextKey } from '#contract/text.ts'
import type { BookingContext } from '../shared/booking-context.ts'
import type { SeriesReason } from '../confirm/confirm.server.ts'
import { addonsInOrder, toSelection } from '#web/visit/selection.ts'
import { choiceName, LEFT_OUT, parseChoice, readChoices } from './choices.ts'
import { loadRepeat } from './load-repeat.server.ts'

/** What the form is answered with: nothing is held. `lost`: the starts that somebody else has taken. */
export type RepeatAnswer = {
  choices: Record<string, string>
  errors: Record<string, TextKey>
  reason: SeriesReason | null
  lost: number[]
}

/** Holds the chosen dates, and goes on to the page that confirms them. */
export async function answerRepeat(ctx: BookingContext, form: FormData) {
  const choices = readChoices(form)
  const refuse = (answer: Partial<RepeatAnswer>, status: number) =>
    data<RepeatAnswer>({ choices, errors: {}, reason: null, lost: [], ...answer }, { status })
  const series = await loadRepeat(ctx)
  if (!series) throw redirect(bookingLink(ctx.base, 'services', {}))
  const errors: Record<string, TextKey> = {}
  const dates = series.dates.flatMap(({ state }, index) => {
    const name = choiceName(index)
    const choice = choices[name] ?? ''
    const chosen = parseChoice(choice)
    if (state !== 'not-open' && choice !== LEFT_OUT && !chosen) errors[name] = 'series.choose'
    return state === 'not-open' || !chosen ? [] : [chosen]
  })
  if (Object.keys(errors).length > 0) return refuse({ errors }, 400)
  if (dates.length < MIN_DATES) return refuse({ errors: { form: 'series.tooFew' } }, 400)
  const { start, weeks, selection } = series
  try {
    const outcome = await ctx.call('holdSeries', {
      services: selection.services,
      ...(selection.addons.length > 0 && { addons: addonsInOrder(selection) }),
      start,
      weeks,
      dates,
      releaseOthers: true,
    })
    if (!outcome.ok && outcome.reason === 'proof-needed')
      throw redirect(
        bookProofLink({ services: selection.services.join(','), to: toDates(ctx, choices) }),
        303,
      )
    if (!outcome.ok)
      return refuse({ reason: outcome.reason, lost: outcome.lost.map((one) => one.start) }, 409)
    const { hold } = outcome
    return redirect(
      bookingLink(ctx.base, 'details', { hold: hold.handle, start: hold.start, ...toSelection(hold) }),
      303,
    )
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    // The services are offered: it is a chosen person who does not perform one of them any more.
    if (error.code === 'not-found') return refuse({ reason: 'member-unavailable' }, 409)
    // A choice is none of these dates.
    if (error.code === 'request/invalid') return refuse({ reason: 'taken' }, 409)
    throw error
  }
}

/** The dates with what is chosen of them, which without scripts only the form has. */
function toDates({ base, search }: BookingContext, choices: Record<string, string>): string {
  const left = [...search].filter(([name]) => name !== 'lost' && name !== 'why' && !(name in choices))
  return `${base}/repeat?${new URLSearchParams([...left, ...Object.entries(choices)])}`
}
