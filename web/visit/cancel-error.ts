import { CallError } from '#contract/errors.ts'

/**
 * failed: nothing has changed, the guest may retry. changed: the amounts differ from those shown. gone: it
 * cannot be cancelled any more.
 */
export type CancelError = 'failed' | 'changed' | 'gone'

/**
 * Maps a failed cancel call to the error shown, with the HTTP status of the page.
 * @throws errors that are no `CallError`.
 */
export function toCancelError(error: unknown): { failure: CancelError; status: number } {
  if (!(error instanceof CallError)) throw error
  switch (error.code) {
    // The limit passed since the question was shown, or the form names no fee: the guest must see the current
    // amounts first.
    case 'amount/changed':
    case 'request/invalid':
      return { failure: 'changed', status: 409 }
    case 'visit/not-cancellable':
    case 'not-found':
      return { failure: 'gone', status: 409 }
    default:
      return { failure: 'failed', status: 503 }
  }
}
