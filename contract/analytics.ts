import * as v from 'valibot'
import { id, words } from './shape.ts'

const tenantId = v.optional(id)

/** Whether visits to the site may be counted. */
export const Choice = v.object({ tenantId, agreed: v.boolean() })
/** What the guest has chosen; null until they have, and where nothing is counted. */
export const Chosen = v.object({ agreed: v.nullable(v.boolean()) })

/** A page that a guest looks at, by its path alone: what is counted of it the server decides. */
export const ScreenView = v.object({ tenantId, path: v.pipe(words(1, 2_000), v.startsWith('/')) })
/** `recorded`: false without the guest's consent, and where nothing is counted. */
export const Recorded = v.object({ recorded: v.boolean() })
