import * as v from 'valibot'
import { MAX_PREVIEW_WEEKS, PREVIEW_WEEKS, previewReasons } from '#domain/availability/hours-preview.ts'
import { date, id } from '../field/field-schemas.ts'

/** From the week of the date `from` on, by default this one. */
export const PreviewHours = v.object({
  tenantId: v.optional(id),
  from: v.optional(date),
  weeks: v.optional(
    v.pipe(
      v.union([v.string(), v.number()]),
      v.transform(Number),
      v.integer(),
      v.minValue(1),
      v.maxValue(MAX_PREVIEW_WEEKS),
    ),
    PREVIEW_WEEKS,
  ),
})
const Day = v.object({
  date: v.string(),
  /** When something can be booked, if nothing is: 'HH:MM', the end of the day as '24:00'. */
  windows: v.array(v.object({ from: v.string(), to: v.string() })),
  minutes: v.number(),
  /** Why they are not those of each week. */
  reasons: v.array(
    v.object({
      kind: v.picklist(previewReasons),
      /** The name of the holiday, or what the salon has written. */
      text: v.nullable(v.string()),
      /** Of a rotation: every how many weeks. */
      every: v.nullable(v.number()),
    }),
  ),
})
/** The hours of each member whom the reader sees, in the salon's order. */
export const HoursPreview = v.object({
  documents: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      /** `number` by ISO 8601. */
      weeks: v.array(v.object({ number: v.number(), minutes: v.number(), days: v.array(Day) })),
    }),
  ),
})
