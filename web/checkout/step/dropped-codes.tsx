import type { TextKey } from '#contract/text.ts'
import type { DiscountRefusal } from '#domain/checkout/discount.ts'
import { useText } from '#web/ui/text.tsx'
import type { DroppedCode } from '../answer.ts'

/** Why a discount code does not count, in the guest's words. */
export const refusalTexts = {
  unknown: 'checkout.codeUnknown',
  expired: 'checkout.codeExpired',
  notYet: 'checkout.codeNotYet',
  usedUp: 'checkout.codeUsedUp',
  notForThisCart: 'checkout.codeNotForThisCart',
  notFirstPurchase: 'checkout.codeNotFirstPurchase',
  tooMany: 'checkout.codeTooMany',
} as const satisfies Record<DiscountRefusal, TextKey>

/** Codes that no longer count, each with its reason. */
export function DroppedCodes({ dropped }: { dropped: DroppedCode[] }) {
  const t = useText()
  return (
    <ul className="grid gap-1">
      {dropped.map(({ code, reason }) => (
        <li key={code} className="wrap-anywhere">
          {t('checkout.dropped', { code, reason: t(refusalTexts[reason]) })}
        </li>
      ))}
    </ul>
  )
}
