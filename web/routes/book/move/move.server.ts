import { data, redirect } from 'react-router'
import type { TimeRefusal } from '#domain/availability/horizon.ts'
import { CallError } from '#contract/errors.ts'
import type { PageContext } from '#contract/page.ts'
import { readFormText } from '#web/request/form.ts'
import { seenChange } from '#web/visit/salon-change.tsx'
import { movePath } from './load-move.ts'
import type { Offer } from '../shared/load-times.ts'

/**
 * Why nothing has changed. With alternatives: the time is refused; changed: the amounts are others; gone: the
 * visit cannot be moved; unanswered: the salon's change is not accepted.
 */
export type MoveFailure =
  { failure: TimeRefusal; alternatives: Offer[] } | { failure: 'changed' | 'gone' | 'failed' | 'unanswered' }

type Params = { id: string; lang?: string | undefined }
type Sent = { ctx: PageContext; params: Params; search: URLSearchParams; form: FormData }

/** Handles the page's forms by the pressed button: a chosen time, the move, or the answer to the salon. */
export async function changeVisit({ ctx, params, search, form }: Sent) {
  switch (readFormText(form, 'intent')) {
    case 'accept':
      return acceptChange(ctx, params, form)
    case 'move':
      return moveVisit(ctx, params, form)
    default:
      return redirect(
        movePath(params, {
          teamMember: search.get('teamMember') ?? undefined,
          start: Number(readFormText(form, 'start')) || undefined,
        }),
        303,
      )
  }
}

async function moveVisit({ call }: PageContext, params: Params, form: FormData) {
  const teamMember = readFormText(form, 'teamMember')
  try {
    const outcome = await call('moveVisit', {
      handle: params.id,
      start: Number(readFormText(form, 'start')),
      price: Number(readFormText(form, 'price')),
      fee: Number(readFormText(form, 'fee')),
      ...(teamMember ? { teamMember: teamMember.split(',').map((one) => (one === 'any' ? null : one)) } : {}),
    })
    if (!outcome.ok)
      return data<MoveFailure>(
        { failure: outcome.reason, alternatives: outcome.alternatives },
        { status: 409 },
      )
    return redirect(movePath(params, { done: Number(readFormText(form, 'before')) }), 303)
  } catch (error) {
    return refuse(error)
  }
}

async function acceptChange({ call }: PageContext, params: Params, form: FormData) {
  try {
    const { accepted } = await call('acceptVisitChange', {
      handle: params.id,
      ...seenChange(form),
    })
    if (!accepted) return data<MoveFailure>({ failure: 'unanswered' }, { status: 409 })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return data<MoveFailure>({ failure: 'unanswered' }, { status: error.code === 'not-found' ? 404 : 503 })
  }
  return redirect(movePath(params, { message: 'change-accepted' }), 303)
}

function refuse(error: unknown) {
  if (!(error instanceof CallError)) throw error
  switch (error.code) {
    case 'amount/changed':
    case 'request/invalid':
      return data<MoveFailure>({ failure: 'changed' }, { status: 409 })
    case 'visit/not-movable':
    case 'not-found':
      return data<MoveFailure>({ failure: 'gone' }, { status: 409 })
    default:
      return data<MoveFailure>({ failure: 'failed' }, { status: 503 })
  }
}
