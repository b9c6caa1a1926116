import { redirect } from 'react-router'
import { CallError } from '#contract/errors.ts'

/** Whether a call found nothing: unknown, expired, foreign and malformed names are not distinguished. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof CallError && (error.code === 'not-found' || error.code === 'request/invalid')

/** Whether the server could not do what a call asked for, whatever it was. */
export const isServerFailure = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 'UNAVAILABLE' || error.status === 'INTERNAL')

/** To `catch` a call with: null where it was refused, for whatever reason. */
export function nullIfRefused(error: unknown): null {
  if (error instanceof CallError && !isServerFailure(error)) return null
  throw error
}

/** To `catch` a call with: null where it found nothing. */
export function nullIfNotFound(error: unknown): null {
  if (isNotFound(error)) return null
  throw error
}

/** The server has logged the error: the rest of the page is shown, with `LoadError` in place of a list. */
export function nullOnCallError(error: unknown): null {
  if (error instanceof CallError) return null
  throw error
}

/** As `nullOnCallError`, but where no page of the list begins, it redirects to the first one. */
export const nullOrFirstPage =
  (first: string) =>
  (error: unknown): null => {
    if (error instanceof CallError && error.code === 'request/invalid') throw redirect(first)
    return nullOnCallError(error)
  }
