import { useNavigation } from 'react-router'
import { useText } from '#web/ui/text.tsx'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { SubmitButton } from '#web/ui/button.tsx'
import { useFormat } from '#web/ui/format.ts'
import { useShortCancelRule } from '../shared/cancel-rule.tsx'
import type { Hold } from '../shared/hold.server.ts'
import { totalOf } from './booking-form.tsx'

type BarProps = { hold: Hold; /** As of `PageContext`. */ ofMoving: boolean; className?: string }

/**
 * The binding button with the total: always in view on phones, at the end of the form on wide screens, there
 * also with what cancelling and moving cost.
 */
export function ConfirmBar({ hold, ofMoving, className = '' }: BarProps) {
  const t = useText()
  const { cost } = useFormat()
  const { state, formData } = useNavigation()
  const rule = useShortCancelRule()(hold, ofMoving)
  return (
    <BottomBar className={`lg:static lg:w-full ${className}`}>
      {rule && (
        <p id="confirm-rule" className="mb-4 text-sm text-muted max-lg:hidden">
          {rule}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="tabular text-lg font-semibold whitespace-nowrap">{cost(totalOf(hold), hold)}</p>
        <SubmitButton
          name="intent"
          value="confirm"
          busy={state !== 'idle' && formData?.get('intent') === 'confirm'}
          busyText={t('booking.confirming')}
          aria-describedby={rule ? 'confirm-rule' : undefined}
          className="min-h-12 grow"
        >
          {t('booking.confirm')}
        </SubmitButton>
      </div>
    </BottomBar>
  )
}

/** Enter activates the first submit button of a form: this one, and not that of the hold. */
export const ConfirmByEnter = () => (
  <button type="submit" name="intent" value="confirm" tabIndex={-1} aria-hidden="true" className="sr-only" />
)
