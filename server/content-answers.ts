import { BoundedCache } from './bounded-cache.ts'

/** For all tenants together. */
const BYTES = 32 * 1024 * 1024

/** As JSON and, once a page has asked, read and frozen. */
export type ContentAnswer = { text: string; value?: unknown }
/** Answers that only a tenant's content changes. */
export type ContentAnswers = BoundedCache<ContentAnswer>

// What is read of a text takes about as much again.
export const openContentAnswers = (): ContentAnswers => new BoundedCache(BYTES, ({ text }) => text.length * 4)
