import { data } from 'react-router'
import { readFormText } from '#web/request/form.ts'
import { answerForm, refuse, type Refused } from '#web/staff/answer.ts'
import type { StaffContext } from '#web/staff/guard.ts'
import { saidOfCancel, saidOfDispatch, type Said } from './answers.ts'

/** `said`: what has come of it, of the order `number`. */
export type Answer = Refused & { said?: Said; number?: string }

const errorTexts = { 'not-found': 'staffShell.gone' } as const

/** Dispatches or cancels the order of a form, and says what has come of it; 409 where it was not done. */
export async function answerOrders({ call }: Pick<StaffContext, 'call'>, form: FormData) {
  const of = readFormText(form, 'intent')
  const typed = readFormText(form, 'number')
  const number = Number(typed)
  const answer = (said: Said) =>
    data<Answer>({ of, errors: {}, said, number: typed }, { status: said.tone === 'done' ? 200 : 409 })
  const works: Record<string, () => Promise<ReturnType<typeof answer>>> = {
    dispatch: async () => answer(saidOfDispatch(await call('dispatchOrder', { number }))),
    cancel: async () => {
      const refund = Number(readFormText(form, 'refund'))
      return answer(saidOfCancel(await call('cancelOrder', { number, refund })))
    },
  }
  const work = Object.hasOwn(works, of) ? works[of] : undefined
  return work ? answerForm(of, work, errorTexts) : refuse(of, { form: 'error.notDone' })
}
