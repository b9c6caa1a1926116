import * as v from 'valibot'
import { id, trimmedText } from './field/field-schemas.ts'

const tenantId = v.optional(id)

/** The guest's consent to analytics. */
export const Choice = v.object({ tenantId, agreed: v.boolean() })
/** The stored choice; null before the first choice, and where analytics is off. */
export const Chosen = v.object({ agreed: v.nullable(v.boolean()) })

/** A screen view: only the path. The server decides what of it goes to analytics. */
export const ScreenView = v.object({ tenantId, path: v.pipe(trimmedText(1, 2_000), v.startsWith('/')) })
/** `recorded`: false without the guest's consent, and where analytics is off. */
export const Recorded = v.object({ recorded: v.boolean() })
