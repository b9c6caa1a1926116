import { CircleCheck, Info } from 'lucide'
import { landingLink, myAccountLink } from '#contract/links.ts'
import { useNextVisit } from '#web/offline/use-next-visit.ts'
import { AccountRedirect } from '#web/ui/account-redirect.tsx'
import { useText } from '#web/ui/text.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { useFormat } from '#web/ui/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { FactList, type CancelFacts } from '#web/visit/cancel-facts.tsx'

/**
 * The result of cancelling: the fee or refund, which visit it was, the calendar entry and links. Redirects a
 * signed-in guest to their visits.
 */
export function CancelResult({
  facts,
  email,
  bookPath,
  signedIn,
}: {
  facts: CancelFacts
  email: string
  bookPath: string
  signedIn: boolean
}) {
  const t = useText()
  const { money } = useFormat()
  const { start, fee, paid, refund } = facts
  useNextVisit('cancelled', start)
  const amounts = { fee: money(fee, facts), refund: money(refund, facts) }
  // Without a fee the whole payment is refunded: no refund means that nothing was paid.
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
      <p
        role="status"
        className={`flex gap-3 rounded border p-4 ${
          fee > 0 ? 'border-line bg-bg' : 'border-transparent bg-success-soft text-on-success-soft'
        }`}
      >
        <Icon of={fee > 0 ? Info : CircleCheck} size={22} className="mt-0.5 shrink-0" />
        <span className="grid gap-1">
          <span className="font-medium">{t(figures, amounts)}</span>
          {fee > paid && <span>{t('cancel.feeHow')}</span>}
        </span>
      </p>
      <FactList facts={facts} />
      <p className="wrap-anywhere">{email ? t('cancel.doneMailed', { email }) : t('cancel.doneCalendar')}</p>
      {signedIn && <AccountRedirect text={t('cancel.leaving')} stay={t('cancel.stay')} />}
      <div className="flex flex-wrap gap-3">
        {signedIn && <ButtonLink to={myAccountLink()}>{t('cancel.toAccount')}</ButtonLink>}
        <ButtonLink to={bookPath} tone={signedIn ? 'secondary' : 'primary'}>
          {t('cancel.bookAgain')}
        </ButtonLink>
        <ButtonLink to={landingLink()} tone="secondary">
          {t('cancel.home')}
        </ButtonLink>
      </div>
    </div>
  )
}
