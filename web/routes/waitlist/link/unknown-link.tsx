import type { ReactNode } from 'react'
import type { TextKey } from '#contract/text.ts'
import { Page } from '#web/ui/page.tsx'
import { useText } from '#web/ui/text.tsx'
import { WaysOn } from '#web/ui/ways-on.tsx'
import type { Over } from './link.server.ts'

const texts = {
  unknown: { title: 'waitlistLink.unknownTitle', lead: 'waitlistLink.unknown' },
  booked: { title: 'waitlistLink.overTitle', lead: 'waitlistLink.overBooked' },
  over: { title: 'waitlistLink.overTitle', lead: 'waitlistLink.over' },
} as const satisfies Record<string, { title: TextKey; lead: TextKey }>

type UnknownLinkProps = {
  /** What became of its entry, if that is known. */ over?: Over | null
  children: ReactNode
}

/** The page of a link that names no entry any more. `children`: where to go instead. */
export function UnknownLink({ over, children }: UnknownLinkProps) {
  const t = useText()
  const { title, lead } = texts[over ?? 'unknown']
  return (
    <Page title={t(title)} lead={<p role={over ? 'status' : 'alert'}>{t(lead)}</p>} width="form">
      {children}
      <WaysOn />
    </Page>
  )
}
