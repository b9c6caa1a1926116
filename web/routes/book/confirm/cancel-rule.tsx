import { formatMoney } from '#domain/money.ts'
import { appliesToPrice, fillCancelText } from '#domain/visit/cancel.ts'
import type { PageContext } from '#contract/page.ts'
import { useText } from '#web/ui/text.tsx'
import { useClock } from '#web/ui/time/clock.ts'
import { useFormat } from '#web/ui/format.ts'
import { useTenantText } from '#web/ui/tenant-text.tsx'
import type { Hold } from '../shared/hold.server.ts'

type CancelRuleProps = {
  /** A time that is held for a guest, or offered. */
  hold: Pick<Hold, 'cancelling' | 'price' | 'currency' | 'symbol'>
  rule: PageContext['cancelRule']
}

/** Until when cancelling is free and the cancellation fee, as in the mail; and the tenant's own text. */
export function CancelRule({ hold, rule }: CancelRuleProps) {
  const t = useText()
  const format = useFormat()
  const clock = useClock()
  const own = useTenantText()(rule.text ?? '')
  const { limitHours, deadline, late, lateFee } = hold.cancelling
  const fee = format.money(lateFee, hold)
  const when = t('format.dayAndTime', { day: format.day(deadline), time: clock(deadline) })
  // The amount is part of a sentence in that language.
  const language = own.lang ? rule.language : format.dateLanguage
  const totalPrice = formatMoney(hold.price, hold.currency, language, hold.symbol)
  return (
    <section aria-labelledby="cancel-rule" className="rounded-xl border border-line bg-surface p-4 sm:p-5">
      <h2 id="cancel-rule" className="text-base font-semibold">
        {t('booking.cancelRule')}
      </h2>
      <p>
        {lateFee === 0
          ? t('booking.cancelAlways')
          : late
            ? t('booking.cancelLate', { hours: limitHours, fee })
            : t('booking.cancelUntil', { when, fee })}
      </p>
      {rule.text && limitHours > 0 && appliesToPrice(own.text, hold.price) && (
        <p lang={own.lang} className="mt-2 text-sm text-muted">
          {fillCancelText(own.text, { cancelLimit: limitHours, totalPrice })}
        </p>
      )}
    </section>
  )
}

/** The same in a line beside the button; null where cancelling is always free. */
export function useShortCancelRule(): (hold: Hold) => string | null {
  const t = useText()
  const format = useFormat()
  const clock = useClock()
  return (hold) => {
    const { deadline, late, lateFee } = hold.cancelling
    if (lateFee === 0) return null
    const fee = format.money(lateFee, hold)
    if (late) return t('booking.cancelShortLate', { fee })
    const day = format.part(deadline, { weekday: 'short', day: 'numeric', month: 'short' })
    return t('booking.cancelShort', { when: t('format.dayAndTime', { day, time: clock(deadline) }), fee })
  }
}
