import { useText } from '#web/ui/text.tsx'
import type { DroppedCode } from '../answer.ts'
import { refusalTexts } from './discount-texts.ts'

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
