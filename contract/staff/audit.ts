import * as v from 'valibot'
import { audited } from '#domain/staff/audit.ts'
import { id, instant, uuid } from '../field/field-schemas.ts'

/** `staffId`: what one person did; `before`: the `next` of the page before. */
export const ListAudit = v.object({
  tenantId: v.optional(id),
  staffId: v.optional(uuid),
  before: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,14}\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/),
      v.transform((text) => ({ at: new Date(parseInt(text, 10)), id: text.slice(text.indexOf('.') + 1) })),
    ),
  ),
})
const values = v.nullable(
  v.record(v.string(), v.nullable(v.union([v.string(), v.number(), v.record(v.string(), v.string())]))),
)

/** Newest first; `at` in epoch ms. `actor` is null for the command line. */
export const Audit = v.object({
  documents: v.array(
    v.object({
      id: v.string(),
      at: v.number(),
      actor: v.nullable(v.string()),
      device: v.nullable(v.string()),
      method: v.nullable(v.picklist(['link', 'passkey', 'pin'])),
      what: v.picklist(audited),
      subject: v.nullable(v.string()),
      /**
       * The visit that it concerns, as it was then if that is known: who comes as far as the reader may know
       * them. Null: it concerns none, the visit is deleted, or the reader may not see it.
       */
      visit: v.nullable(v.object({ firstname: v.string(), name: v.nullable(v.string()), start: instant })),
      before: values,
      after: values,
    }),
  ),
  next: v.nullable(v.string()),
  /** Whose rows can be asked for. */
  people: v.array(v.object({ id: v.string(), name: v.string() })),
})
