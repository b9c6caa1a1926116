import type { Output } from '#contract/calls.ts'
import type { Refused } from '#web/staff/answer.ts'
import type { BlockForm, Handed, HandOverForm, HoursForm } from './absence-form.ts'

export type Result = Output<'handOverVisits'>['results'][number]
export type Answer = Refused & {
  block?: BlockForm
  hours?: HoursForm
  breaks?: Output<'previewBlock'>
  hoursBreaks?: Output<'previewDayHours'>
  /** What was chosen, where the form is shown again. */ handOver?: HandOverForm
  /** What became of each, and until when it can be taken back: `now` is the server's clock, epoch ms. */
  handed?: { results: Result[]; visits: Handed[]; undoUntil: number; now: number; day: string }
}
