import { formatMoney, type Money } from '#domain/money.ts'
import { appliesToPrice, fillCancelText } from '#domain/visit/cancel.ts'
import type { PageContext } from '#contract/page.ts'
import { useText } from '#web/ui/text.tsx'
import { useClock } from '#web/ui/time/clock.ts'
import { useFormat } from '#web/ui/format.ts'
import { useTenantText } from '#web/ui/tenant-text.tsx'
import type { Hold } from './hold.server.ts'

type CancelRuleProps = {
  /** A time that is held for a guest, or offered. */
  hold: Pick<Hold, 'cancelling' | 'price' | 'currency' | 'symbol'> & Partial<Pick<Hold, 'group'>>
  rule: PageContext['cancelRule']
}

type Limited = Money & Pick<Hold, 'cancelling'>

/** Until when cancelling is free and the fee, and of moving if that has the same rule. */
export function useChangeRule(): (visit: Limited, ofMoving: boolean) => string {
  const t = useText()
  const format = useFormat()
  const clock = useClock()
  return (visit, ofMoving) => {
    const { limitHours: hours, deadline, late, lateFee, owed } = visit.cancelling
    if (lateFee === 0) return t('booking.cancelAlways')
    if (owed > 0) return t('booking.cancelMoved', { fee: format.money(late ? lateFee : owed, visit) })
    const fee = format.money(lateFee, visit)
    if (late) return t(ofMoving ? 'booking.changeLate' : 'booking.cancelLate', { hours, fee })
    const when = t('format.dayAndTime', { day: format.day(deadline), time: clock(deadline) })
    return t(ofMoving ? 'booking.changeUntil' : 'booking.cancelUntil', { when, fee })
  }
}

/** Of several dates: until how long before each of them cancelling is free, and the fee. */
function useEachRule(): (hold: Money & Partial<Pick<Hold, 'group'>>) => string | null {
  const t = useText()
  const format = useFormat()
  return ({ group, ...money }) => {
    if (!group) return null
    const fee = Math.max(...group.visits.map(({ cancelling }) => cancelling.lateFee))
    const hours = group.visits[0]?.cancelling.limitHours ?? 0
    if (fee === 0) return t('booking.cancelAlways')
    return t('series.cancelEach', { hours, fee: format.money(fee, money) })
  }
}

/** `useChangeRule`, as in the mail, and the tenant's own text. */
export function CancelRule({ hold, rule }: CancelRuleProps) {
  const t = useText()
  const format = useFormat()
  const changeRule = useChangeRule()
  const eachRule = useEachRule()
  const own = useTenantText()(rule.text ?? '')
  const { limitHours } = hold.cancelling
  // The amount is part of a sentence in that language.
  const language = own.lang ? rule.language : format.dateLanguage
  const totalPrice = formatMoney(hold.price, hold.currency, language, hold.symbol)
  return (
    <section aria-labelledby="cancel-rule" className="rounded-xl border border-line bg-surface p-4 sm:p-5">
      <h2 id="cancel-rule" className="text-base font-semibold">
        {t('booking.cancelRule')}
      </h2>
      <p>{eachRule(hold) ?? changeRule(hold, rule.ofMoving)}</p>
      {rule.text && limitHours > 0 && appliesToPrice(own.text, hold.price) && (
        <p lang={own.lang} className="mt-2 text-sm text-muted">
          {fillCancelText(own.text, { cancelLimit: limitHours, totalPrice })}
        </p>
      )}
    </section>
  )
}

/** The same in a line beside the button; null where cancelling is always free. */
export function useShortCancelRule(): (hold: Hold, ofMoving: boolean) => string | null {
  const t = useText()
  const format = useFormat()
  const clock = useClock()
  const eachRule = useEachRule()
  return (hold, ofMoving) => {
    const { deadline, late, lateFee } = hold.cancelling
    if (lateFee === 0) return null
    if (hold.group) return eachRule(hold)
    const fee = format.money(lateFee, hold)
    if (late) return t(ofMoving ? 'booking.changeShortLate' : 'booking.cancelShortLate', { fee })
    const day = format.part(deadline, { weekday: 'short', day: 'numeric', month: 'short' })
    const when = t('format.dayAndTime', { day, time: clock(deadline) })
    return t(ofMoving ? 'booking.changeShort' : 'booking.cancelShort', { when, fee })
  }
}
