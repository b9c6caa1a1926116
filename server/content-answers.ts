import { BoundedCache } from './bounded-cache.ts'

/** For all tenants together. */
const BYTES = 32 * 1024 * 1024

/** Answers that only a tenant's content changes: as JSON and, once a page has asked, read and frozen. */
export type ContentAnswers = BoundedCache<{ text: string; value?: unknown }>

// What is read of a text takes about as much again.
export const openContentAnswers = (): ContentAnswers => new BoundedCache(BYTES, ({ text }) => text.length * 4)
