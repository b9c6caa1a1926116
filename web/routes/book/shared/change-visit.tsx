import type { Money } from '#domain/money.ts'
import { cancelLink, moveLink } from '#contract/links.ts'
import { Link } from '#web/ui/link.tsx'
import { useText } from '#web/ui/text.tsx'
import { useChangeRule } from './cancel-rule.tsx'
import type { Hold } from './hold.server.ts'

type ChangeProps = {
  visit: Money & Pick<Hold, 'cancelling'>
  /** As of `PageContext`. */ ofMoving: boolean
  cancelHandle: string
  /** null: it cannot be moved. */ moveHandle: string | null
  whyNotMoved?: string | null
  language: string | undefined
}

/** Below a visit that was just booked or moved: what changing it costs, until when, and where. */
export function ChangeVisit({
  visit,
  ofMoving,
  cancelHandle,
  moveHandle,
  whyNotMoved,
  language,
}: ChangeProps) {
  const t = useText()
  const changeRule = useChangeRule()
  return (
    <p className="no-print mt-8 border-t border-line pt-6 text-muted">
      <span className="block">{`${t('booking.cannotCome')} ${changeRule(visit, ofMoving)}`}</span>
      {moveHandle && (
        <Link
          to={moveLink({ handle: moveHandle, language })}
          className="mr-5 inline-flex min-h-11 items-center text-brand-text underline underline-offset-4"
        >
          {t('booking.moveVisit')}
        </Link>
      )}
      <Link
        to={cancelLink({ handle: cancelHandle, language })}
        className="inline-flex min-h-11 items-center text-brand-text underline underline-offset-4"
      >
        {t('booking.cancelVisit')}
      </Link>
      {whyNotMoved && <span className="block">{whyNotMoved}</span>}
    </p>
  )
}
