import type { Output } from '#contract/calls.ts'
import { useFormat } from '#web/ui/format.ts'
import { TenantText } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'
import { takenTexts } from './texts.ts'
import { guestText, timesText } from './visit-words.ts'

type Taken = Output<'checkPlacement'>['inTheWay'][number]

/** Who or what is in the way, in which room if that is, when, and with whom. */
export function InTheWay({ taken, nameOf }: { taken: Taken; nameOf: (memberId: string) => string }) {
  const t = useText()
  const format = useFormat()
  const { kind, name, memberId, room } = taken
  const what = kind === 'visit' ? guestText(t, { firstname: name, name }) : t(takenTexts[kind])
  return (
    <span>
      {room !== null && (
        <>
          <TenantText>{room}</TenantText>
          <span>{': '}</span>
        </>
      )}
      <span>{[timesText(format, taken), what, nameOf(memberId)].filter(Boolean).join(' · ')}</span>
    </span>
  )
}
