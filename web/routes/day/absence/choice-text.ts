import type { Translate } from '#contract/text.ts'
import type { useFormat } from '#web/ui/format.ts'
import { toOutcome } from './absence-form.ts'

type Words = {
  t: Translate
  format: Pick<ReturnType<typeof useFormat>, 'day' | 'time'>
  nameOf: (memberId: string) => string
}

/** What a choice of the form that hands visits over means, in words. */
export function choiceText({ t, format, nameOf }: Words, choice: string): string {
  const outcome = toOutcome(choice)
  switch (outcome?.kind) {
    case 'give':
      return t('staffAbsence.give', { name: nameOf(outcome.to) })
    case 'place': {
      const { start, members } = outcome
      return t('staffAbsence.place', {
        when: `${format.day(start)}, ${format.time(start)}`,
        names: [...new Set(members)].map(nameOf).join(', '),
      })
    }
    case 'ask':
      return t('staffAbsence.ask')
    case 'cancel':
      return t('staffAbsence.cancel')
    default:
      return t('staffAbsence.leave')
  }
}
