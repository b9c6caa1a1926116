import * as v from 'valibot'

export const EmptyInput = v.object({})
export const Countries = v.object({
  documents: v.array(
    v.object({ code: v.string(), name: v.string(), dial_code: v.string(), flag: v.string() }),
  ),
})
export const Languages = v.object({
  documents: v.array(
    v.object({ locale: v.string(), name: v.string(), native: v.string(), flag: v.string() }),
  ),
})
