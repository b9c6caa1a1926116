import { CallError } from '#contract/errors.ts'

/** failed: nothing has changed, try again. changed: other amounts than the guest saw. gone: it cannot be cancelled any more. */
export type CancelFailure = 'failed' | 'changed' | 'gone'

/** What a failed call means for the guest who wanted to cancel, with the page's HTTP status. Throws what no call has answered. */
export function cancelFailure(error: unknown): { failure: CancelFailure; status: number } {
  if (!(error instanceof CallError)) throw error
  switch (error.code) {
    // The limit has passed since the question was asked, or the answer names no fee: what it costs now must be seen first.
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
