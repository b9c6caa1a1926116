import type { Output } from '#contract/calls.ts'
import { useFormat } from '#web/ui/format.ts'
import { useText } from '#web/ui/text.tsx'
import { takenTexts } from './texts.ts'
import { guestText, timesText } from './visit-words.ts'

type Taken = Output<'checkPlacement'>['inTheWay'][number]

/** Who or what is in the way, when, and with whom. */
export function InTheWay({ taken, nameOf }: { taken: Taken; nameOf: (memberId: string) => string }) {
  const t = useText()
  const format = useFormat()
  const { kind, name, memberId } = taken
  const what = kind === 'visit' ? guestText(t, { firstname: name, name }) : t(takenTexts[kind])
  return <span>{[timesText(format, taken), what, nameOf(memberId)].filter(Boolean).join(' · ')}</span>
}
