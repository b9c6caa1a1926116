import { data } from 'react-router'
import { CallError } from '#contract/errors.ts'
import type { TextKey } from '#contract/text.ts'
import { isServerFailure } from '../request/call-errors.ts'
import { withFallback } from '../request/with-fallback.ts'
import { shutPage, type ShutPage } from './guard.ts'

/**
 * A refused form: `of` is its name, `errors` are by field, with `form` for the whole form; `by`: who of the
 * salon has changed meanwhile what the form is about.
 */
export type Refused = { of: string; errors: Record<string, TextKey>; by?: string } & Partial<ShutPage>

/** By the code of the error, or by the field that is wrong. */
type ErrorTexts = Partial<Record<CallError['code'], TextKey>> & { fields?: Record<string, TextKey> }

/** The refusal of a form, as the answer of an action. */
export const refuse = (of: string, errors: Refused['errors'], status = 400) =>
  data<Refused>({ of, errors }, { status })

/**
 * Runs an action of a form. A call that is refused becomes an answer with the errors that `texts` names by
 * its code, or by the fields that are wrong; of what is shut the page shows how to open it.
 */
export async function answerForm<T>(of: string, work: () => Promise<T>, texts: ErrorTexts) {
  try {
    return await work()
  } catch (error) {
    const { status, ...refused } = refusalOf(error, texts)
    return data<Refused>({ of, ...refused }, { status })
  }
}

/** As `answerForm`, where the answer has more than errors: the form is shown with `typed`, or its own. */
export async function answerTyped<A extends Refused>(
  of: string,
  work: () => Promise<Response | Partial<A>>,
  { texts, typed }: { texts: ErrorTexts; typed: Partial<A> },
) {
  try {
    const answer = await work()
    if (answer instanceof Response) return answer
    const refused = Object.keys(answer.errors ?? {}).length > 0
    return data({ of, errors: {}, ...typed, ...answer } as A, { status: refused ? 400 : 200 })
  } catch (error) {
    const { status, ...refused } = refusalOf(error, texts)
    return data({ of, ...refused, ...typed } as A, { status })
  }
}

/** What is done for an intent of a form, for `answerTyped`; one that the page does not have is refused. */
export const workFor = <T>(
  works: Record<string, () => Promise<T>>,
  intent: string,
): (() => Promise<T | Pick<Refused, 'errors'>>) =>
  (Object.hasOwn(works, intent) ? works[intent] : undefined) ??
  (async () => ({ errors: { form: 'error.notDone' } }))

type Refusal = Omit<Refused, 'of'> & { status: number }

function refusalOf(error: unknown, texts: ErrorTexts): Refusal {
  if (!(error instanceof CallError)) throw error
  const known = texts[error.code]
  if (known && error.status === 'ABORTED') return { status: 409, errors: { form: known }, ...byOf(error) }
  if (known) return { status: 400, errors: { form: known } }
  if (error.code === 'request/invalid') return { status: 400, errors: errorsOf(error, texts.fields ?? {}) }
  if (isServerFailure(error)) return { status: 503, errors: { form: 'error.notDone' } }
  return { status: 403, errors: {}, ...shutPage(error) }
}

function byOf({ details }: CallError): { by?: string } {
  const { name } = (details ?? {}) as { name?: string | null }
  return name ? { by: name } : {}
}

function errorsOf({ details }: CallError, texts: Record<string, TextKey>): Refused['errors'] {
  const { fields = [] } = details as { fields?: string[] }
  const known = fields.flatMap((field) => (texts[field] ? [[field, texts[field]]] : []))
  return known.length > 0 ? Object.fromEntries(known) : { form: 'error.notDone' }
}

/** For a client action: the answer where the server cannot be reached. */
export const unreached = (serverAction: () => Promise<unknown>) =>
  withFallback<Refused>(serverAction, { of: '', errors: { form: 'error.notDone' } })
