import { CircleCheck } from 'lucide'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useNextVisit } from '#web/offline/use-next-visit.ts'
import { useText } from '#web/text.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { useFormat } from '#web/ui/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { CancelFacts } from './cancel-facts.tsx'

const LEAVE_MS = 4_000

/** After cancelling: what comes back, what happens with the calendar, and the ways on. A signed-in guest is taken to their visits. */
export function CancelResult({
  facts,
  bookPath,
  signedIn,
}: {
  facts: CancelFacts
  bookPath: string
  signedIn: boolean
}) {
  const t = useText()
  const { money } = useFormat()
  const { start, fee, refund } = facts
  useNextVisit('cancelled', start)
  const amounts = { fee: money(fee, facts), refund: money(refund, facts) }
  // Without a fee all that was paid comes back: where nothing does, nothing was paid.
  const figures =
    fee > 0
      ? refund > 0
        ? 'cancel.doneFeeRefund'
        : 'cancel.doneFee'
      : refund > 0
        ? 'cancel.doneRefund'
        : 'cancel.doneNothingPaid'
  return (
    <div className="grid gap-5 rounded-xl border border-line bg-surface p-5 sm:p-8">
      <p role="status" className="flex gap-3 rounded bg-success-soft p-4 text-on-success-soft">
        <Icon of={CircleCheck} size={22} className="mt-0.5 shrink-0" />
        <span className="font-medium">{t(figures, amounts)}</span>
      </p>
      <p>{t('cancel.doneCalendar')}</p>
      {signedIn && <Leaving />}
      <div className="flex flex-wrap gap-3">
        {signedIn && <ButtonLink to="/my-account">{t('cancel.toAccount')}</ButtonLink>}
        <ButtonLink to={bookPath} tone={signedIn ? 'secondary' : 'primary'}>
          {t('cancel.bookAgain')}
        </ButtonLink>
        <ButtonLink to="/" tone="secondary">
          {t('cancel.home')}
        </ButtonLink>
      </div>
    </div>
  )
}

/** Leaves by itself after the specified seconds, unless the guest would rather stay. */
function Leaving() {
  const t = useText()
  const navigate = useNavigate()
  const [stays, stay] = useState(false)
  useEffect(() => {
    if (stays) return undefined
    const timer = setTimeout(() => void navigate('/my-account'), LEAVE_MS)
    return () => clearTimeout(timer)
  }, [stays, navigate])
  if (stays) return null
  return (
    <p className="scripted flex flex-wrap items-center gap-x-3 text-muted">
      {t('cancel.leaving')}
      <Button type="button" tone="quiet" className="px-1!" onClick={() => stay(true)}>
        {t('cancel.stay')}
      </Button>
    </p>
  )
}
