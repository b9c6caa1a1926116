import type { TextKey, Translate } from '#contract/text.ts'
import type { useFormat } from '#web/ui/format.ts'
import { toOutcome, type Outcomes } from './absence-form.ts'

type Outcome = Outcomes[number]['outcome']
type Words = {
  t: Translate
  format: Pick<ReturnType<typeof useFormat>, 'day' | 'time'>
  nameOf: (memberId: string) => string
}
type Texts = Readonly<Record<Outcome['kind'], TextKey>>

const choiceTexts: Texts = {
  give: 'staffAbsence.give',
  place: 'staffAbsence.place',
  ask: 'staffAbsence.ask',
  cancel: 'staffAbsence.cancel',
}
const resultTexts: Texts = {
  give: 'staffAbsence.given',
  place: 'staffAbsence.placed',
  ask: 'staffAbsence.asked',
  cancel: 'staffAbsence.cancelled',
}

/** What a choice of the form that hands visits over means, in words. */
export const choiceText = (words: Words, choice: string): string => textOf(words, choice, choiceTexts)

/** What a choice has come to. */
export const resultText = (words: Words, choice: string): string => textOf(words, choice, resultTexts)

function textOf({ t, format, nameOf }: Words, choice: string, texts: Texts): string {
  const outcome = toOutcome(choice)
  switch (outcome?.kind) {
    case 'give':
      return t(texts.give, { name: nameOf(outcome.to) })
    case 'place': {
      const { start, members } = outcome
      return t(texts.place, {
        when: `${format.day(start)}, ${format.time(start)}`,
        names: [...new Set(members)].map(nameOf).join(', '),
      })
    }
    case 'ask':
    case 'cancel':
      return t(texts[outcome.kind])
    default:
      return t('staffAbsence.leave')
  }
}
