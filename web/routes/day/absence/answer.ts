import type { Output } from '#contract/calls.ts'
import type { ContactPhone } from '#domain/phone.ts'
import type { Refused } from '#web/staff/answer.ts'
import type { BlockForm, Handed, HandOverForm, HoursForm } from './absence-form.ts'

type WithPhone<T> = T & { phone: ContactPhone | null }
type Previewed = Output<'previewBlock'>['visits'][number]
/** `uncovered`: it has no place before that either. */
export type BrokenVisit = WithPhone<Omit<Previewed, 'uncovered'> & { uncovered?: boolean }>
/** A visit to hand over, with what can become of it. */
export type OpenVisit = WithPhone<Output<'previewHandOver'>['documents'][number]>
/** What a change of the schedule would break. */
export type Breaking = { visits: readonly BrokenVisit[]; holds?: number; offers?: number }
export type Result = Output<'handOverVisits'>['results'][number]
export type Answer = Refused & {
  block?: BlockForm
  hours?: HoursForm
  breaks?: Breaking
  hoursBreaks?: Breaking
  /** What was chosen, where the form is shown again. */ handOver?: HandOverForm
  /** What became of each, and until when it can be taken back: `now` is the server's clock, epoch ms. */
  handed?: { results: Result[]; visits: Handed[]; undoUntil: number; now: number; day: string }
}
