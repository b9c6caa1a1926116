import type { NoneReason } from '#domain/availability/horizon.ts'
import type { TextKey } from '#contract/text.ts'
import { useText } from '#web/ui/text.tsx'

const texts = {
  nobody: 'book.whyNobody',
  closed: 'book.whyClosed',
  taken: 'book.whyTaken',
  'too-soon': 'book.whyTooSoon',
  'too-far': 'book.whyTooFar',
} as const satisfies Record<NoneReason, TextKey>

/** Why there are no free times, in words. */
export const WhyNone = ({ why }: { why: NoneReason }) => <p>{useText()(texts[why])}</p>
