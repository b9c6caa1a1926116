import { data, redirect } from 'react-router'
import type { Output } from '#contract/calls.ts'
import type { TextKey } from '#contract/text.ts'
import { progressSteps } from '#domain/visit/day-state.ts'
import { readFormText } from '#web/request/form.ts'
import { answerForm, refuse } from '../answer.ts'
import type { StaffContext } from '../guard.ts'
import { withDone, withMessage } from './done.ts'
import type { UndoAnswer } from './undo-form.tsx'

type ProgressRefusal = Extract<Output<'setVisitProgress'>, { ok: false }>['reason']
const progressRefusals: Record<ProgressRefusal, TextKey> = {
  early: 'staffDay.early',
  over: 'staffDay.tooLate',
  cancelled: 'staffDay.isCancelled',
}

type UndoRefusal = Extract<Output<'undoVisitChange'>['results'][number], { ok: false }>['reason']
const undoRefusals: Record<UndoRefusal, TextKey> = {
  over: 'staffDay.undoOver',
  undone: 'staffDay.undoUndone',
  later: 'staffDay.undoLater',
  taken: 'staffDay.undoTaken',
  held: 'staffDay.undoHeld',
  offered: 'staffDay.undoOffered',
}

/** How the form that takes something back names a removal from the schedule: no id of a change begins so. */
const REMOVAL = 'removal:'
export const removalChange = (removal: string): string => REMOVAL + removal

/** Why the first of what was done is not taken back; null: all of it is. */
async function undoRefusal({ call }: StaffContext, changes: string): Promise<TextKey | null> {
  if (changes.startsWith(REMOVAL)) {
    const undone = await call('undoRemoval', { removal: changes.slice(REMOVAL.length) })
    return undone.ok ? null : undoRefusals[undone.reason]
  }
  const { results } = await call('undoVisitChange', { changeIds: changes.split('.').filter(Boolean) })
  const refused = results.flatMap((one) => (one.ok ? [] : [one]))[0]
  return refused ? undoRefusals[refused.reason] : null
}

/** Refusals that every form about a visit may get. */
export const changeErrors = {
  'not-found': 'staffShell.gone',
  'auth/forbidden': 'staffDay.forbidden',
  'visit/changed': 'staffDay.changed',
  'visit/not-movable': 'staffDay.notMovable',
  'visit/no-channel': 'staffDay.unreachable',
  'visit/not-cancellable': 'staffDay.hasBegun',
} as const

type Work = { ctx: StaffContext; form: FormData; /** Where to go on: the page itself. */ to: string }

/**
 * What each page that shows visits answers: `progress` says what has happened, `undo` takes a change back.
 */
export const changeWorks = {
  /** `step`: the visit's id and the step. */
  progress: ({ ctx, form, to }: Work) =>
    answerForm(
      'progress',
      async () => {
        const [id = '', step] = readFormText(form, 'step').split(' ')
        const progress = progressSteps.find((one) => one === step)
        if (!progress) return refuse('progress', { form: 'staffShell.gone' })
        const outcome = await ctx.call('setVisitProgress', { id, progress })
        if (!outcome.ok) return refuse('progress', { form: progressRefusals[outcome.reason] })
        const { changeId, undoUntil } = outcome
        return redirect(withDone(to, { did: progress, of: id, changeIds: [changeId], undoUntil }))
      },
      changeErrors,
    ),
  /**
   * `changes`: ids, separated by full stops, or a removal. Each is taken back by itself: what is not is said.
   * `beside`: the page with the result goes on by itself.
   */
  undo: ({ ctx, form, to }: Work) =>
    answerForm(
      'undo',
      async () => {
        const refusal = await undoRefusal(ctx, readFormText(form, 'changes'))
        if (refusal) return refuse('undo', { form: refusal }, 409)
        const next = withMessage(to, 'undone')
        return form.has('beside') ? data<UndoAnswer>({ of: 'undo', errors: {}, next }) : redirect(next)
      },
      changeErrors,
    ),
}
