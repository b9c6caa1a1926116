import type { Translate } from '#contract/text.ts'

/** Why a form of the cart did not do what it says; `available`: the most pieces that the cart can have. */
export type CartProblem =
  { kind: 'notEnough'; available: number } | { kind: 'full' | 'gone' | 'quantity' | 'failed' }

/** What a form of the cart is answered with. */
export type CartAnswer = {
  intent: string
  /** The variant that the form was about; '' where it was about none. */
  variant: string
  /** The product of a variant that was to be added; else ''. */
  product: string
  problem: CartProblem | null
}

const problemTexts = {
  full: 'cartProblem.full',
  gone: 'cartProblem.gone',
  quantity: 'cartProblem.quantity',
  failed: 'cartProblem.failed',
} as const

/** A problem in the guest's words; needs the texts `cartProblem`. */
export function problemText(t: Translate, problem: CartProblem): string {
  if (problem.kind !== 'notEnough') return t(problemTexts[problem.kind])
  const { available } = problem
  return available > 0 ? t('cartProblem.notEnough', { available }) : t('cartProblem.soldOut')
}
