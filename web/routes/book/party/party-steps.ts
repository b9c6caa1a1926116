import { partyLink } from '#contract/links.ts'
import { useText } from '#web/ui/text.tsx'
import type { Party } from '#web/visit/party.ts'
import type { OtherSteps } from '../shared/step.tsx'

/** The steps of a booking for several persons; `at`: the one that is shown, from 0. */
export function usePartySteps(base: string, persons: Party, at: number): OtherSteps {
  const t = useText()
  return {
    at,
    steps: [
      { name: t('party.stepPeople'), to: partyLink(base, 'people', { persons }) },
      { name: t('book.stepTime'), to: partyLink(base, 'time', { persons }) },
      { name: t('book.stepConfirm'), to: partyLink(base, 'time', { persons }) },
    ],
  }
}
